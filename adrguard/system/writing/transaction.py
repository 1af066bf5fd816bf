"""All-or-nothing writing over several notes below one top folder.

A journal holds every byte of a transaction before the first note is replaced. Whatever interrupts it after that, be it
a kill or a power cut, the next one to look brings it to its end; before that, nothing has happened. Others who
write through here wait for the lock. An editor takes no lock: notes are compared with what was read once more right
before each is replaced, which leaves it microseconds.
"""

from __future__ import annotations

import contextlib
import os
import stat
import time
from typing import TYPE_CHECKING

from adrguard.model.errors import AdrguardError
from adrguard.model.record import Record
from adrguard.system import files, locks
from adrguard.system.files import UnreadableError
from adrguard.system.folders import is_unfinished
from adrguard.system.write_errors import ConflictError, LockedError, WriteError, from_system, reason_of
from adrguard.system.writing import journal, placing, recovery, taking_back, targets
from adrguard.system.writing.journal import BadJournalError, Edit, Journal
from adrguard.system.writing.placing import located
from adrguard.system.writing.state_folder import Done, StateFolder
from adrguard.system.writing.taking_back import NothingDoneError, Undone
from adrguard.system.writing.targets import locate

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from adrguard.system.locks import Lock
    from adrguard.system.writing.recovery import Recovered
    from adrguard.system.writing.targets import Target

__all__ = [
    "ConflictError",
    "Done",
    "Edit",
    "Held",
    "NothingDoneError",
    "Pending",
    "Undone",
    "WriteError",
    "broken",
    "comes_first",
    "damaged",
    "exclusive",
    "foreseen",
    "history",
    "pending",
    "recover",
    "steady_stamp",
    "untold",
]

WAIT_S = 10.0


class Pending(Record):
    """A transaction that has not come to its end.

    `live` means that a process is at it right now, else it was interrupted. `why` says why its journal cannot be obeyed
    ("": it can).
    """

    what: str
    when: str
    paths: tuple[str, ...]
    live: bool
    why: str = ""


class Held:
    """The right to write below a top folder; nobody else has it meanwhile.

    `recovered` is what became of an interrupted transaction that this process found before, here or while it read, None
    where there was none.
    """

    def __init__(self, state: StateFolder, lock: Lock, recovered: Recovered | None) -> None:
        self._state = state
        self._lock = lock
        self.top = state.top
        self.recovered = recovered

    def read(self, path: str, limit: int = targets.LARGEST) -> bytes:
        """Return the bytes of a note. Raises `RefusedError`, and `UnreadableError` where there is none to be read."""
        try:
            return files.read_regular(locate(self.top, path).real, limit)
        except FileNotFoundError as error:
            raise UnreadableError(path, "there is no such file") from error

    def commit(self, what: str, edits: Iterable[Edit], *, undoable: bool = True) -> None:
        """Make all of these edits, or none. What changes nothing is compared, but not written.

        Raises `ConflictError` where a note is not as the edit says it was, `RefusedError` for places that are not to be
        written, `WriteError` where the file system fails. Each time nothing was written; where even taking back fails,
        the error says so and the next transaction brings this one to its end.
        """
        wanted = list(edits)
        found = located(self.top, wanted)
        chosen = [(edit, target) for edit, target in zip(wanted, found, strict=True) if edit.before != edit.after]
        if chosen:
            made = Journal(journal.summary(what), _now(), tuple(_with_mode(*pair) for pair in chosen), undoable)
            self._run(made, [target for _, target in chosen])

    def undo(self) -> Undone:
        """Take back the last undoable transaction.

        Raises `NothingDoneError`, and `ConflictError` naming every note that is not as that transaction left it.
        """
        number, done = taking_back.last(self._state)
        edits = taking_back.backwards(done)
        found = taking_back.refused(done, lambda: located(self.top, edits))
        what = journal.summary(f"taking back: {done.what}")
        self._run(Journal(what, _now(), edits, undoable=False, undoes=number, made=done.made), found)
        return Undone(done.what, done.when, done.paths)

    def history(self) -> tuple[Done, ...]:
        """Return the transactions that can be taken back, the last one first."""
        return self._state.history()

    def _run(self, made: Journal, found: Sequence[Target]) -> None:
        state = self._state
        try:
            if not made.undoes:
                folders = list(dict.fromkeys(path for target in found for path in targets.missing_folders(target)))
                made = made.replace(made=_relative(self.top, folders, made))
                placing.make_folders(folders)
            for number, (target, edit) in enumerate(zip(found, made.edits, strict=True)):
                placing.prepare(state, number, target, edit)
            state.begin(made)
            self._lock.mark()
            placing.place_all(state, made, found)
            state.finish(made)
        except BaseException as error:
            self._take_back(made, error)
            if isinstance(error, OSError):
                raise from_system(error, str(error.filename or self.top)) from error
            raise

    def _take_back(self, made: Journal, error: BaseException) -> None:
        state = self._state
        if not is_unfinished(self.top):
            state.sweep()
            placing.drop_folders(self.top, made.made)
            return
        try:
            placing.restore(state, made)
            state.drop()
        except (OSError, AdrguardError) as second:
            reason = f"{_reason(error)}; taking back failed too: {_reason(second)}"
            outcome = f"the next change brings this one to its end: {made.what}"
            raise WriteError(reason, "mend that, then run any adrguard command", outcome) from error


