"""Read regular files without being led astray, and replace files so that nobody ever sees half of one."""

from __future__ import annotations

import errno
import os
import stat
import time

from adrguard.model.errors import AdrguardError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_NOFOLLOW = getattr(os, "O_NOFOLLOW", 0)
_NONBLOCK = getattr(os, "O_NONBLOCK", 0)
_BINARY = getattr(os, "O_BINARY", 0)
_CLOEXEC = getattr(os, "O_CLOEXEC", 0)
_REPLACE_TRIES = 100  # a second in all: scanners for viruses read what was just written
_LARGEST = (1 << 62) - 1
_KB, _MB = 1000, 1_000_000


_DENIED = "Permission denied"
_WAY_OUT = "run as its owner, or let yourself read it"


class UnreadableError(AdrguardError):
    """A file that cannot be read, or must not be; `reason` says why in a few words, without the path."""

    about_size = False

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path}: {reason}", _WAY_OUT if reason.endswith(_DENIED) else "")
        self.path = path
        self.reason = reason


class TooLargeError(UnreadableError):
    """A file over the limit; `size` is its size in bytes (0 when the device would not say)."""

    about_size = True

    def __init__(self, path: str, size: int, limit: int) -> None:
        super().__init__(path, f"too large ({megabytes(size)}, limit {megabytes(limit)})")
        self.size = size


def megabytes(size: int) -> str:
    """Return a size in bytes as people read it: ``2.1 MB``, ``90.3 kB``, ``12 bytes``."""
    if size < _KB:
        return f"{size} bytes"
    return f"{size / _MB:.1f} MB" if size >= _MB / 10 else f"{size / _KB:.1f} kB"


def read_regular(path: str, limit: int = 0, root: str = "") -> bytes:
    """Return the bytes of a regular file.

    Raises FileNotFoundError when there is none, and `UnreadableError` for links, folders, FIFOs, devices, files over
    `limit` bytes (0: no limit) and those the system refuses. With `root`, a path whose folder lies outside it (through
    `..` or a link on the way) is refused too. Nothing but a regular file is ever opened for reading.
    """
    if root and not is_inside(os.path.dirname(path), root):
        raise UnreadableError(path, f"lies outside of {root}")
    try:
        # Looked at first, as opening alone has effects on some devices, and once open, as it may have changed since.
        _check_kind(path, os.lstat(path).st_mode)
        descriptor = os.open(path, os.O_RDONLY | _NOFOLLOW | _NONBLOCK | _BINARY | _CLOEXEC)
        try:
            status = os.fstat(descriptor)
            _check_kind(path, status.st_mode)
            if limit and status.st_size > limit:
                raise TooLargeError(path, status.st_size, limit)
            data = _read_all(descriptor, status.st_size, limit)
        finally:
            os.close(descriptor)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path) from error
    except (OSError, ValueError) as error:
        raise UnreadableError(path, f"unreadable: {getattr(error, 'strerror', None) or error}") from error
    if limit and len(data) > limit:
        raise TooLargeError(path, len(data), limit)
    return data


def _read_all(descriptor: int, expected: int, limit: int) -> bytes:
    most = limit + 1 if limit else _LARGEST
    parts = []
    total = 0
    while total < most and (part := os.read(descriptor, min(max(expected - total, 0) + 1, most - total, 1 << 24))):
        parts.append(part)
        total += len(part)
    return parts[0] if len(parts) == 1 else b"".join(parts)


def _check_kind(path: str, mode: int) -> None:
    if not stat.S_ISREG(mode):
        raise UnreadableError(path, kind_of(mode))


def kind_of(mode: int) -> str:
    """Return what a file of this mode is, for a person: ``a folder``, ``a symbolic link``, ``a FIFO``."""
    kinds = (
        (stat.S_ISREG, "a regular file"),
        (stat.S_ISDIR, "a folder"),
        (stat.S_ISLNK, "a symbolic link"),
        (stat.S_ISFIFO, "a FIFO"),
        (stat.S_ISSOCK, "a socket"),
        (stat.S_ISCHR, "a device"),
        (stat.S_ISBLK, "a device"),
    )
    return next((name for test, name in kinds if test(mode)), "not a regular file")


