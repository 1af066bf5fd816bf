"""A change of a note that was killed after its journal was written."""

from __future__ import annotations

from typing import Any

from adrguard.system.writing.journal import Edit, Journal
from adrguard.system.writing.state_folder import StateFolder


def interrupt(repo: Any, path: str = "docs/adr/0001-decision.md") -> None:
    """Leave the journal of a change that deprecates the first decision, with no note changed yet."""
    state = StateFolder(str(repo.root))
    state.make()
    before = (repo.root / path).read_bytes()
    after = before.replace(b"status: accepted", b"status: deprecated")
    state.begin(Journal("deprecate ADR-001", "2026-01-02T03:04:05.000Z", (Edit(path, before, after),)))


def everything(repo: Any) -> dict[str, bytes]:
    """Return all files of the working tree."""
    return {
        str(path.relative_to(repo.root)): path.read_bytes()
        for path in repo.root.rglob("*")
        if path.is_file() and ".git" not in path.relative_to(repo.root).parts
    }
