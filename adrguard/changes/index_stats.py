"""What differs from a commit as `git diff-index` says it, found by the stats that the index keeps.

What the index holds against the commit is asked of git once for each content of the index. Whether a file on the disk
is what the index holds is seen by its stats; where these may lie, as the file was written in the moment of the index,
its content decides. Everything that is not plain is left to git.
"""

from __future__ import annotations

import os
import stat
import time

from adrguard.changes.blobs import RAW
from adrguard.changes.raw import parse_raw
from adrguard.model.changes import FileChange
from adrguard.model.record import Record
from adrguard.system import digests, files, index_file
from adrguard.system.git import native

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from adrguard.changes.blobs import Pair
    from adrguard.system.git import Git
    from adrguard.system.index_file import Entry, Index
    from adrguard.system.repository import Repository

_MOST_REPOSITORIES = 8
_RACY_S = 2
_LARGEST = 8 * 1024 * 1024
_NANOSECONDS = (1, 3)
_SAME, _NEARLY, _OTHER = "same", "nearly", "other"
_SHA1 = 40


class Known(Record):
    """What is known of a working tree from earlier: all of it is checked before it is used again.

    `staged` are the index's differences to `commit`; `same` are the stats of files that are as the index has them.
    """

    index: Index
    commit: str
    staged: tuple[Pair, ...]
    same: dict[str, tuple[int, ...]]


class _OnlyGitKnowsError(Exception):
    """A file is there in a way that configuration decides about."""


_held: dict[str, Known] = {}
"""Per index file."""


def differing(git: Git, commit: str) -> list[Pair] | None:
    """List what differs from a commit, also where stats alone do; None where only git can tell. Raises `GitError`."""
    if os.name == "nt":
        return None  # what git keeps there is not what Python tells
    known = _known(git, commit)
    if known is None:
        return None
    try:
        changed = dict(_changed(git.repo, known))
    except _OnlyGitKnowsError:
        return None
    pairs = [one for pair in known.staged if (one := _on_disk(pair, changed)) is not None]
    entries = known.index.entries
    return [*pairs, *[_against_index(path, entries[path], gone=changed[path]) for path in changed]]


def _known(git: Git, commit: str) -> Known | None:
    path = git.repo.index or os.path.join(git.repo.git_dir, "index")
    before = _held.get(path)
    index = index_file.read(path, before.index if before else None, sha256=git.repo.sha256)
    if index is None:
        return None
    same: dict[str, tuple[int, ...]] = {}
    if before is not None and before.index is index:
        if before.commit == commit:
            return before
        same = before.same
    argv = ["diff-index", "--cached", *RAW, "--no-renames", commit or git.repo.empty_tree, "--"]
    known = Known(index, commit, tuple(parse_raw(git.output(*argv))[0]), same)
    # git has read the index by itself: what it says belongs to ours only where both are one.
    if index_file.read(path, index, sha256=git.repo.sha256) is not index:
        return None
    if len(_held) >= _MOST_REPOSITORIES:
        _held.clear()
    _held[path] = known
    return known


def _changed(repo: Repository, known: Known) -> Iterator[tuple[str, bool]]:
    """Yield the paths of the index that are not on the disk as it has them, and whether they are gone."""
    folders: dict[str, bool] = {"": True}
    racy = known.index.written - _RACY_S
    same = known.same
    top = f"{repo.root}/"
    now = time.time()
    for path, entry in known.index.entries.items():
        name = top + native(path)
        status = _status(name) if _is_there(top, path.rpartition("/")[0], folders) else None
        if status is None:
            yield path, True
        elif same.get(path) != _stamp(status):
            told = _told(entry, status)
            if told == _OTHER:
                yield path, False
            elif told == _SAME and entry.stat[2] < racy:
                same[path] = _stamp(status)
            elif _holds(name, entry.oid, status):
                # One that is not settled may be written again within the same tick of the clock.
                if max(status.st_mtime, status.st_ctime) < now - _RACY_S:
                    same[path] = _stamp(status)
            elif told == _SAME:
                raise _OnlyGitKnowsError  # filters may say that it holds what the index does
            else:
                yield path, False


def _status(name: str) -> os.stat_result | None:
    try:
        return os.lstat(name)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError) as error:
        raise _OnlyGitKnowsError from error


def _stamp(status: os.stat_result) -> tuple[int, ...]:
    return (status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino, status.st_mode, status.st_uid)


def _is_there(top: str, folder: str, folders: dict[str, bool]) -> bool:
    """Say whether a folder and all above it are folders: behind a link there is nothing that git tracks."""
    known = folders.get(folder)
    if known is None:
        status = _status(top + native(folder))
        known = status is not None and stat.S_ISDIR(status.st_mode)
        known = folders[folder] = known and _is_there(top, folder.rpartition("/")[0], folders)
    return known


def _told(entry: Entry, status: os.stat_result) -> str:
    """Return what a file's stats tell beside the index's. Raises `_OnlyGitKnowsError` for another kind of file."""
    mode = status.st_mode
    if stat.S_IFMT(mode) != stat.S_IFMT(entry.mode) or (stat.S_ISREG(mode) and (mode ^ entry.mode) & stat.S_IXUSR):
        raise _OnlyGitKnowsError
    pairs = list(zip(entry.stat, index_file.stat_of(status), strict=True))
    if any(kept != there for place, (kept, there) in enumerate(pairs) if place not in _NANOSECONDS):
        return _OTHER
    # git goes by seconds, and not every system keeps more.
    return _SAME if all(kept in (there, 0) for kept, there in (pairs[place] for place in _NANOSECONDS)) else _NEARLY


def _holds(name: str, oid: str, status: os.stat_result) -> bool:
    """Say whether a file holds what the index says, byte for byte."""
    try:
        data = os.fsencode(os.readlink(name)) if stat.S_ISLNK(status.st_mode) else files.read_regular(name, _LARGEST)
    except (OSError, files.UnreadableError) as error:
        raise _OnlyGitKnowsError from error
    return blob_id(data, sha256=len(oid) > _SHA1) == oid


def blob_id(data: bytes, *, sha256: bool = False) -> str:
    """Return what git calls a blob of these bytes."""
    digest = digests.sha256 if sha256 else digests.sha1
    return digest(b"blob %d\0%b" % (len(data), data)).hex()


def _on_disk(pair: Pair, changed: dict[str, bool]) -> Pair | None:
    """Return what a staged difference comes to on the disk, None for nothing; what it tells of is told."""
    change, old_oid, oid = pair
    gone = changed.pop(change.path, None)
    if gone is None:
        return pair
    none = "0" * len(oid)
    if not gone:
        return change, old_oid, none
    if change.status == "A":
        return None
    return FileChange(change.path, "D", change.old_path, 0, change.old_mode), old_oid, none


def _against_index(path: str, entry: Entry, *, gone: bool) -> Pair:
    status, mode = ("D", 0) if gone else ("M", entry.mode)
    return FileChange(path, status, path, mode, entry.mode), entry.oid, "0" * len(entry.oid)
