"""The house obeys its own decisions, and another tool sees the same house."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from fakes.guarding import judge

ROOT = Path(__file__).parents[2]


@pytest.fixture
def copy(repo):
    """A copy of this project in a repository of its own, so that it can be spoilt."""
    for name in ("adrguard", "docs", "grammar", "hooks", "bench"):
        shutil.copytree(ROOT / name, repo.root / name, ignore=shutil.ignore_patterns("__pycache__", "out"))
    for name in (
        "pyproject.toml",
        "importlinter.toml",
        "README.md",
        "LICENSE",
        "CHANGELOG.md",
        ".pre-commit-hooks.yaml",
    ):
        shutil.copy(ROOT / name, repo.root / name)
    repo.commit()
    return repo


def lint_imports(root: Path) -> bool:
    program = str(Path(sys.executable).with_name("lint-imports"))
    done = subprocess.run(
        [program, "--no-cache", "importlinter.toml"],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
        capture_output=True,
        check=False,
    )
    assert done.returncode in (0, 1), done.stderr
    return done.returncode == 0


def test_this_project_obeys_its_decisions(copy) -> None:
    outcome = judge(copy, "all")
    assert [(one.path, one.line, one.rule.invariant) for one in outcome.violations] == []
    assert outcome.exit_code == 0, outcome.problems


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "line"),
    [
        pytest.param("adrguard/model/errors.py", "import adrguard.engine.check", id="upwards"),
        pytest.param("adrguard/matchers/text.py", "from adrguard.decisions import load", id="to a neighbour"),
        pytest.param("adrguard/engine/plan.py", "import subprocess", id="an engine that starts programs"),
        pytest.param("adrguard/hooks/main.py", "import click", id="a door with click"),
        pytest.param("adrguard/vault/note.py", "import lark", id="lark outside of kdsl"),
        pytest.param("adrguard/mcp_server/toolsets/guard.py", "import mcp", id="a tool that knows the SDK"),
    ],
)
def test_our_guard_and_import_linter_agree_about_a_spoilt_house(copy, path: str, line: str) -> None:
    assert lint_imports(copy.root)
    text = (copy.root / path).read_text(encoding="utf-8")
    marker = "from __future__ import annotations\n"
    copy.write(path, text.replace(marker, marker + line + "\n", 1))
    assert path in [one.path for one in judge(copy).violations]
    assert not lint_imports(copy.root)
