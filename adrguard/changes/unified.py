"""The change that a diff text describes: a file, standard input, a mail, what a model proposes.

Only the parts that the diff shows are judged (`Content.fragment`); files that it does not name, and the text of those
that it only moves, are those of the working tree.
"""

from __future__ import annotations

import os

from adrguard.changes.change import MAX_FILE_SIZE, WORKTREE, CachedTree, Change, Pending
from adrguard.changes.scan import DiffError, scan
from adrguard.changes.worktree import DiskTree, head_of, uncommitted_beside
from adrguard.model.changes import NEW, OLD, ChangeSet, Content, FileChange
from adrguard.system.git import Git, from_native

TYPE_CHECKING = False
if TYPE_CHECKING:
    from adrguard.changes.sections import FileDiff
    from adrguard.system.repository import Repository

    Known = dict[str, tuple[FileDiff, str]]

_UNKNOWN = Content("", problem="unreadable: the diff does not show it, and it is not in the working tree")


def read(repo: Repository, data: bytes, name: str = "diff", max_file_size: int = MAX_FILE_SIZE) -> Change:
    """Return the change that a diff describes; `name` is what errors call it. Raises `DiffError`, with the line."""
    git = Git(repo)
    commit = head_of(git)
    # The decisions are those of the working tree: what git knows of it is found out while the diff is read.
    pairs, shown = uncommitted_beside(git, commit, lambda: list(scan(data, name, max_file_size)))
    files: list[FileChange] = []
    old: Known = {}
    new: Known = {}
    for one in shown:
        path, old_path = _path(repo.root, one.path, name, one.line), _path(repo.root, one.old_path, name, one.line)
        files.append(FileChange(path, one.status, old_path, one.mode, one.old_mode))
        if one.old_path:
            old[old_path] = (one, path)
        if one.status != "D":
            new[path] = (one, old_path)
    tree = FragmentTree(DiskTree(git, pairs, (commit,), max_file_size), old, new)
    pending = Pending(commit, tuple([pair[0].path for pair in pairs]))
    return Change(ChangeSet("diff", tuple(files)), tree, WORKTREE, WORKTREE, pending=pending)


def _path(root: str, raw: bytes, name: str, line: int) -> str:
    """Return a path of the diff as one of the repository's. Raises `DiffError` when it leads out of it."""
    if not raw:
        return ""
    path = raw.decode("utf-8", "surrogateescape")
    if os.path.isabs(path):
        try:
            path = from_native(os.path.relpath(path, root))
        except ValueError:  # on Windows, another drive
            path = f"{os.pardir}/{path}"
    parts = [part for part in path.split("/") if part not in ("", ".")]
    if ".." in parts or "\0" in path or not parts:
        raise DiffError(name, line, f"'{path}' is no file of the repository", "name paths relative to its root")
    return "/".join(parts)


class FragmentTree(CachedTree):
    """What a diff shows, over the working tree."""

    def __init__(self, disk: DiskTree, old: Known, new: Known) -> None:
        super().__init__(disk.limit)
        self._disk = disk
        self._old = old
        self._new = new

    def paths(self, side: str = NEW) -> frozenset[str]:
        """Return the working tree's paths, with what the diff adds on this side and without what it takes away."""
        here, there = (self._new, self._old) if side == NEW else (self._old, self._new)
        return (self._disk.paths() - (there.keys() - here.keys())) | here.keys()

    def _load(self, path: str, side: str) -> Content | None:
        here, there = (self._new, self._old) if side == NEW else (self._old, self._new)
        if path not in here:
            return None if path in there else self._disk.read(path)
        one, elsewhere = here[path]
        if one.shown:
            return one.old if side == OLD else one.new
        return self._disk.read(path) or self._disk.read(elsewhere) or _UNKNOWN
