"""Folders of notes that git does not track: which notes lie in them, and a stamp that changes when one does."""

from __future__ import annotations

import os
import stat
import time
from zlib import crc32

from adrguard.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    Stamp = tuple[tuple[str, int, int, int], ...]

MOST_NOTES = 50_000
MOST_FOLDERS = 20_000
_MOST_DEPTH = 32
_RACY_NS = 2_000_000_000
_PASSED_OVER = frozenset(("node_modules", "__pycache__"))

STATE = ".adrguard/state"
"""Where transactions over the notes below a folder keep their lock and their journal, relative to that folder."""

_JOURNAL = f"{STATE}/journal"


class Listed(Record):
    """The Markdown files below a folder: relative path with forward slashes, and status; in order of path.

    `is_whole` says whether the search came to its end; `unseen` are the folders below ("" is the folder itself) that
    were passed over though notes may lie in them, and why.
    """

    notes: list[tuple[str, os.stat_result]]
    is_whole: bool
    unseen: tuple[tuple[str, str], ...]


def resolve(root: str, folder: str) -> str:
    """Return the absolute, link-free path of a folder named relative to `root`, absolutely, or from the home by `~`."""
    return os.path.realpath(os.path.join(root, os.path.expanduser(folder)))


def below(root: str, path: str) -> str | None:
    """Return `path` relative to `root` with forward slashes ("" for the root itself), None when it lies outside."""
    top = os.path.realpath(root)
    if path == top:
        return ""
    if not path.startswith(top.rstrip(os.sep) + os.sep):
        return None
    return path[len(top) :].strip(os.sep).replace(os.sep, "/")


def exists(path: str) -> bool:
    """Say whether there is a folder at `path`."""
    return os.path.isdir(path)


def is_unfinished(top: str) -> bool:
    """Say whether a transaction over notes below `top` is being written, or was interrupted."""
    try:
        os.lstat(f"{top}/{_JOURNAL}")
    except (OSError, ValueError):
        return False
    return True


def files_at(folder: str) -> list[str]:
    """Return the names of the regular files right in a folder; none when it cannot be listed."""
    try:
        return sorted([entry.name for entry in os.scandir(folder) if entry.is_file(follow_symlinks=False)])
    except OSError:
        return []


def notes(folder: str) -> list[tuple[str, os.stat_result]]:
    """Return the Markdown files below a folder, for whom it does not matter whether they are all; see `listed`."""
    return listed(folder).notes


def listed(folder: str) -> Listed:
    """Return the Markdown files below a folder, and whether these are all of them.

    Hidden folders and links are passed over. At most `MOST_FOLDERS` folders are looked into and about `MOST_NOTES`
    notes found, as the folder's name may come from anywhere.
    """
    found: list[tuple[str, os.stat_result]] = []
    unseen: dict[str, str] = {}
    waiting = [("", 0)]
    looked = 0
    while waiting and looked < MOST_FOLDERS and len(found) < MOST_NOTES:
        prefix, depth = waiting.pop()
        looked += 1
        if depth > _MOST_DEPTH:
            unseen[prefix[:-1]] = "nested too deeply"
            continue
        try:
            for entry in list(os.scandir(os.path.join(folder, prefix))):
                if entry.name[0] != "." and entry.name not in _PASSED_OVER:
                    _sort_in(entry, prefix, depth, waiting, found)
        except (FileNotFoundError, NotADirectoryError):
            continue  # it is not there, or went away just now
        except OSError as error:
            unseen[prefix[:-1]] = f"unreadable: {error.strerror or error}"
    return Listed(sorted(found, key=lambda pair: pair[0]), not waiting, tuple(unseen.items()))


def _sort_in(
    entry: os.DirEntry[str],
    prefix: str,
    depth: int,
    waiting: list[tuple[str, int]],
    found: list[tuple[str, os.stat_result]],
) -> None:
    name = entry.name
    if entry.is_dir(follow_symlinks=False):
        waiting.append((f"{prefix}{name}/", depth + 1))
    elif name[-3:].lower() == ".md" or name[-9:].lower() == ".markdown":
        try:
            status = entry.stat(follow_symlinks=False)
        except FileNotFoundError:
            return
        if stat.S_ISREG(status.st_mode):
            found.append((prefix + name, status))


def stamp(folder: str) -> Stamp | None:
    """Return what changes when a note in the folder does: (path, size, time of change in ns, inode) of each.

    None when there is no such folder. A folder that cannot be looked into counts as well. A note written within the
    last two seconds may be written again within the same tick of the file system's clock, so its stamp never equals
    another.
    """
    if not os.path.isdir(folder):
        return None
    settled = time.time_ns() - _RACY_NS
    seen = listed(folder)
    found = [(f"{path}/", 0, 0, 0) for path, _ in seen.unseen]
    for path, status in seen.notes:
        changed = max(status.st_mtime_ns, status.st_ctime_ns)
        # What is not settled gets the present moment, which no later stamp repeats.
        found.append((path, status.st_size, changed if changed < settled else -time.time_ns(), status.st_ino))
    return tuple(found)


def stamp_of_sources(folders: tuple[str, ...], suffixes: tuple[str, ...]) -> int:
    """Return a number that changes when a file with one of these suffixes, right in one of the folders, does."""
    total = 0
    for folder in folders:
        try:
            for entry in os.scandir(folder):
                if entry.name.endswith(suffixes):
                    status = entry.stat()
                    # A sum, so that the order in which the system lists does not matter.
                    total += (crc32(entry.name.encode()) + 1) * (status.st_mtime_ns + status.st_size)
        except OSError:
            continue
    return total & 0xFFFFFFFFFFFFFFFF


def prune(folder: str, prefix: str, most: int, patience_s: int = 3600, oldest_s: int = 0) -> None:
    """Delete all but the `most` newest files whose names start with `prefix`, and temporary ones an hour old.

    With `oldest_s`, those that nobody wrote for so many seconds go as well.
    """
    now = time.time()
    kept = []
    try:
        entries = list(os.scandir(folder))
    except OSError:
        return
    for entry in entries:
        try:
            changed = entry.stat(follow_symlinks=False).st_mtime
        except OSError:
            continue
        if entry.name.endswith(".tmp"):
            if now - changed > patience_s:
                _unlink(entry.path)
        elif entry.name.startswith(prefix):
            if oldest_s and now - changed > oldest_s:
                _unlink(entry.path)
            else:
                kept.append((changed, entry.path))
    for _, path in sorted(kept, reverse=True)[most:]:
        _unlink(path)


def _unlink(path: str) -> None:
    try:
        os.unlink(path)
    except OSError:
        # Another process was first, or the folder is read-only: a file too many does no harm.
        return
