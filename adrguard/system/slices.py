"""Files that are kept under a short name in a folder of their own: made whole or not at all, never written again."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import time
from typing import TYPE_CHECKING

from adrguard.model.record import Record
from adrguard.system import durable, files
from adrguard.system.files import UnreadableError
from adrguard.system.write_errors import from_system

if TYPE_CHECKING:
    from collections.abc import Iterator

_OPEN = getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0)
_NONBLOCK = getattr(os, "O_NONBLOCK", 0)
_TEMPORARY = ".tmp"
_ABANDONED_S = 86_400
PIECE = 1 << 20


class Kept(Record):
    """A file of the folder: its name, its size in bytes, and when it was last wanted (seconds since 1970)."""

    name: str
    size: int
    when: float


class Spool:
    """A file that is being written and has no name yet."""

    def __init__(self, path: str, descriptor: int) -> None:
        self.path = path
        self.size = 0
        self._descriptor = descriptor

    def write(self, data: bytes) -> None:
        """Write on. Raises OSError."""
        files.write_all(self._descriptor, data)
        self.size += len(data)

    def sync(self) -> None:
        """Wait until the disk has it. Raises OSError."""
        durable.sync(self._descriptor)

    def close(self) -> None:
        """Close it; it is still there."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def drop(self) -> None:
        """Delete it."""
        self.close()
        with contextlib.suppress(OSError):
            files.remove(self.path)


class Slices:
    """The folder at `path`, whose own folder must be there. Nothing is made before `spool`."""

    def __init__(self, path: str) -> None:
        self.path = path

    def spool(self) -> Spool:
        """Begin a file that only its owner may read. Raises `WriteError`."""
        try:
            with contextlib.suppress(FileExistsError):
                os.mkdir(self.path, 0o700)
            if not stat.S_ISDIR(os.lstat(self.path).st_mode):
                raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), self.path)
            path = os.path.join(self.path, f"{os.getpid()}-{time.monotonic_ns():x}{_TEMPORARY}")
            return Spool(path, os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _OPEN, 0o600))
        except OSError as error:
            raise from_system(error, self.path) from error

    def publish(self, spool: Spool, name: str) -> bool:
        """Give a spool that was synced its name; return False where that is taken. Raises OSError."""
        spool.close()
        try:
            durable.publish(spool.path, os.path.join(self.path, name))
        except FileExistsError:
            return False
        return True

    def write_new(self, name: str, data: bytes) -> bool:
        """Make a small file; return False where its name is taken. Raises OSError and `WriteError`."""
        spool = self.spool()
        try:
            spool.write(data)
            spool.sync()
            return self.publish(spool, name)
        finally:
            spool.drop()

    def read(self, name: str, limit: int = 0) -> bytes:
        """Return a file's bytes. Raises FileNotFoundError and `UnreadableError`; see `files.read_regular`."""
        return files.read_regular(os.path.join(self.path, name), limit, self.path)

    def pieces(self, name: str) -> Iterator[bytes]:
        """Yield a file's bytes piece by piece. Raises as `read`, before the first piece."""
        return _pieces(_opened(os.path.join(self.path, name)))

    def size(self, name: str) -> int:
        """Return a file's size in bytes, -1 where there is none."""
        try:
            status = os.lstat(os.path.join(self.path, name))
        except OSError:
            return -1
        return status.st_size if stat.S_ISREG(status.st_mode) else -1

    def touch(self, name: str) -> None:
        """Say that a file was wanted just now."""
        with contextlib.suppress(OSError):
            os.utime(os.path.join(self.path, name))

    def all(self) -> list[Kept]:
        """Return what is kept, in no order; abandoned spools are deleted on the way."""
        found = []
        try:
            entries = list(os.scandir(self.path))
        except OSError:
            return []
        for entry in entries:
            try:
                status = entry.stat(follow_symlinks=False)
            except OSError:
                continue
            if not stat.S_ISREG(status.st_mode):
                continue
            if not entry.name.endswith(_TEMPORARY):
                found.append(Kept(entry.name, status.st_size, status.st_mtime))
            elif time.time() - status.st_mtime > _ABANDONED_S:
                self.remove(entry.name)
        return found

    def remove(self, name: str) -> None:
        """Delete a file, as far as that is allowed."""
        with contextlib.suppress(OSError):
            files.remove(os.path.join(self.path, name))


def _opened(path: str) -> int:
    try:
        descriptor = os.open(path, os.O_RDONLY | _OPEN | _NONBLOCK)
    except FileNotFoundError:
        raise
    except (OSError, ValueError) as error:
        raise UnreadableError(path, f"unreadable: {getattr(error, 'strerror', None) or error}") from error
    mode = os.fstat(descriptor).st_mode
    if not stat.S_ISREG(mode):
        os.close(descriptor)
        raise UnreadableError(path, files.kind_of(mode))
    return descriptor


def _pieces(descriptor: int) -> Iterator[bytes]:
    try:
        while part := os.read(descriptor, PIECE):
            yield part
    finally:
        os.close(descriptor)