def _reason(error: BaseException) -> str:
    return reason_of(error)[0] if isinstance(error, OSError) else getattr(error, "reason", "") or str(error)


def _with_mode(edit: Edit, target: Target) -> Edit:
    return edit if target.status is None else edit.replace(mode=stat.S_IMODE(target.status.st_mode) & 0o777)


def _now() -> str:
    moment = time.time_ns() // 1_000_000
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(moment // 1000)) + f".{moment % 1000:03}Z"


def _relative(top: str, folders: Iterable[str], made: Journal) -> tuple[str, ...]:
    """Return folders as the journal has them: those right on the path of a note, which no link moved elsewhere."""
    above = {parent for path in made.paths for parent in journal.parents(path)}
    named = [folder[len(top) :].strip(os.sep).replace(os.sep, "/") for folder in folders]
    return tuple(folder for folder in named if folder in above)


@contextlib.contextmanager
def exclusive(top: str, wait_s: float = WAIT_S) -> Iterator[Held]:
    """Hold the right to write below `top`, once an interrupted transaction has been brought to its end.

    Raises `LockedError` where another process still writes after `wait_s` seconds, `WriteError` where nothing can be
    written at all.
    """
    state = StateFolder(top)
    state.make()
    with contextlib.ExitStack() as stack:
        try:
            lock = stack.enter_context(locks.held(state.lock, state.top, wait_s))
            state.sweep()
        except OSError as error:
            raise from_system(error, state.lock) from error
        found = recovery.recover(state, lock) or _found_by_readers.pop(state.top, None)
        try:
            yield Held(state, lock, found)
        except BaseException:
            if found is not None:
                _found_by_readers[state.top] = found
            raise


_found_by_readers: dict[str, Recovered] = {}
"""Per top folder what this process brought to its end while it only read: the writer that follows tells the person."""


def untold() -> tuple[Recovered, ...]:
    """Return what this process brought to its end and no writer has told yet, for when a command fails; only once."""
    found = tuple(_found_by_readers.values())
    _found_by_readers.clear()
    return found


def recover(top: str, wait_s: float = WAIT_S) -> Recovered | None:
    """Bring an interrupted transaction below `top` to its end; nothing is touched where there is none."""
    if not is_unfinished(top):
        return None
    with exclusive(top, wait_s) as held:
        if held.recovered is not None:
            _found_by_readers[held.top] = held.recovered
        return held.recovered


def pending(top: str) -> Pending | None:
    """Return the transaction that has not come to its end, None where there is none. Changes nothing."""
    state = StateFolder(top)
    try:
        made = state.standing()
        if made is None:
            return None
    except (UnreadableError, BadJournalError) as error:
        return Pending("", "", (), live=False, why=getattr(error, "reason", "") or str(error))
    return Pending(made.what, made.when, made.paths, locks.is_held(state.lock))


def history(top: str) -> tuple[Done, ...]:
    """Return the transactions below `top` that can be taken back, the last one first. Changes nothing.

    One whose record is damaged has a `Done.why`: what came before it cannot be taken back either, as long as it lies
    there.
    """
    return StateFolder(top).history()


def broken(top: str) -> tuple[str, str]:
    """Return what keeps all notes below `top` from being written, and the way out ("": nothing does). Changes nothing.

    That is something else in a place where our own files go.
    """
    try:
        StateFolder(top).check()
    except WriteError as error:
        return error.reason, error.hint
    return "", ""


def damaged(top: str, done: Done) -> tuple[str, str]:
    """Return what there is to say of a transaction whose record is damaged, and the way out."""
    error = StateFolder(top).damaged(done.number, done.why)
    return error.message, error.hint


def foreseen(top: str) -> Undone:
    """Return what `Held.undo` would take back now, after what `comes_first`. Changes nothing.

    Raises the errors that it would raise, and `LockedError` while another process is writing.
    """
    state = StateFolder(top)
    standing = pending(top)
    if standing is not None and standing.live:
        raise LockedError(f"another adrguard is writing in {state.top}", "try again when it is done")
    return taking_back.foreseen(state, state.standing() if standing is not None and not standing.why else None)


def comes_first(top: str) -> str:
    """Return what the next command that reads or writes notes would do about an interrupted transaction ("": none)."""
    standing = pending(top)
    if standing is None or standing.live:
        return ""
    if standing.why:
        return f"first a journal would be put aside: {standing.why}"
    return f"first an interrupted change would be brought to its end: {standing.what} ({', '.join(standing.paths)})"


def steady_stamp(top: str) -> str:
    """Return what changes with every transaction below `top`.

    Notes that were read while it stayed the same, and with no transaction under way when it was taken (see `recover`),
    are of one moment.
    """
    return locks.read_mark(StateFolder(top).lock)
