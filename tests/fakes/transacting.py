"""What the tests of transactions share: a folder with two notes, changes of it, and file systems that fail."""

from __future__ import annotations

import errno
import os

import pytest

from adrguard.system.writing import transaction
from adrguard.system.writing.journal import Journal
from adrguard.system.writing.state_folder import StateFolder
from adrguard.system.writing.transaction import Edit, exclusive

STATE = ".adrguard/state"
posix = pytest.mark.skipif(os.name == "nt", reason="POSIX file systems")
superuser = pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only the superuser may mount")


def lay(tmp_path):
    """Make a folder with two notes."""
    folder = tmp_path / "top"
    folder.mkdir()
    for name in "ab":
        (folder / f"{name}.md").write_text(f"old {name}")
    return folder


def both(*, a: str = "new a", b: str = "new b") -> list[Edit]:
    return [Edit("a.md", b"old a", a.encode()), Edit("b.md", b"old b", b.encode())]


def commit(top, *edits: Edit, undoable: bool = True) -> None:
    with exclusive(str(top)) as held:
        held.commit("a change", edits or both(), undoable=undoable)


def undo(top) -> transaction.Undone:
    with exclusive(str(top)) as held:
        return held.undo()


def texts(top) -> dict[str, str]:
    return {path.relative_to(top).as_posix(): path.read_text() for path in sorted(top.rglob("*.md*"))}


OLD = {"a.md": "old a", "b.md": "old b"}
NEW = {"a.md": "new a", "b.md": "new b"}


def interrupt(top, *edits: Edit, **named) -> None:
    """Leave what a transaction leaves that was killed right after its commit point."""
    state = StateFolder(str(top))
    state.make()
    state.begin(Journal("a change", "2026-01-02T03:04:05.678Z", edits or tuple(both()), **named))


EDITS = (Edit("a.md", b"old a", b"new a"), Edit("b.md", b"old b", None), Edit("new/c.md", None, b"new c"))
DONE = {"a.md": "new a", "new/c.md": "new c"}


def failing_calls(monkeypatch, top, number: int, code: int, *, forever: bool = False) -> list[int]:
    """Let the call `number` of those that change something fail (forever: all from then on); return the counter."""
    count = [0]

    def wrapped(call):
        def counted(*args, **named):
            count[0] += 1
            if count[0] == number or (forever and count[0] > number):
                raise OSError(code, os.strerror(code))
            return call(*args, **named)

        return counted

    for name in ("write", "fsync", "replace", "rename", "link", "mkdir"):
        monkeypatch.setattr(os, name, wrapped(getattr(os, name)))
    return count


def full(*_) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
