"""Each K-DSL kind has one file, one test file and one heading in the README: adding one cannot be done halfway."""

from __future__ import annotations

from pathlib import Path

import pytest

from adrguard.matchers.registry import KINDS
from adrguard.model.rules import KINDS as COMPILED

ROOT = Path(__file__).parents[2]
FRAME = {"brief", "__init__", "registry", "context", "scope", "imported_files"}


def test_the_table_names_every_compiled_kind_and_no_other() -> None:
    assert set(KINDS) == set(COMPILED)


def test_every_matcher_file_is_in_the_table() -> None:
    files = {path.stem for path in (ROOT / "adrguard/matchers").glob("*.py")} - FRAME
    assert files == {kind.module for kind in KINDS.values()}


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.name)
def test_each_kind_is_matched_tested_and_explained(kind) -> None:
    module = kind.load()
    assert hasattr(module, "find" if kind.per == "file" else "judge")
    assert (ROOT / f"tests/unit/matchers/test_{kind.module}.py").exists()
    assert f"### `{kind.name}`" in (ROOT / "README.md").read_text(encoding="utf-8")
