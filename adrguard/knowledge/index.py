"""The index: opened, brought up to date before every answer, made anew whenever anything is wrong with it.

It is looked after by whoever reads: `refresh` lists the notes, compares their stamps with what is kept, and reads what
changed. Nothing that was indexed is ever written to. One process writes at a time, by the lock beside the file; where
no file can be kept there (a read-only disk), the index lives in memory as long as its `Index` does.

A program that lives long keeps one `Index` and calls `refresh` before each search. It may be used from several threads.
"""

from __future__ import annotations

import contextlib
import gc
import sqlite3
import threading
from typing import TYPE_CHECKING, TypeVar

from adrguard.knowledge import schema, vectors
from adrguard.knowledge.changes import Changes, Counts, Known, Source, listed
from adrguard.knowledge.paths import decoded
from adrguard.model.errors import AdrguardError
from adrguard.model.record import Record
from adrguard.system import locks, sqlite
from adrguard.system.sqlite import NotKeptError
from adrguard.system.write_errors import LockedError, WriteError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from adrguard.knowledge.changes import Progress

T = TypeVar("T")

MANY = 2_000
"""Changed notes from which on all of it is made anew beside what is there: then readers need not wait for it."""
_TRIES = 3
_MANY_OBJECTS = 100_000
_LOCK_S = 60.0
"""Seconds to wait for another process that brings the index up to date."""
_OF_THE_DISK = frozenset(
    (
        *(sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR),
        *(sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PERM, sqlite3.SQLITE_NOLFS),
    )
)
_PURPOSE = "purpose"
_NOTHING = Known({}, {})


class Home(Record):
    """Where an index is kept: a folder and the name of its file; `top` is what its lock is said to be of.

    `ignored` says that git must not see the folder.
    """

    folder: str
    name: str
    top: str
    ignored: bool = False

    @property
    def path(self) -> str:
        """The path of the file."""
        return f"{self.folder}/{self.name}"


