"""The map for those who work here shows the house as it stands."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
PATHS = sorted(set(re.findall(r"(?:adrguard|tests|grammar|hooks|docs|bench)/[\w./-]*\w", TEXT)))


@pytest.mark.parametrize("path", PATHS)
def test_each_path_leads_somewhere(path: str) -> None:
    assert (ROOT / path).exists()


def test_each_package_is_on_the_map() -> None:
    packages = {f"adrguard/{path.parent.name}" for path in (ROOT / "adrguard").glob("*/__init__.py")}
    assert packages - set(PATHS) == set()
