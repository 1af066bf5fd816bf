"""Every file of the working tree, from git's index and the disk: for whole trees, where a diff against HEAD costs more.

git lists, and each file's status is read once: it says what there is, and later whether it is still the same.
"""

from __future__ import annotations

import os
import stat

from adrguard.changes.blobs import BlobTree
from adrguard.changes.index_stats import blob_id
from adrguard.changes.worktree import DiskTree, git_mode, head_of, is_hidden
from adrguard.model.changes import GITLINK, NEW, REGULAR, SYMLINK
from adrguard.model.record import Record
from adrguard.system import files
from adrguard.system.digests import sha256
from adrguard.system.git import Git, native

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Self

    from adrguard.changes.blobs import Table
    from adrguard.model.changes import Content
    from adrguard.system.repository import Repository

    Stamp = tuple[int, ...]

ABSENT = "absent"
UNKNOWN = ""

_KIND = 0o170000
_IS_WINDOWS = os.name == "nt"
_TRUSTS_INDEX = _IS_WINDOWS  # links are written as plain files there, unless told otherwise
_REGULAR_MODES = {b"100644": 0o100644, b"100755": 0o100755}


class Listing(Record):
    """What there is: mode and id by path (the id only of files that are read from the index), and status by path.

    `tracked` are the ids in the index of all that it holds, `untracked` the paths that git neither tracks nor ignores,
    `closed` the folders that could not be looked into, and why.
    """

    table: Table
    stamps: dict[str, Stamp]
    tracked: dict[str, str]
    untracked: tuple[str, ...]
    closed: tuple[tuple[str, str], ...] = ()


def stamp_of(status: os.stat_result) -> Stamp:
    """Return what changes when a file does: size, times of change in ns, inode and device."""
    return (status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino, status.st_dev)


def read(repo: Repository, limit: int) -> ListedTree:
    """Return the working tree as it is on the disk. Raises `GitError`."""
    git = Git(repo)
    return ListedTree(git, _listing(git), head_of(git), limit)


def _listing(git: Git) -> Listing:
    disk = _Disk(git.repo.root)
    untracked, listing = git.untracked_beside(lambda: _tracked(git, disk))
    untracked = [path for path in untracked if not path.endswith("/")]
    for path in untracked:
        try:
            status = disk.status(path.encode("utf-8", "surrogateescape"), path)
        except _HiddenError:
            listing.table[path] = (REGULAR | 0o644, "")
            continue
        if status is not None and not stat.S_ISDIR(status.st_mode):
            listing.table[path] = (git_mode(status.st_mode), "")
            listing.stamps[path] = stamp_of(status)
    return listing.replace(untracked=tuple(untracked), closed=git.closed)


def _tracked(git: Git, disk: _Disk) -> Listing:
    table: Table = {}
    stamps: dict[str, Stamp] = {}
    tracked: dict[str, str] = {}
    # Not by records, one an entry: of a large tree they would take longer than all else here.
    for record in git.output("ls-files", "-s", "-t", "-z").split(b"\0"):
        meta, _, raw = record.partition(b"\t")
        path = raw.decode("utf-8", "surrogateescape")
        if not path or path in tracked:
            continue  # a further stage of an unmerged file
        tag, mode, oid, _ = meta.split(b" ")
        tracked[path] = oid.decode("ascii")
        try:
            status = disk.status(raw, path)
        except _HiddenError:
            table[path] = (int(mode, 8), "")  # no stamp: nothing that was found before still holds
            continue
        if status is None:
            if tag in b"Ss":
                table[path] = (int(mode, 8), tracked[path])
            continue
        now = _REGULAR_MODES.get(mode) if stat.S_ISREG(status.st_mode) else None
        now = now or _mode(int(mode, 8), status.st_mode)
        if now:
            table[path] = (now, "")
            stamps[path] = stamp_of(status)
    return Listing(table, stamps, tracked, ())


def _mode(listed: int, found: int) -> int:
    """Return the mode of a tracked file, given that in the index and that on the disk; 0 when it is no file now."""
    if stat.S_ISDIR(found):
        return listed if listed & _KIND == GITLINK else 0
    if listed & _KIND == SYMLINK and _TRUSTS_INDEX and stat.S_ISREG(found):
        return listed
    return git_mode(found)


class _HiddenError(Exception):
    """Whether there is a file cannot be found out, as in a folder that this user may not search."""


class _Disk:
    """The status of files; what lies behind a link is not there, as it is for git."""

    def __init__(self, root: str) -> None:
        self._start = os.path.join(root, "")
        self._raw_start = os.fsencode(self._start)
        self._real: dict[str, bool] = {"": True}

    def status(self, raw: bytes, path: str) -> os.stat_result | None:
        """Return the status of a file, given its path as bytes and as text; None when it is not there.

        Raises `_HiddenError`.
        """
        folder = path.rpartition("/")[0]
        try:
            if not (self._real[folder] if folder in self._real else self._is_real(folder)):
                return None
            # What git prints are the bytes that most systems take, and need not be made out.
            return os.lstat(self._start + native(path) if _IS_WINDOWS else self._raw_start + raw)
        except (OSError, ValueError) as error:
            if is_hidden(error):
                raise _HiddenError from error
            return None

    def _is_real(self, folder: str) -> bool:
        known = self._real.get(folder)
        if known is None:
            known = self._real[folder] = self._is_real(folder.rpartition("/")[0]) and self._is_folder(folder)
        return known

    def _is_folder(self, folder: str) -> bool:
        try:
            return stat.S_ISDIR(os.lstat(self._start + native(folder)).st_mode)
        except (OSError, ValueError) as error:
            if is_hidden(error):
                raise _HiddenError from error
            return False