class Index:
    """An index of the notes of a `Source`."""

    def __init__(self, source: Source, home: Home) -> None:
        self.source = source
        self.home = home
        self.why_in_memory = ""
        self._connection: sqlite3.Connection | None = None
        self._identity: sqlite.Identity | None = None
        self._known: Known | None = None
        self._known_at = ""
        self._turn = threading.RLock()

    def close(self) -> None:
        """Let go of the file."""
        with self._turn:
            if self._connection is not None:
                self._connection.close()
            self._connection = self._identity = self._known = None

    def refresh(self, progress: Progress | None = None, *, force: bool = False) -> Counts:
        """Bring the index up to date; with `force` make it anew. Return what was done.

        Raises `AdrguardError` where another process is at it for too long, or SQLite lacks what is needed.
        """
        with self._turn:
            for attempt in range(_TRIES):
                try:
                    return self._refreshed(progress, force=force or attempt > 0)
                except sqlite3.ProgrammingError:
                    raise  # a fault of ours
                except sqlite3.Error as error:
                    self._failed(error, last=attempt == _TRIES - 1)
            raise AdrguardError("the index cannot be made")

    def read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Return what `work` finds in one state of the index: that of the last `refresh`, or a later one.

        `work` may be called twice, as an index that turns out to be spoilt is made anew.
        """
        with self._turn:
            for attempt in range(_TRIES):
                connection = self._connection
                if connection is None:
                    self.refresh()
                    continue
                try:
                    with sqlite.reading(connection):
                        return work(connection)
                except sqlite3.ProgrammingError:
                    raise  # a fault of ours
                except sqlite3.Error as error:
                    self._failed(error, last=attempt == _TRIES - 1)
            raise AdrguardError("the index cannot be read")

    def write(self, work: Callable[[sqlite3.Connection], None], wait_s: float = _LOCK_S) -> bool:
        """Let `work` change what is kept beside the notes, all or nothing, and return whether that was possible.

        It is not where another process writes for longer than `wait_s` seconds, and where the disk takes nothing.
        """
        with self._turn, contextlib.ExitStack() as stack:
            try:
                if not self.why_in_memory:
                    stack.enter_context(locks.held(f"{self.home.path}.lock", self.home.top, wait_s))
                connection = self._current()
                if connection is None:
                    return False
                with sqlite.writing(connection):
                    work(connection)
            except sqlite3.ProgrammingError:
                raise  # a fault of ours
            except (OSError, LockedError, WriteError, NotKeptError, sqlite3.Error):
                return False  # the next read finds out what is wrong with it
        return True

    # Bringing it up to date

    def _refreshed(self, progress: Progress | None, *, force: bool) -> Counts:
        try:
            return (
                self._refreshed_in_file(progress, force=force) if not self.why_in_memory else self._in_memory(progress)
            )
        except LockedError as error:
            hint = "try again in a moment: the index is being brought up to date"
            raise AdrguardError(error.message, hint) from error
        except (OSError, WriteError, NotKeptError) as error:
            self._give_up_file(str(getattr(error, "strerror", "") or getattr(error, "reason", "") or error))
            return self._in_memory(progress)

    def _refreshed_in_file(self, progress: Progress | None, *, force: bool) -> Counts:
        connection = None if force else self._current()
        if connection is not None:
            changes = Changes(self.source, listed(self.source), self._state(connection))
            if changes.is_nothing():
                return changes.counts()
        sqlite.make_home(self.home.folder, ignored=self.home.ignored)
        with locks.held(f"{self.home.path}.lock", self.home.top, _LOCK_S):
            return self._with_lock(progress, force=force)

    def _with_lock(self, progress: Progress | None, *, force: bool) -> Counts:
        sqlite.sweep(self.home.path)
        # Listed again, as another process may have been at it while we waited.
        found = listed(self.source)
        connection = None if force else self._current()
        if connection is not None:
            changes = Changes(self.source, found, self._state(connection))
            if len(changes.to_read) <= MANY:
                return self._written(connection, changes, progress)
        changes = Changes(self.source, found, _NOTHING)
        new = sqlite.beside(self.home.path)
        try:
            old = "" if force else self.home.path
            counts = self._built(sqlite.fresh(new), changes, progress, close=True, old=old)
            self.close()
            sqlite.put(new, self.home.path)
        except BaseException:
            sqlite.discard(new)
            raise
        self._current()
        return counts

    def _in_memory(self, progress: Progress | None) -> Counts:
        found = listed(self.source)
        if self._connection is not None:
            return self._written(self._connection, Changes(self.source, found, self._state(self._connection)), progress)
        connection = sqlite.memory()
        try:
            counts = self._built(connection, Changes(self.source, found, _NOTHING), progress, close=False)
        except BaseException:
            connection.close()
            raise
        self._connection = connection
        return counts

    def _built(
        self, connection: sqlite3.Connection, changes: Changes, progress: Progress | None, *, close: bool, old: str = ""
    ) -> Counts:
        """Fill an empty database; the vectors of the index at `old` are taken over."""
        try:
            with sqlite.writing(connection), _rarely_collecting():
                schema.create(connection)
                schema.put(connection, _PURPOSE, self.source.purpose)
                counts = changes.write(connection, progress)
                if old:
                    vectors.take_over(connection, old)
                schema.put(connection, schema.GENERATION, sqlite.token())
                schema.finish(connection)
        except sqlite3.OperationalError as error:
            if not sqlite.has_search(connection):
                hint = "use a Python whose SQLite has it: those of python.org, of uv and of most systems do"
                raise AdrguardError(
                    f"the SQLite of this Python has no full-text search (FTS5): {error}", hint
                ) from error
            raise
        finally:
            if close:
                connection.close()
        return counts

    def _written(self, connection: sqlite3.Connection, changes: Changes, progress: Progress | None) -> Counts:
        if changes.is_nothing():
            return changes.counts()
        with sqlite.writing(connection):
            counts = changes.write(connection, progress)
            schema.put(connection, schema.GENERATION, sqlite.token())
        self._known = None
        return counts

    # The connection

    def _current(self) -> sqlite3.Connection | None:
        """Return a connection to the whole index that is at its path now, None where there is none."""
        if self.why_in_memory:
            return self._connection
        now = sqlite.identity(self.home.path)
        if self._connection is not None and (now is None or now != self._identity):
            self.close()  # it was replaced or deleted
        if self._connection is None and now is not None:
            self._open()
        return self._connection

    def _open(self) -> None:
        try:
            connection = sqlite.connect(self.home.path)
        except FileNotFoundError:
            return
        try:
            usable = schema.is_finished(connection) and schema.get(connection, _PURPOSE) == self.source.purpose
        except sqlite3.DatabaseError:
            usable = False
        if not usable:
            connection.close()
            return
        self._connection, self._identity, self._known = connection, sqlite.identity(self.home.path), None

    def _state(self, connection: sqlite3.Connection) -> Known:
        """Return what is kept of every note, read again only where somebody wrote since."""
        with sqlite.reading(connection):
            generation = schema.get(connection, schema.GENERATION)
            if self._known is None or self._known_at != generation:
                self._known, self._known_at = _known(connection), generation
        return self._known

    def _failed(self, error: sqlite3.Error, *, last: bool) -> None:
        """Make ready for another try after SQLite failed: anew, or in memory where the disk is the matter."""
        if last:
            self.close()
            raise AdrguardError(f"the index cannot be made: {error}", "is the disk full?") from error
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in _OF_THE_DISK and not self.why_in_memory:
            self._give_up_file(str(error))
            return
        self.close()
        if not self.why_in_memory:
            with contextlib.suppress(OSError):
                sqlite.discard(self.home.path)

    def _give_up_file(self, why: str) -> None:
        self.close()
        self.why_in_memory = why


def _known(connection: sqlite3.Connection) -> Known:
    query = "SELECT path, id, size, modified, changed, inode, settled, hash, trouble FROM notes"
    known = Known({}, {})
    unsettled = []
    for path, number, *stamp, settled, hashed, trouble in connection.execute(query):
        shown = decoded(path)
        known.notes[shown] = (number, hashed, trouble)
        known.stamps[shown] = tuple(stamp)
        if not settled:
            unsettled.append(shown)
    return known.replace(unsettled=tuple(unsettled))


@contextlib.contextmanager
def _rarely_collecting() -> Iterator[None]:
    """Let Python look for cycles more rarely: there are hardly any among very many new tuples, and each look costs."""
    before = gc.get_threshold()
    gc.set_threshold(_MANY_OBJECTS, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
