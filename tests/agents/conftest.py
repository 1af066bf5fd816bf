"""A repository with one decision in force, the guard registered in it, and a program that works there."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from agents.acting import Action
from agents.model_server import ModelServer
from agents.programs import ASKED_FOR, PROGRAMS, SCRIPTS, WHERE, Program, Run

DECISION = """\
# 1. Rows are named

## Status

Accepted

## Invariants

- deny: `SELECT *` in `src/**`
  - because: a new column must not change what callers get
  - remediation: name the columns
"""
HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run nothing of this folder unless it is asked for: it starts large programs of others."""
    if os.environ.get(ASKED_FOR, "") not in ("", "0"):
        return
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.skip(reason=f"starts the agents' own programs; asked for by {ASKED_FOR}=1"))


@dataclass
class Session:
    """One repository, and what a program did in it."""

    program: Program
    root: Path
    home: Path

    def git(self, *words: str) -> str:
        done = subprocess.run(["git", *words], cwd=self.root, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    def register(self, *options: str) -> None:
        """Register the guard as a person would, and commit what that wrote."""
        words = [str(SCRIPTS / "adrguard"), "install", self.program.name, "--yes", "--no-mcp", *options]
        done = subprocess.run(words, cwd=self.root, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "the guard")

    def play(self, *script: Action, more: list[str] | None = None, path: str = "") -> tuple[Run, ModelServer]:
        """Let the program work by a script; it must come to an end of its own."""
        with ModelServer(self.program.dialect(), list(script), self.root) as model:
            run = self.program.run(model, self.root, self.home, more, path)
        assert run.code == 0, f"{self.program.name}: exit code {run.code} after {model.played}\n{run.output[-4000:]}"
        return run, model


@contextmanager
def session_of(program: Program, folder: Path) -> Iterator[Session]:
    if program.path is None:
        pytest.skip(f"{program.name} is neither on PATH nor in {WHERE}")
    root, home = folder.resolve() / "repo", folder.resolve() / "home"
    (root / "docs" / "adr").mkdir(parents=True)
    home.mkdir()
    (root / "docs" / "adr" / "0001-rows-are-named.md").write_text(DECISION)
    (root / "src").mkdir()
    (root / "src" / "rows.py").write_text('QUERY = "SELECT id FROM row"\n')
    session = Session(program, root, home)
    session.git("init", "-q", "-b", "main", "--template=")
    session.git("add", "-A")
    session.git("commit", "-q", "-m", "a decision")
    yield session


@pytest.fixture(params=list(PROGRAMS))
def session(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Session]:
    """Each program in turn, with the guard registered."""
    with session_of(PROGRAMS[request.param], tmp_path) as one:
        one.register()
        yield one


@pytest.fixture
def bare(tmp_path: Path) -> Callable[[str], Session]:
    """Return what makes a session of a program, by its name, without the guard."""

    def make(name: str) -> Session:
        with session_of(PROGRAMS[name], tmp_path) as one:
            return one

    return make