class ListedTree(DiskTree):
    """The working tree, with what is known of each file: a stamp that changes when it does, the id of what was read.

    `contents` are the ids of all files that were read, as blobs of git, `ABSENT` for one that is not there, `UNKNOWN`
    for one that cannot be read. The tree is steady as long as no file was read twice and found to be another.
    """

    def __init__(self, git: Git, listing: Listing, commit: str, limit: int) -> None:
        super().__init__(git, [], (commit,), limit)
        self._git = git
        self._commit = commit
        self._listing = listing
        self._history = BlobTree(git, [], (commit,), limit, listing.table)
        self._paths = frozenset(listing.table)
        self._holding: frozenset[str] = frozenset()
        self._held_bytes: dict[str, bytes | Content | None] = {}
        self.contents: dict[str, str] = {}
        self.is_steady = True
        self._digest = ""

    @classmethod
    def of_table(cls, repo: Repository, table: Table, commit: str, limit: int) -> Self:
        """Return the tree that another process listed."""
        return cls(Git(repo), Listing(table, {}, {}, ()), commit, limit)

    def hold(self, paths: Iterable[str]) -> None:
        """Keep the bytes of these files until others are named: all that is said of one is said of the same."""
        self._holding = frozenset(paths)
        self._held_bytes.clear()
        for path in self._holding:
            self._kept.pop((path, NEW), None)

    def _from_disk(self, path: str) -> bytes | Content | None:
        if path in self._held_bytes:
            return self._held_bytes[path]
        data = super()._from_disk(path)
        if path in self._holding:
            self._held_bytes[path] = data
        self._note(path, self._id_of(path, data))
        return data

    def _note(self, path: str, content: str) -> None:
        if self.contents.setdefault(path, content) != content:
            self.is_steady = False

    def _id_of(self, path: str, data: bytes | Content | None) -> str:
        if isinstance(data, bytes):
            return blob_id(data, sha256=self._git.repo.sha256)
        if data is None:
            return ABSENT
        return self._listing.table.get(path, (0, ""))[1] if not data.problem else UNKNOWN

    def content(self, path: str) -> str:
        """Return the id of what the file holds now, `ABSENT` or `UNKNOWN`; it is read for that."""
        self._from_disk(path)
        return self.contents[path]

    def paths(self, side: str = NEW) -> frozenset[str]:
        """Return every path of a side: tracked, and on the new one also untracked ones that git does not ignore."""
        return self._paths if side == NEW else super().paths(side)

    @property
    def commit(self) -> str:
        """The commit at HEAD, "" before the first one."""
        return self._commit

    @property
    def table(self) -> Table:
        """Mode and id by path; the id only of a file that a sparse checkout left in the index."""
        return self._listing.table

    @property
    def closed(self) -> tuple[tuple[str, str], ...]:
        """The folders that could not be looked into, and why."""
        return self._listing.closed

    @property
    def tracked(self) -> dict[str, str]:
        """The ids in the index of all that it holds, by path."""
        return self._listing.tracked

    @property
    def digest(self) -> str:
        """What changes when a file comes or goes."""
        if not self._digest:
            paths = "\0".join(sorted(self._listing.table)).encode("utf-8", "surrogateescape")
            self._digest = sha256(paths).hex()
        return self._digest

    def stamp(self, path: str) -> Stamp | None:
        """Return what changes when the file does, None when it is not on the disk."""
        return self._listing.stamps.get(path)

    def unlike_head(self, paths: Callable[[Iterable[str]], Iterable[str]]) -> tuple[str, ...]:
        """Return paths in which the tree differs from HEAD: untracked and staged ones, and edited ones of some.

        `paths` chooses, of all tracked files, those that have to be what the index holds. Raises `GitError`.
        """
        command = ["diff-index", "--cached", "--name-only", "-z", "--no-renames", "--ignore-submodules=none"]
        output = self._git.output(*command, self._commit or self._git.repo.empty_tree, "--")
        staged = output.decode("utf-8", "surrogateescape").split("\0")[:-1]
        edited = [path for path in paths(self._listing.tracked) if not self._is_as_staged(path)]
        return (*self._listing.untracked, *staged, *edited)

    def _is_as_staged(self, path: str) -> bool:
        name = os.path.join(self._root, native(path))
        try:
            data = files.read_regular(name, 0, self._root)
        except (FileNotFoundError, files.UnreadableError):
            return False
        return blob_id(data, sha256=self._git.repo.sha256) == self._listing.tracked.get(path)