def is_inside(path: str, root: str) -> bool:
    """Say whether `path`, with every link resolved, is `root` or lies below it."""
    real = os.path.realpath(path)
    # What begins a path without links has none itself, and mostly the root has none.
    return any(real == top or real.startswith(top.rstrip(os.sep) + os.sep) for top in _spelt(root))


def _spelt(root: str) -> Iterator[str]:
    if os.path.isabs(root):
        yield root
    yield os.path.realpath(root)


def write_atomic(path: str, data: bytes, *, durable: bool = True) -> None:
    """Replace a file (or make it, with its folder) so that a reader sees the old bytes or the new, whatever happens.

    A link is followed to what it names; an existing file keeps its mode. `durable` waits until the disk has it, which a
    cache can do without. Raises OSError as the system does, and `UnreadableError` instead of replacing a device, a FIFO
    or a folder; then the old file stands and nothing is left behind.
    """
    target = os.path.realpath(path)
    os.makedirs(os.path.dirname(target), exist_ok=True)
    beside = f"{target}.{os.getpid()}-{time.monotonic_ns():x}.tmp"
    try:
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY | _CLOEXEC, 0o666)
    except OSError as error:
        error.filename = target  # which is what the caller knows
        raise
    try:
        try:
            write_all(descriptor, data)
            _keep_mode(target, beside)
            if durable:
                os.fsync(descriptor)
        finally:
            os.close(descriptor)
        replace(beside, target)
    except BaseException:
        os.unlink(beside)
        raise


def moment(folder: str) -> tuple[int, int]:
    """Return what the time is for the file system of a folder, in ns, and its device; ``(0, -1)`` where none can tell.

    Whatever is written on it from now on has this time of change or a later one.
    """
    path = os.path.join(folder, f"moment.{os.getpid()}-{time.monotonic_ns():x}.tmp")
    try:
        os.makedirs(folder, exist_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY | _CLOEXEC, 0o666)
        try:
            os.write(descriptor, b"\n")
            status = os.fstat(descriptor)
        finally:
            os.close(descriptor)
            os.unlink(path)
    except OSError:
        return 0, -1
    return status.st_mtime_ns, status.st_dev


def write_inside(root: str, path: str, data: bytes) -> None:
    """Replace or make a file of a repository's working tree, as `write_atomic` does.

    Raises `UnreadableError` where a link leads out of `root`, or into git's own files: what is in a repository must not
    choose what else is overwritten.
    """
    target, top = os.path.realpath(path), os.path.realpath(root)
    parts = target[len(top) :].lower().split(os.sep)
    if not is_inside(target, top) or ".git" in parts:
        raise UnreadableError(path, f"not written, as it leads to {target}")
    write_atomic(path, data)


def append(path: str, data: bytes, limit: int) -> bool:
    """Write to the end of a regular file (made where there is none), in one piece; False where it would pass `limit`.

    Raises OSError as the system does, and `UnreadableError` for what is no regular file.
    """
    if os.path.exists(path):
        _check_kind(path, os.stat(path).st_mode)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | _NONBLOCK | _BINARY | _CLOEXEC, 0o666)
    try:
        status = os.fstat(descriptor)
        _check_kind(path, status.st_mode)
        if status.st_size + len(data) > limit:
            return False
        write_all(descriptor, data)
    finally:
        os.close(descriptor)
    return True


def write_all(descriptor: int, data: bytes) -> None:
    """Write all of the bytes, however few the system takes at a time."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def _keep_mode(target: str, beside: str) -> None:
    try:
        mode = os.stat(target).st_mode
    except FileNotFoundError:
        return
    _check_kind(target, mode)
    os.chmod(beside, stat.S_IMODE(mode))


def replace(beside: str, target: str) -> None:
    """Let a file take the place of another, or of none."""
    _patiently(lambda: os.replace(beside, target))


def remove(path: str) -> None:
    """Delete a file that may be gone already."""
    try:
        _patiently(lambda: os.unlink(path))
    except FileNotFoundError:
        return


def _patiently(change: Callable[[], None]) -> None:
    # On Windows a file that somebody else has open stays where it is; readers of ours are done within milliseconds.
    for attempt in range(_REPLACE_TRIES):
        try:
            change()
        except PermissionError:
            if os.name != "nt" or attempt == _REPLACE_TRIES - 1:
                raise
            time.sleep(0.01)
        else:
            return
