"""Files and folders that are on the disk, not only on their way there, when a call returns."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from typing import TYPE_CHECKING

from adrguard.system import files

if TYPE_CHECKING:
    from collections.abc import Iterable

try:
    import fcntl
except ImportError:
    _FULL_SYNC = 0
else:
    # What macOS calls fsync leaves the data in the drive's own cache.
    _FULL_SYNC = getattr(fcntl, "F_FULLFSYNC", 0)

_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL
_FLAGS = getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0)
_NO_LINKS = frozenset((errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK, errno.EACCES))
_NOT_FOR_FOLDERS = frozenset((errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EBADF, errno.EACCES))


def sync(descriptor: int) -> None:
    """Wait until the disk has what was written to a file."""
    if _FULL_SYNC:
        try:
            fcntl.fcntl(descriptor, _FULL_SYNC)
        except OSError:
            os.fsync(descriptor)  # a network file system may know only this
    else:
        os.fsync(descriptor)


def sync_folder(path: str) -> None:
    """Wait until the disk has the names in a folder, on systems that have a call for it."""
    if os.name == "nt":
        return
    try:
        descriptor = os.open(path, os.O_RDONLY | _FLAGS)
        try:
            sync(descriptor)
        finally:
            os.close(descriptor)
    except OSError as error:
        if error.errno not in _NOT_FOR_FOLDERS:
            raise


def sync_folders(paths: Iterable[str]) -> None:
    """Sync each of these folders once, where it is still there."""
    for path in dict.fromkeys(paths):
        with contextlib.suppress(FileNotFoundError):
            sync_folder(path)


def write_new(path: str, data: bytes, like: os.stat_result | None = None, mode: int = 0) -> None:
    """Make a file that did not exist; on failure there is none.

    It gets the permissions, and as far as it is allowed the owner, of the file that `like` describes, else `mode`
    (0: the usual one).
    """
    descriptor = os.open(path, _NEW | _FLAGS, 0o666)
    try:
        try:
            files.write_all(descriptor, data)
            if like is not None:
                _belong(path, like)
            if like is not None or mode:
                os.chmod(path, stat.S_IMODE(like.st_mode) if like is not None else mode)
            sync(descriptor)
        finally:
            os.close(descriptor)
    except BaseException:
        os.unlink(path)
        raise


def _belong(path: str, like: os.stat_result) -> None:
    own = os.lstat(path)
    if os.name != "nt" and (own.st_uid, own.st_gid) != (like.st_uid, like.st_gid):
        with contextlib.suppress(OSError):  # only the superuser may give files away
            os.chown(path, like.st_uid, like.st_gid)


def copy_attributes(source: str, target: str) -> None:
    """Give a file the extended attributes of another, as far as the system lets us: access lists, labels, tags."""
    if not hasattr(os, "listxattr"):
        return
    with contextlib.suppress(OSError):
        for name in os.listxattr(source):
            with contextlib.suppress(OSError):
                os.setxattr(target, name, os.getxattr(source, name))


def publish(source: str, target: str) -> None:
    """Let a file appear under a name that must be free, whole at once. Raises FileExistsError."""
    try:
        os.link(source, target) if os.name != "nt" else os.rename(source, target)
    except OSError as error:
        if os.name == "nt" or error.errno not in _NO_LINKS:
            raise
        if os.path.lexists(target):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), target) from error
        os.rename(source, target)
        return
    files.remove(source)
