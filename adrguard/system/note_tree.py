"""Which notes lie below a folder, and a stamp of each that changes when it does: looked at before every answer."""

from __future__ import annotations

import errno
import os
import stat
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from adrguard.model.record import Record
from adrguard.system.files import UnreadableError, kind_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    Stamp = tuple[int, int, int, int]
    """Size in bytes, time of the last change of its content and of its status in ns, inode."""

MOST_NOTES = 250_000
MOST_FOLDERS = 100_000
_MOST_DEPTH = 64
_PASSED_OVER = frozenset(("node_modules", "__pycache__"))
_ENDINGS = (".md", ".markdown")
_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_BINARY", 0)
    | getattr(os, "O_CLOEXEC", 0)
)
_FOLDER = _FLAGS | getattr(os, "O_DIRECTORY", 0)
_TOP = _FOLDER & ~getattr(os, "O_NOFOLLOW", 0)
_LISTS_OPENED = os.scandir in os.supports_fd
_HAS_STATUS_TIME = sys.platform != "win32"  # there it is the time of birth
_CHUNK = 1 << 24
_RACY_NS = 2_000_000_000
_LARGEST_NUMBER = (1 << 63) - 1  # that a database takes


class Listing(Record):
    """The notes below a folder: stamps by path relative to it (forward slashes), and what was passed over, and why."""

    stamps: dict[str, Stamp]
    passed_over: tuple[tuple[str, str], ...]


def listed(folder: str) -> Listing:
    """List the notes below a folder. Never raises: what cannot be looked into is told.

    Hidden folders and those of packages are passed over without a word; links are never followed.
    """
    stamps: dict[str, Stamp] = {}
    passed: list[tuple[str, str]] = []
    waiting = [""]
    looked = 0
    while waiting:
        prefix = waiting.pop()
        if looked == MOST_FOLDERS or len(stamps) >= MOST_NOTES:
            passed.append((prefix or ".", f"too much to look through: the first {len(stamps)} notes are taken"))
            break
        looked += 1
        if prefix.count("/") > _MOST_DEPTH:
            passed.append((prefix, "nested too deeply"))
            continue
        try:
            with _entries(f"{folder}/{prefix[:-1]}" if prefix else folder, is_top=not prefix) as entries:
                _look_through(entries, prefix, stamps, passed, waiting)
        except OSError as error:
            passed.append((prefix or ".", f"cannot be looked into: {_words(error)}"))
    return Listing(stamps, tuple(passed))


@contextmanager
def _entries(path: str, *, is_top: bool) -> Iterator[Iterable[os.DirEntry[str]]]:
    """Open a folder and go through it: the system finds what lies in an opened one in a tenth less of the time.

    The top may be a link. What lies below it has been seen to be a folder, and is none any more if it is a link now.
    """
    if not _LISTS_OPENED:
        with os.scandir(path) as entries:
            yield entries
        return
    descriptor = os.open(path, _TOP if is_top else _FOLDER)
    try:
        with os.scandir(descriptor) as entries:
            yield entries
    finally:
        os.close(descriptor)


def _look_through(
    entries: Iterable[os.DirEntry[str]],
    prefix: str,
    stamps: dict[str, Stamp],
    passed: list[tuple[str, str]],
    waiting: list[str],
) -> None:
    """Sort in what lies in a folder. Of a vault this is what takes time, and before every answer: so notes go first."""
    for entry in entries:
        name = entry.name
        if name[0] == ".":
            continue
        if name.endswith(".md"):
            try:
                status = entry.stat(follow_symlinks=False)
            except OSError:
                status = None
            if status and stat.S_ISREG(status.st_mode):
                stamps[prefix + name] = _stamp(status)
                continue
        _sort_in(entry, prefix + name, stamps, passed, waiting)


def _sort_in(
    entry: os.DirEntry[str], path: str, stamps: dict[str, Stamp], passed: list[tuple[str, str]], waiting: list[str]
) -> None:
    try:
        if entry.is_dir(follow_symlinks=False):
            if entry.name not in _PASSED_OVER:
                waiting.append(f"{path}/")
        elif path.lower().endswith(_ENDINGS):
            status = entry.stat(follow_symlinks=False)
            if stat.S_ISREG(status.st_mode):
                stamps[path] = _stamp(status)
            else:
                passed.append((path, f"{kind_of(status.st_mode)} is not read"))
        elif entry.is_symlink() and entry.is_dir():
            passed.append((path, "a link to a folder is not followed"))
    except FileNotFoundError:
        return  # it went away just now
    except OSError as error:
        passed.append((path, f"cannot be looked at: {_words(error)}"))


def _stamp(status: os.stat_result) -> Stamp:
    changed = status.st_ctime_ns if _HAS_STATUS_TIME else status.st_mtime_ns
    return status.st_size, status.st_mtime_ns, changed, status.st_ino & _LARGEST_NUMBER


def is_settled(stamp: Stamp, read_ns: int) -> bool:
    """Say whether a file with this stamp, read at this moment, cannot have been written since without showing it.

    What was written just before it was read may be written again within the same tick of the file system's clock.
    """
    return stamp[2] < read_ns - _RACY_NS


def now_ns() -> int:
    """Return the moment, as file systems count it."""
    return time.time_ns()


def read(path: str, limit: int) -> tuple[bytes, Stamp]:
    """Return the first `limit` bytes of a note, and its stamp as it was read.

    Raises `UnreadableError`, also where it is no regular file (any more), and FileNotFoundError where it is gone.
    """
    try:
        descriptor = os.open(path, _FLAGS)
        try:
            status = os.fstat(descriptor)
            if not stat.S_ISREG(status.st_mode):
                raise UnreadableError(path, kind_of(status.st_mode))
            wanted = min(status.st_size, limit)  # what it grew by meanwhile is another stamp's
            data = os.read(descriptor, min(wanted, _CHUNK))
            while len(data) < wanted and (more := os.read(descriptor, min(wanted - len(data), _CHUNK))):
                data += more
        finally:
            os.close(descriptor)
    except (FileNotFoundError, NotADirectoryError):
        raise
    except (OSError, ValueError) as error:
        reason = "a symbolic link" if getattr(error, "errno", 0) == errno.ELOOP else f"unreadable: {_words(error)}"
        raise UnreadableError(path, reason) from error
    return data, _stamp(status)


def _words(error: OSError | ValueError) -> str:
    return getattr(error, "strerror", None) or str(error)
