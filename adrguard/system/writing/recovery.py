"""Bring a transaction that was interrupted to its end, without losing what a person wrote since."""

from __future__ import annotations

import contextlib
import errno
import os
from typing import TYPE_CHECKING

from adrguard.model.record import Record
from adrguard.system import durable, files
from adrguard.system.files import UnreadableError
from adrguard.system.git import native
from adrguard.system.write_errors import WriteError, reason_of
from adrguard.system.writing import placing
from adrguard.system.writing.journal import BadJournalError
from adrguard.system.writing.targets import LARGEST, RefusedError, locate

if TYPE_CHECKING:
    from adrguard.system.locks import Lock
    from adrguard.system.writing.journal import Edit, Journal
    from adrguard.system.writing.state_folder import StateFolder

_CONFLICT = ".conflict"
_LONGEST_NAME = 240  # bytes, of the 255 that file systems allow
_MOST_NAMES = 1000
UNENDED = "an interrupted change cannot be brought to its end"
_UNTOUCHED = "no file was touched"


class Conflict(Record):
    """A note that is neither as it was before nor as it was to become.

    It stays as it is; `beside` is where the text lies that it was to get ("": it was to be deleted).
    """

    path: str
    beside: str


class Recovered(Record):
    """What became of an interrupted transaction: what it was, its notes, and those that a person changed meanwhile.

    A journal that cannot be obeyed is put aside: `set_aside` is where it lies, and `why` the reason.
    """

    what: str
    paths: tuple[str, ...]
    conflicts: tuple[Conflict, ...] = ()
    set_aside: str = ""
    why: str = ""

    @property
    def told(self) -> str:
        """The whole in one line for a person."""
        if self.set_aside:
            return f"a journal was put aside as {self.set_aside}: {self.why}; {_UNTOUCHED}"
        line = f"an interrupted change was brought to its end: {self.what} ({', '.join(self.paths)})"
        for one in self.conflicts:
            rest = f"what it was to become lies in {one.beside}" if one.beside else "it was to be deleted"
            line += f"; {one.path} was changed meanwhile and stays as it is, {rest}"
        return line


def recover(state: StateFolder, lock: Lock) -> Recovered | None:
    """Bring the transaction of the journal to its end; None where there is no journal.

    Raises `WriteError` when the file system does not let that be: then the journal stays, and so do the notes.
    """
    try:
        made = state.standing()
        if made is None:
            return None
    except (UnreadableError, BadJournalError) as error:
        return _put_aside(state, getattr(error, "reason", "") or str(error))
    lock.mark()
    try:
        return _finish(state, made)
    except (OSError, UnreadableError) as error:
        why, hint = reason_of(error) if isinstance(error, OSError) else (error.message, "")
        message = f"{state.top}: {UNENDED} ({made.what}): {why}"
        hint = hint or f"mend that, or delete {state.journal} to leave the files as they are"
        raise WriteError(message, hint, "") from error


def _put_aside(state: StateFolder, why: str) -> Recovered:
    try:
        return Recovered("", (), set_aside=state.set_aside(), why=why)
    except OSError as error:
        raise WriteError(
            f"{state.journal}: {why}, and it cannot be put aside: {reason_of(error)[0]}", "delete it", ""
        ) from error


def _finish(state: StateFolder, made: Journal) -> Recovered:
    conflicts, targets = [], []
    for number, edit in enumerate(made.edits):
        try:
            target = locate(state.top, edit.path)
            targets.append(target)
            done = placing.redo(state, number, target, edit)
        except (RefusedError, UnreadableError, FileExistsError):
            done = False
        if not done:
            conflicts.append(_keep_both(state, edit))
    placing.settle(state, made, targets)
    state.finish(made)
    return Recovered(made.what, made.paths, tuple(conflicts))


def _keep_both(state: StateFolder, edit: Edit) -> Conflict:
    if edit.after is None:
        return Conflict(edit.path, "")
    wanted = _beside(state, edit.path)
    for number in range(1, _MOST_NAMES):
        name = wanted if number == 1 else f"{wanted}-{number}"
        if not os.path.lexists(name):
            durable.write_new(name, edit.after)
        elif not _holds(name, edit.after):
            continue  # it is of another time, and nobody looked at it yet
        durable.sync_folder(os.path.dirname(name))
        return Conflict(edit.path, os.path.relpath(name, state.top).replace(os.sep, "/"))
    raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), wanted)


def _beside(state: StateFolder, path: str) -> str:
    """Return where the text of a note goes that cannot be put in its place: beside it, or else beside the journal."""
    name = os.path.basename(native(path))
    with contextlib.suppress(RefusedError, OSError):
        target = locate(state.top, path)
        if os.path.isdir(target.folder) and len(os.fsencode(name)) <= _LONGEST_NAME:
            return target.real + _CONFLICT
    return os.path.join(state.path, os.fsdecode(os.fsencode(name)[:_LONGEST_NAME]) + _CONFLICT)


def _holds(path: str, data: bytes) -> bool:
    try:
        return files.read_regular(path, LARGEST) == data
    except (FileNotFoundError, UnreadableError):
        return False
