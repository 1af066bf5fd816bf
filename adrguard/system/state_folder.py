"""The folder where transactions keep what they need: lock, journal, prepared notes, and what can be taken back."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from typing import TYPE_CHECKING

from adrguard.model.errors import AdrguardError
from adrguard.model.record import Record
from adrguard.system import durable, files, journal, repository
from adrguard.system.folders import STATE, below
from adrguard.system.git import Git
from adrguard.system.write_errors import WriteError, from_system

if TYPE_CHECKING:
    from adrguard.system.journal import Journal

MOST_DONE = 20
_PREPARED = "tmp-"
_DONE = "done-"
_MOST_NAMES = 1000
_MOST_DIGITS = 18


class Done(Record):
    """A finished transaction that can be taken back: its number, what it was, when (UTC, ISO), and its notes."""

    number: int
    what: str
    when: str
    paths: tuple[str, ...]


class StateFolder:
    """The state of a top folder. Nothing is made before `make`."""

    def __init__(self, top: str) -> None:
        self.top = os.path.realpath(top)
        self.path = os.path.join(self.top, *STATE.split("/"))
        self.lock = os.path.join(self.path, "lock")
        self.journal = os.path.join(self.path, "journal")

    def make(self) -> None:
        """Make the folder, unseen by git. Raises `WriteError`, also where a link would lead it elsewhere."""
        if not os.path.isdir(self.top):
            raise WriteError(f"{self.top}: there is no such folder", "name one that is there")
        try:
            for folder in (os.path.dirname(self.path), self.path):
                self._make(folder)
            ignored = os.path.join(self.path, ".gitignore")
            if not os.path.lexists(ignored):
                with contextlib.suppress(FileExistsError):
                    durable.write_new(ignored, b"*\n")
        except OSError as error:
            raise from_system(error, self.path) from error

    def _make(self, folder: str) -> None:
        with contextlib.suppress(FileExistsError):
            os.mkdir(folder)
            durable.sync_folder(os.path.dirname(folder))
        mode = os.lstat(folder).st_mode
        if not stat.S_ISDIR(mode):
            kind = files.kind_of(mode)
            raise WriteError(f"{folder}: {kind} stands where a folder is needed", "move it out of the way")

    def prepared(self, number: int) -> str:
        """Return the path for a file that is prepared for its place."""
        return os.path.join(self.path, f"{_PREPARED}{number}")

    def sweep(self) -> None:
        """Delete what was prepared and not used."""
        for name in os.listdir(self.path):
            if name.startswith(_PREPARED):
                with contextlib.suppress(OSError):
                    os.unlink(os.path.join(self.path, name))

    def begin(self, made: Journal) -> None:
        """Keep the journal: from here on the transaction will be brought to its end. Raises OSError."""
        data = journal.encode(made)
        if len(data) > journal.LARGEST:
            raise WriteError(f"{self.top}: too much for one transaction", "change fewer notes at a time")
        beside = os.path.join(self.path, f"{_PREPARED}journal")
        durable.write_new(beside, data)
        files.replace(beside, self.journal)
        durable.sync_folder(self.path)

    def standing(self) -> Journal | None:
        """Return the journal, None where there is none. Raises `UnreadableError` and `BadJournalError`."""
        try:
            return _trusted(self.journal)
        except FileNotFoundError:
            return None

    def finish(self, done: Journal) -> None:
        """Put the journal away: among what can be taken back, if it can be. Raises OSError."""
        if done.undoable:
            files.replace(self.journal, self._done(max(self._numbers(), default=0) + 1))
        else:
            files.remove(self.journal)
        # The notes are on the disk; what fails from here on could at worst have them compared once more.
        with contextlib.suppress(OSError):
            if done.undoes:
                files.remove(self._done(done.undoes))
            durable.sync_folder(self.path)
            for number in self._numbers()[:-MOST_DONE]:
                files.remove(self._done(number))

    def drop(self) -> None:
        """Take the journal away, as its transaction was rolled back. Raises OSError."""
        files.remove(self.journal)
        with contextlib.suppress(OSError):
            durable.sync_folder(self.path)

    def set_aside(self) -> str:
        """Put a journal aside that is not to be obeyed, and return where it is now. Raises OSError."""
        name = free_name(self.journal + ".bad")
        files.replace(self.journal, name)
        return name

    def _done(self, number: int) -> str:
        return os.path.join(self.path, f"{_DONE}{number}")

    def _numbers(self) -> list[int]:
        try:
            names = os.listdir(self.path)
        except OSError:
            return []
        numbers = [name[len(_DONE) :] for name in names if name.startswith(_DONE)]
        return sorted(
            int(number) for number in numbers if number.isascii() and number.isdigit() and len(number) <= _MOST_DIGITS
        )

    def last(self) -> tuple[int, Journal] | None:
        """Return the last transaction that can be taken back, with its number. Raises `WriteError`."""
        numbers = self._numbers()
        if not numbers:
            return None
        path = self._done(numbers[-1])
        try:
            return numbers[-1], _trusted(path)
        except (files.UnreadableError, FileNotFoundError, journal.BadJournalError) as error:
            reason = getattr(error, "reason", "") or str(error)
            raise WriteError(
                f"{path}: {reason}, so it cannot be taken back", "delete it, and mend the notes by hand", ""
            ) from error

    def history(self) -> tuple[Done, ...]:
        """Return what can be taken back, the last one first; what cannot be read is left out."""
        found = []
        for number in reversed(self._numbers()):
            with contextlib.suppress(files.UnreadableError, FileNotFoundError, journal.BadJournalError):
                one = _decoded(self._done(number))
                found.append(Done(number, one.what, one.when, one.paths))
        return tuple(found)


def _decoded(path: str) -> Journal:
    return journal.decode(files.read_regular(path, journal.LARGEST))


def _trusted(path: str) -> Journal:
    found = _decoded(path)
    if came_along(path):
        raise journal.BadJournalError("it came with the repository")
    return found


def came_along(path: str) -> bool:
    """Say whether git tracks a file of the state: then it came with the repository, and no change of ours left it."""
    try:
        repo = repository.find(os.path.dirname(path))
        inside = below(repo.root, path)
        return bool(repo.git_dir and inside and Git(repo).list_index([inside]))
    except AdrguardError:
        return False


def free_name(path: str) -> str:
    """Return the path itself, or with a number where something is there already. Raises OSError."""
    for number in range(1, _MOST_NAMES):
        name = path if number == 1 else f"{path}-{number}"
        if not os.path.lexists(name):
            return name
    raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), path)
