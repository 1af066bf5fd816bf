"""The folder where transactions keep what they need: lock, journal, prepared notes, and what can be taken back."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import stat
import time
from typing import TYPE_CHECKING

from adrguard.model.errors import AdrguardError
from adrguard.model.record import Record
from adrguard.system import durable, files, repository
from adrguard.system.folders import STATE, below
from adrguard.system.git import Git
from adrguard.system.write_errors import WriteError, from_system
from adrguard.system.writing import journal

if TYPE_CHECKING:
    from adrguard.system.writing.journal import Journal

MOST_DONE = 20
_PREPARED = "tmp-"
_DONE = "done-"
_MOST_NAMES = 1000
_MOST_DIGITS = 18
_NUMBER = re.compile(rf"[1-9][0-9]{{0,{_MOST_DIGITS - 1}}}")
_CAME_ALONG = "it came with the repository"


class Done(Record):
    """A finished transaction that can be taken back: its number, what it was, when (UTC, ISO), and its notes.

    `why` says why its record is not to be obeyed ("": it is): then it has neither words nor notes.
    """

    number: int
    what: str
    when: str
    paths: tuple[str, ...]
    why: str = ""


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
        _check_kind(folder, stat.S_IFDIR)

    def check(self) -> None:
        """Raise `WriteError` where something else stands in the place of one of our own files. Changes nothing."""
        for folder in (os.path.dirname(self.path), self.path):
            _check_kind(folder, stat.S_IFDIR)
        _check_kind(self.lock, stat.S_IFREG)
        for path in self._prepared():
            _check_kind(path, stat.S_IFREG, stat.S_IFLNK, stat.S_IFIFO, stat.S_IFSOCK)

    def prepared(self, number: int) -> str:
        """Return the path for a file that is prepared for its place."""
        return os.path.join(self.path, f"{_PREPARED}{number}")

    def sweep(self) -> None:
        """Delete what was prepared and not used."""
        for path in self._prepared():
            with contextlib.suppress(OSError):
                os.unlink(path)
            # A folder of that name would be in the way later on, when it is harder to tell.
            _check_kind(path, stat.S_IFREG)

    def _prepared(self) -> list[str]:
        try:
            names = sorted(os.listdir(self.path))
        except FileNotFoundError:
            return []
        return [os.path.join(self.path, name) for name in names if name.startswith(_PREPARED)]

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
            files.replace(self.journal, self._done(self._next_number()))
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
        return sorted(int(number) for number in numbers if _NUMBER.fullmatch(number))

    def _next_number(self) -> int:
        numbers = self._numbers()
        if not numbers or len(str(numbers[-1] + 1)) <= _MOST_DIGITS:
            return max(numbers, default=0) + 1
        # Somebody counted for us. Each gets a smaller number than it has, so that their order never changes.
        for new, old in enumerate(numbers, 1):
            if new != old:
                files.replace(self._done(old), self._done(new))
        return len(numbers) + 1

    def last(self, but: int = 0) -> tuple[int, Journal] | None:
        """Return the last transaction that can be taken back, with its number; not the one of the number `but`.

        Raises `WriteError` where its record is damaged.
        """
        numbers = [number for number in self._numbers() if number != but]
        if not numbers:
            return None
        path = self._done(numbers[-1])
        try:
            return numbers[-1], _trusted(path)
        except (files.UnreadableError, FileNotFoundError, journal.BadJournalError) as error:
            raise self.damaged(numbers[-1], _reason(error)) from error

    def damaged(self, number: int, why: str) -> WriteError:
        """Return the error to raise where the record of a transaction that is to be taken back is damaged."""
        reason = f"{self._done(number)}: {why}, so the last change cannot be taken back"
        hint = "mend the notes by hand; once that file is deleted the change before it can be taken back"
        return WriteError(reason, hint, "")

    def history(self) -> tuple[Done, ...]:
        """Return what can be taken back, the last one first; see `Done.why` for what cannot be read."""
        numbers = self._numbers()
        foreign = _tracked(self.path) if numbers else frozenset()
        found = []
        for number in reversed(numbers):
            path = self._done(number)
            try:
                one = _decoded(path)
                why = _CAME_ALONG if os.path.basename(path) in foreign else ""
            except (files.UnreadableError, journal.BadJournalError) as error:
                found.append(Done(number, "", _changed(path), (), _reason(error)))
            except FileNotFoundError:
                continue  # another process took it back meanwhile
            else:
                found.append(Done(number, one.what, one.when, one.paths, why))
        return tuple(found)


def _reason(error: Exception) -> str:
    return getattr(error, "reason", "") or str(error)


def _changed(path: str) -> str:
    """Return when a file was written, as journals say it."""
    try:
        moment = os.lstat(path).st_mtime_ns // 1_000_000
    except OSError:
        return ""
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(moment // 1000)) + f".{moment % 1000:03}Z"


def _check_kind(path: str, *kinds: int) -> None:
    """Raise `WriteError` where what is at a path is of none of these kinds (the first one is what it should be)."""
    try:
        mode = os.lstat(path).st_mode
    except (FileNotFoundError, NotADirectoryError):
        return
    if stat.S_IFMT(mode) not in kinds:
        needed = files.kind_of(kinds[0])
        raise WriteError(f"{path}: {files.kind_of(mode)} stands where {needed} is needed", "move it out of the way")


def _decoded(path: str) -> Journal:
    return journal.decode(files.read_regular(path, journal.LARGEST))


def _trusted(path: str) -> Journal:
    found = _decoded(path)
    if came_along(path):
        raise journal.BadJournalError(_CAME_ALONG)
    return found


def came_along(path: str) -> bool:
    """Say whether git tracks a file of the state: then it came with the repository, and no change of ours left it."""
    return bool(_tracked(path))


def _tracked(path: str) -> frozenset[str]:
    """Return the names of what git tracks at or below a path."""
    try:
        repo = repository.find(os.path.dirname(path))
        inside = below(repo.root, path)
        if not repo.git_dir or not inside:
            return frozenset()
        return frozenset(entry.path.rpartition("/")[2] for entry in Git(repo).list_index([inside]))
    except AdrguardError:
        return frozenset()


def free_name(path: str) -> str:
    """Return the path itself, or with a number where something is there already. Raises OSError."""
    for number in range(1, _MOST_NAMES):
        name = path if number == 1 else f"{path}-{number}"
        if not os.path.lexists(name):
            return name
    raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), path)
