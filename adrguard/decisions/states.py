"""A state of the repository as a listing of files with content ids, and a way to read some of them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Protocol

from adrguard.changes.change import NO_OVERLAY
from adrguard.changes.index_stats import blob_id
from adrguard.decisions.barriers import LINK, NESTED, OnDisk
from adrguard.model.changes import GITLINK, REGULAR, SYMLINK
from adrguard.system import files, folders
from adrguard.system.files import UnreadableError
from adrguard.system.git import Git, native

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from adrguard.changes.change import Overlay
    from adrguard.model.changes import Place
    from adrguard.system.git import Entry
    from adrguard.system.repository import Repository

_KIND = 0o170000
_LONGEST_TARGET = 4096
ABSENT = "its content is not in this clone"
"""The one reason that may be gone tomorrow though the state is the same: git can fetch what it lacks."""


class State(Protocol):
    """What the compiler needs of a state. Paths are relative to the root (absolute for notes outside of it)."""

    def paths(self) -> Iterable[str]:
        """Return the path of every file."""

    def identify(self, paths: Iterable[str]) -> dict[str, str]:
        """Return a content id for each of these paths that exists."""

    def read(self, paths: Iterable[str], limit: int) -> dict[str, bytes | str]:
        """Return each file's bytes, or, as text, the reason why it cannot be read; missing ones are left out."""

    def kind(self, path: str) -> str:
        """Return `barriers.LINK` or `NESTED` where one stands at the path, else ""."""

    def target(self, path: str) -> str:
        """Return where the link at the path leads, as it says itself."""


def state_at(repo: Repository, place: Place, overlay: Overlay = NO_OVERLAY) -> State:
    """Return the state at a place: the index, a commit, the working tree, or a folder without any repository.

    `overlay` lies over the working tree.
    """
    if not repo.git_dir:
        return PlainFolder(repo.root)
    git = Git(repo)
    if place.kind == "worktree":
        return WorkTree(repo.root, git, overlay)
    return GitState(git, "" if place.kind == "index" else place.oid)


class GitState:
    """The index (`oid` ""), or a commit."""

    def __init__(self, git: Git, oid: str) -> None:
        # One process of git for all that is read; it ends with this object.
        self._reader = git.blobs()
        entries = git.list_tree(oid) if oid else git.list_index()
        self._entries = {entry.path: entry for entry in entries}

    def paths(self) -> Iterable[str]:
        """Return the path of every tracked file."""
        return self._entries

    def identify(self, paths: Iterable[str]) -> dict[str, str]:
        """Return blob ids; a link's says that it is one."""
        found = {}
        for path in paths:
            entry = self._entries.get(path)
            if entry is not None:
                found[path] = entry.oid if entry.mode & _KIND == REGULAR else f"{entry.mode:o} {entry.oid}"
        return found

    def read(self, paths: Iterable[str], limit: int) -> dict[str, bytes | str]:
        """Read blobs; links are not followed."""
        wanted = {path: self._entries[path] for path in paths if path in self._entries}
        found: dict[str, bytes | str] = {}
        regular = {path: entry.oid for path, entry in wanted.items() if entry.mode & _KIND == REGULAR}
        blobs = {oid: self._reader.read(oid, limit) for oid in dict.fromkeys(regular.values())}
        for path, entry in wanted.items():
            kind = entry.mode & _KIND
            blob = blobs.get(entry.oid) if kind == REGULAR else None
            if blob is not None and blob.data is not None:
                found[path] = blob.data
            elif kind in (SYMLINK, GITLINK):
                found[path] = "a symbolic link, which is not followed" if kind == SYMLINK else "a submodule"
            elif blob is not None and blob.kind == "blob":
                found[path] = files.TooLargeError(path, blob.size, limit).reason
            else:
                found[path] = ABSENT
        return found

    def kind(self, path: str) -> str:
        """Look among the entries."""
        return _kind(self._entries.get(path))

    def target(self, path: str) -> str:
        """Read the link's blob."""
        data = self._reader.read(self._entries[path].oid, _LONGEST_TARGET).data
        return (data or b"").decode("utf-8", "surrogateescape")


def _kind(entry: Entry | None) -> str:
    return {SYMLINK: LINK, GITLINK: NESTED}.get(entry.mode & _KIND, "") if entry is not None else ""


