"""Where a note below a top folder really lies, and whether it may be written there.

Paths come from command lines, from notes and from journals, any of which may mean harm.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from typing import TYPE_CHECKING

from adrguard.model.errors import AdrguardError
from adrguard.model.record import Record
from adrguard.system import files
from adrguard.system.folders import STATE
from adrguard.system.git import native
from adrguard.system.write_errors import NOTHING, reason_of

if TYPE_CHECKING:
    from collections.abc import Iterator

LARGEST = 64 * 1024 * 1024
_SUFFIXES = (".md", ".markdown")
_OF_GIT = frozenset((".git", "git~1"))
_LONGEST_NAME = 255
_COUNTS_BYTES = sys.platform not in ("win32", "darwin")
_NEVER = frozenset((errno.ENAMETOOLONG, errno.ELOOP, errno.EINVAL, errno.EILSEQ))
"""What no waiting and no permission mends: there cannot be such a file."""
_WRITE = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH


class Target(Record):
    """A note to be written.

    `path` is as it was asked for, `real` where it lies with every link resolved; `status` is None where there is none.
    """

    path: str
    real: str
    status: os.stat_result | None

    @property
    def folder(self) -> str:
        """The folder that it lies in."""
        return os.path.dirname(self.real)

    def content(self) -> bytes | None:
        """Return its bytes, None where there is none. Raises `UnreadableError`."""
        try:
            return files.read_regular(self.real, LARGEST)
        except FileNotFoundError:
            return None


class RefusedError(AdrguardError):
    """A path that no transaction writes to; `reason` says why in a few words, without the path."""

    def __init__(self, path: str, reason: str, hint: str = "") -> None:
        super().__init__(f"{path}: {reason}; {NOTHING}", hint)
        self.reason = reason


def fault(path: str) -> str:
    """Return why a path relative to a top folder is none that may be written, "" for one that may."""
    parts = path.split("/")
    if "\0" in path or "" in parts or "." in parts or ".." in parts or _is_of_windows(path):
        return "not a path within the folder"
    why = _no_name(parts)
    if why:
        return why
    if not path.lower().endswith(_SUFFIXES):
        return "not a Markdown file"
    if any(part.rstrip(" .").lower() in _OF_GIT for part in parts):
        return "it belongs to git"
    if path.lower().startswith(f"{STATE}/"):
        return "it belongs to adrguard's own state"
    return ""


def _no_name(parts: list[str]) -> str:
    """Return why no file can have a path of these parts, "" for one that can."""
    try:
        sizes = [len(part.encode("utf-8", "surrogateescape")) if _COUNTS_BYTES else len(part) for part in parts]
    except UnicodeEncodeError:
        return "it holds a character that no file's name can have"
    return "a name in it is too long for the file system" if max(sizes) > _LONGEST_NAME else ""


def _is_of_windows(path: str) -> bool:
    return os.name == "nt" and ("\\" in path or ":" in path)


def locate(top: str, path: str) -> Target:
    """Find out where a note lies; `top` is resolved, `path` relative to it with forward slashes.

    A link to a note within `top` is followed. Raises `RefusedError` for what may not be written, whatever is there, and
    OSError.
    """
    why = fault(path)
    if why:
        raise RefusedError(path, why)
    named = os.path.join(top, *native(path).split("/"))
    real = os.path.realpath(named)
    inside = real[len(top) :].strip(os.sep).replace(os.sep, "/") if files.is_inside(real, top) else ""
    why = fault(inside) if inside else f"it leads out of {top}"
    if why:
        raise RefusedError(path, why if not inside or inside == path else f"it leads to {inside}: {why}")
    try:
        status = os.lstat(real)
    except FileNotFoundError:
        status = None
    except NotADirectoryError as error:
        raise RefusedError(path, "a file stands where a folder should be", "move it out of the way") from error
    except OSError as error:
        if error.errno not in _NEVER:
            raise
        raise RefusedError(path, reason_of(error)[0], "choose another name") from error
    if status is None and os.path.lexists(named):
        raise RefusedError(path, "it is a link to a file that is not there", "mend the link or delete it")
    if status is not None and not stat.S_ISREG(status.st_mode):
        raise RefusedError(path, f"it is {files.kind_of(status.st_mode)}", "move it out of the way")
    return Target(path, real, status)


def is_link(top: str, path: str) -> bool:
    """Say whether the note's own name is a link."""
    return os.path.islink(os.path.join(top, *native(path).split("/")))


def refuse_readonly(target: Target) -> None:
    """Raise `RefusedError` where the note or its folder is read-only, for the superuser too: it was meant to be."""
    if target.status is not None and is_readonly(target.real, target.status):
        raise RefusedError(target.path, "the file is read-only", "make it writable")
    folder = next(_standing(target.folder))
    status = os.stat(folder)
    if not stat.S_ISDIR(status.st_mode):
        raise RefusedError(target.path, "a file stands where a folder should be", "move it out of the way")
    if os.name != "nt" and is_readonly(folder, status):
        raise RefusedError(target.path, f"the folder {folder} is read-only", "make it writable")


def is_readonly(path: str, status: os.stat_result) -> bool:
    """Say whether a file or folder is not to be written to, by its mode or by the system."""
    return not status.st_mode & _WRITE or not os.access(path, os.W_OK)


def missing_folders(target: Target) -> list[str]:
    """Return the folders that have to be made for a note, outermost first."""
    found = []
    folder = target.folder
    while not os.path.lexists(folder):
        found.append(folder)
        folder = os.path.dirname(folder)
    return found[::-1]


def _standing(folder: str) -> Iterator[str]:
    while True:
        if os.path.lexists(folder):
            yield folder
        folder = os.path.dirname(folder)


def identity(target: Target) -> tuple[object, ...]:
    """Return what two names of one file have in common, on file systems that do not tell case apart too."""
    if target.status is not None:
        return (target.status.st_dev, target.status.st_ino, target.real.casefold())
    return (target.real.casefold(),)
