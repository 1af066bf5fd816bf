"""Connections to databases that may be thrown away: opened carefully, replaced at one stroke, gone without a trace.

Only one process writes at a time (whoever holds the lock beside the file), and none of these databases is worth more
than the time that it takes to make it anew. So a rollback journal does: readers wait for the moment of a commit and
never for more, and there are no further files that could outlive the one that they belong to.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import stat
import time
from typing import TYPE_CHECKING

from adrguard.system import files

if TYPE_CHECKING:
    from collections.abc import Iterator

    Identity = tuple[int, int]

PATIENCE_S = 30.0
"""Seconds that a reader waits for a commit that is being written."""

_COMPANIONS = ("-journal", "-wal", "-shm")
_BESIDE = ".new"
_CACHE_KB = 65_536


class NotKeptError(Exception):
    """No database can be kept at the path; `reason` says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def connect(path: str) -> sqlite3.Connection:
    """Open a database that is there. Raises FileNotFoundError, `NotKeptError`, and sqlite3.Error where it is none."""
    try:
        status = os.lstat(path)
    except NotADirectoryError as error:
        raise FileNotFoundError(path) from error
    except PermissionError as error:
        raise NotKeptError(error.strerror or str(error)) from error
    if not stat.S_ISREG(status.st_mode):
        raise NotKeptError(f"{files.kind_of(status.st_mode)} is in its place")
    # Its header is left to SQLite: closing the file here would drop the locks of another connection of this process.
    return _opened(path)


def make_home(folder: str, *, ignored: bool) -> None:
    """Make the folder for a database; with `ignored` one that git does not see. Raises `NotKeptError`.

    No link is followed in its last two parts: what lies in a vault must not choose where something is written.
    """
    try:
        for path in (os.path.dirname(folder), folder):
            with contextlib.suppress(FileExistsError):
                os.mkdir(path)
            mode = os.lstat(path).st_mode
            if not stat.S_ISDIR(mode):
                raise NotKeptError(f"{files.kind_of(mode)} is in the place of its folder")
        mark = os.path.join(folder, ".gitignore")
        if ignored and not os.path.lexists(mark):
            files.write_atomic(mark, b"*\n")
    except OSError as error:
        raise NotKeptError(error.strerror or str(error)) from error


def memory() -> sqlite3.Connection:
    """Open a database that lives as long as the connection."""
    return _opened(":memory:")


def fresh(path: str) -> sqlite3.Connection:
    """Open a new database that nobody else knows of yet. Raises `NotKeptError`."""
    discard(path)
    try:
        return _set(_opened(path), "journal_mode = OFF", "synchronous = OFF")
    except sqlite3.Error as error:
        raise NotKeptError(str(error)) from error


def _opened(path: str) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=PATIENCE_S, isolation_level=None, check_same_thread=False)
    return _set(
        connection,
        "trusted_schema = OFF",
        "cell_size_check = ON",
        "synchronous = NORMAL",
        "cache_spill = OFF",  # or a large change would lock readers out before it is committed
        f"cache_size = -{_CACHE_KB}",
        "temp_store = MEMORY",
    )


def _set(connection: sqlite3.Connection, *pragmas: str) -> sqlite3.Connection:
    try:
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}")
    except BaseException:
        connection.close()
        raise
    return connection


@contextlib.contextmanager
def reading(connection: sqlite3.Connection) -> Iterator[None]:
    """Let several statements see one state."""
    connection.execute("BEGIN")
    try:
        yield
    finally:
        if connection.in_transaction:
            connection.execute("COMMIT")


@contextlib.contextmanager
def writing(connection: sqlite3.Connection) -> Iterator[None]:
    """Let several statements change all or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        with contextlib.suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def identity(path: str) -> Identity | None:
    """Return what tells the file at a path from any other that takes its place, None when there is none."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_dev, status.st_ino


def token() -> str:
    """Return a text that there was never before."""
    return os.urandom(8).hex()


def beside(path: str) -> str:
    """Return a path for the database that is to take the place of the one at `path`."""
    return f"{path}{_BESIDE}-{os.getpid()}-{time.monotonic_ns():x}"


def put(new: str, path: str) -> None:
    """Let a new database take the place of another, or of none. Raises OSError.

    A journal belongs to the name of its database: the old ones go first, lest they are played into the new one.
    """
    descriptor = os.open(new, os.O_RDWR | getattr(os, "O_BINARY", 0))
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    if any(os.path.lexists(path + ending) for ending in _COMPANIONS):
        discard(path)
    files.replace(new, path)


def discard(path: str) -> None:
    """Delete a database and what belongs to it. Raises OSError."""
    for ending in ("", *_COMPANIONS):
        files.remove(path + ending)


def sweep(path: str) -> None:
    """Delete what was begun beside a database and never took its place: only for who holds the lock."""
    folder, name = os.path.split(path)
    with contextlib.suppress(OSError):
        for one in os.listdir(folder):
            if one.startswith(name + _BESIDE):
                files.remove(os.path.join(folder, one))


def has_search(connection: sqlite3.Connection) -> bool:
    """Say whether SQLite was built with full-text search."""
    try:
        connection.execute("CREATE VIRTUAL TABLE temp.probe USING fts5(x)")
        connection.execute("DROP TABLE temp.probe")
    except sqlite3.OperationalError:
        return False
    return True
