"""Take the last transaction back: what that comes to, and why it may not be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.model.errors import AdrguardError
from adrguard.model.record import Record
from adrguard.system.write_errors import ConflictError
from adrguard.system.writing.placing import located
from adrguard.system.writing.targets import RefusedError, locate

if TYPE_CHECKING:
    from collections.abc import Callable

    from adrguard.system.writing.journal import Edit, Journal
    from adrguard.system.writing.state_folder import StateFolder
    from adrguard.system.writing.targets import Target


class Undone(Record):
    """A transaction that was taken back: what and when (UTC, ISO) it was, and its notes."""

    what: str
    when: str
    paths: tuple[str, ...]


class NothingDoneError(AdrguardError):
    """There is no transaction that could be taken back."""


def last(state: StateFolder, but: int = 0) -> tuple[int, Journal]:
    """Return the last undoable transaction with its number, `but` that of one number.

    Raises `NothingDoneError`, and `WriteError` where its record is damaged.
    """
    found = state.last(but)
    if found is None:
        raise NothingDoneError(f"{state.top}: there is nothing to take back")
    return found


def backwards(done: Journal) -> tuple[Edit, ...]:
    """Return the edits that take a transaction back."""
    return tuple(edit.replace(before=edit.after, after=edit.before) for edit in done.edits)


def refused(done: Journal, locate_all: Callable[[], list[Target]]) -> list[Target]:
    """Return the notes of a transaction where they are as it left them. Raises `ConflictError` naming the others."""
    try:
        return locate_all()
    except ConflictError as error:
        told = [(path, "it changed since") for path in error.paths]
        outcome = f"nothing was taken back of: {done.what}"
        raise ConflictError(told, outcome, "mend the notes by hand, or bring these back as they were") from error


def foreseen(state: StateFolder, standing: Journal | None) -> Undone:
    """Return what taking back would do, once an interrupted transaction is brought to its end; nothing is touched."""
    become: dict[str, bytes | None] = {}
    if standing is not None:
        become = {edit.path: edit.after for edit in standing.edits if _goes_on(state, edit)}
    if standing is not None and standing.undoable:
        done = standing
    else:
        done = last(state, standing.undoes if standing is not None else 0)[1]
    refused(done, lambda: located(state.top, backwards(done), become))
    return Undone(done.what, done.when, done.paths)


def _goes_on(state: StateFolder, edit: Edit) -> bool:
    try:
        return locate(state.top, edit.path).content() in (edit.before, edit.after)
    except (RefusedError, OSError):
        return False