class Disk:
    """Files read from disk. Contents are kept: their ids need them, and most are read a moment later."""

    def __init__(self, root: str, overlay: Overlay = NO_OVERLAY) -> None:
        self._root = root
        self._on_disk = OnDisk(root)
        self._held: dict[str, bytes | str | None] = dict(overlay.files)
        self._safe: set[str] = set()

    def _content(self, path: str, limit: int = 0) -> bytes | str | None:
        if path not in self._held:
            full = path if os.path.isabs(path) else f"{self._root}/{path}"
            inside = "" if os.path.isabs(path) or self._is_inside(path.rpartition("/")[0]) else self._root
            try:
                self._held[path] = files.read_regular(native(full), limit or _LARGEST, inside)
            except FileNotFoundError:
                self._held[path] = None
            except UnreadableError as error:
                self._held[path] = error.reason
        return self._held[path]

    def _is_inside(self, folder: str) -> bool:
        """Say whether a folder lies inside of the root whatever links lead to it: found out once for all its notes."""
        if folder not in self._safe:
            if not files.is_inside(native(f"{self._root}/{folder}"), self._root):
                return False
            self._safe.add(folder)
        return True

    def identify(self, paths: Iterable[str]) -> dict[str, str]:
        """Return what git would call the blobs, but for filters."""
        found = {}
        for path in paths:
            content = self._content(path)
            if content is not None:
                found[path] = content if isinstance(content, str) else blob_id(content)
        return found

    def read(self, paths: Iterable[str], limit: int) -> dict[str, bytes | str]:
        """Read files; nothing but regular files inside of the root is opened."""
        contents = {path: self._content(path, limit) for path in paths}
        found: dict[str, bytes | str] = {}
        for path, content in contents.items():
            if isinstance(content, bytes) and limit and len(content) > limit:
                found[path] = files.TooLargeError(path, len(content), limit).reason
            elif content is not None:
                found[path] = content
        return found

    def kind(self, path: str) -> str:
        """Look on the disk."""
        return self._on_disk.kind(path)

    def target(self, path: str) -> str:
        """Read the link."""
        return self._on_disk.target(path)


_LARGEST = 16 * 1024 * 1024


class WorkTree(Disk):
    """The working tree: what git tracks or would track.

    `closed` are the folders that git could not look into, and why.
    """

    def __init__(self, root: str, git: Git, overlay: Overlay = NO_OVERLAY) -> None:
        super().__init__(root, overlay)
        self._git = git
        entries = git.list_index()
        untracked = git.list_untracked()
        self.closed = git.closed
        added = [path for path, data in overlay.files.items() if data is not None and path not in overlay.ignored]
        self._paths = dict.fromkeys([*(entry.path for entry in entries), *untracked, *added])
        # What a sparse checkout leaves out is as it is in the index.
        self._elsewhere = {entry.path: entry.oid for entry in entries if entry.skipped}
        self._submodules = {entry.path for entry in entries if entry.mode & _KIND == GITLINK}

    def paths(self) -> Iterable[str]:
        """Return every tracked path and every untracked one that git does not ignore."""
        return self._paths

    def kind(self, path: str) -> str:
        """Look on the disk; a submodule that was not fetched is an empty folder there."""
        return super().kind(path) or (NESTED if path in self._submodules else "")

    def _content(self, path: str, limit: int = 0) -> bytes | str | None:
        known = path in self._held
        content = super()._content(path, limit)
        if content is None and not known and path in self._elsewhere:
            oid = self._elsewhere[path]
            content = self._held[path] = self._git.cat_batch([oid], limit or _LARGEST)[oid].data
        return content


class PlainFolder(Disk):
    """A folder that is no repository."""

    def kind(self, path: str) -> str:  # noqa: ARG002 -- as any state has it
        """Return "": what git would stop at is read like all else."""
        return ""

    def paths(self) -> Iterable[str]:
        """Return the files at its top; notes further down are found folder by folder."""
        return folders.files_at(self._root)


class Untracked(Disk):
    """Notes below folders that git does not track; `roots` maps each folder's path as notes show it to where it is.

    `found` are their paths; `cut` the folders that were too large to be looked through, `closed` those that could not
    be looked into, and why.
    """

    def __init__(self, root: str, roots: Mapping[str, str], overlay: Overlay = NO_OVERLAY) -> None:
        super().__init__(root, overlay)
        found: list[str] = []
        self.cut: list[str] = []
        self.closed: list[tuple[str, str]] = []
        for shown, folder in roots.items():
            listed = folders.listed(folder)
            found += [f"{shown}/{path}" if shown else path for path, _ in listed.notes]
            self.closed += [("/".join(filter(None, (shown, path))), reason) for path, reason in listed.unseen]
            if not listed.is_whole:
                self.cut.append(shown or ".")
            found += [path for path in overlay.files if path.startswith(f"{shown}/" if shown else "")]
        self.found = tuple(dict.fromkeys(found))
