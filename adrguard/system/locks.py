"""A lock that the system takes back when its holder dies, however that comes about.

The lock's file also holds a mark that changes with every transaction, so that readers can tell whether one happened
while they read.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import sys
import time
from typing import TYPE_CHECKING

from adrguard.system import files
from adrguard.system.write_errors import LockedError, WriteError

if TYPE_CHECKING:
    from collections.abc import Iterator

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_FLAGS = getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0)
_NONBLOCK = getattr(os, "O_NONBLOCK", 0)
_HELD = frozenset((errno.EAGAIN, errno.EACCES, errno.EWOULDBLOCK, errno.EDEADLK))
_MARK = 16  # bytes
_LINE = 40
_BEYOND = 1 << 30  # Windows keeps others from reading what is locked, so it is a byte that nobody reads
_FIRST_WAIT_S, _LONGEST_WAIT_S = 0.001, 0.005


class Lock:
    """A lock that is held."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def mark(self) -> None:
        """Change the mark."""
        self._write(os.urandom(_MARK // 2).hex())

    def sign(self) -> None:
        """Say who holds the lock; the mark stays."""
        os.lseek(self._descriptor, 0, os.SEEK_SET)
        self._write(os.read(self._descriptor, _MARK).decode("ascii", "replace"))

    def _write(self, mark: str) -> None:
        os.lseek(self._descriptor, 0, os.SEEK_SET)
        files.write_all(self._descriptor, f"{mark:<{_MARK}.{_MARK}} {os.getpid()}".ljust(_LINE - 1).encode() + b"\n")


@contextlib.contextmanager
def held(path: str, top: str, wait_s: float) -> Iterator[Lock]:
    """Hold the lock whose file is at `path`; `top` is what it is the lock of.

    Raises `LockedError` when another process still holds it after `wait_s` seconds, `WriteError` where locks are not to
    be had, and OSError.
    """
    descriptor = _taken(path, top, time.monotonic() + wait_s)
    try:
        lock = Lock(descriptor)
        lock.sign()
        yield lock
    finally:
        os.close(descriptor)  # which gives the lock back


def _taken(path: str, top: str, until: float) -> int:
    wait = _FIRST_WAIT_S
    while True:
        descriptor = _opened(path)
        try:
            _check_kind(path, os.fstat(descriptor).st_mode)
            if _locked(descriptor, top) and _is_current(descriptor, path):
                return descriptor
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)
        if time.monotonic() >= until:
            raise LockedError(f"another adrguard is writing in {top}{_holder(path)}", "try again when it is done")
        time.sleep(wait)
        wait = min(wait * 2, _LONGEST_WAIT_S)


def _opened(path: str) -> int:
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT | _NONBLOCK | _FLAGS, 0o666)
    except OSError:
        with contextlib.suppress(FileNotFoundError):
            _check_kind(path, os.lstat(path).st_mode)
        raise


def _check_kind(path: str, mode: int) -> None:
    if not stat.S_ISREG(mode):
        raise WriteError(f"{path}: {files.kind_of(mode)}, not a lock", "move it out of the way")


def _locked(descriptor: int, top: str) -> bool:
    try:
        _lock(descriptor)
    except OSError as error:
        if error.errno in _HELD:
            return False
        reason = f"{top}: its file system has no locks ({error.strerror}), which keep notes whole"
        raise WriteError(reason, "move the notes to a local disk") from error
    return True


def _lock(descriptor: int) -> None:
    if sys.platform == "win32":
        os.lseek(descriptor, _BEYOND, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _is_current(descriptor: int, path: str) -> bool:
    """Say whether the file that was locked is still the one at its path: somebody may have cleaned up."""
    try:
        return os.path.samestat(os.fstat(descriptor), os.lstat(path))
    except FileNotFoundError:
        return False


def _holder(path: str) -> str:
    number = _text(path)[_MARK:].strip()
    return f" (process {number})" if number.isdigit() else ""


def read_mark(path: str) -> str:
    """Return the mark of the lock at `path`, "" when there was never a transaction."""
    return _text(path)[:_MARK].strip()


def _text(path: str) -> str:
    try:
        return files.read_regular(path, 1 << 12).decode("ascii", "replace")
    except (FileNotFoundError, files.UnreadableError):
        return ""


def is_held(path: str) -> bool:
    """Say whether a process holds the lock at `path` right now."""
    try:
        descriptor = os.open(path, os.O_RDWR | _NONBLOCK | _FLAGS)
    except OSError:
        return False
    try:
        _lock(descriptor)
    except OSError:
        return True
    finally:
        os.close(descriptor)
    return False
