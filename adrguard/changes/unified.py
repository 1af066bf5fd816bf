"""The change that a diff text describes: a file, standard input, a mail, what a model proposes.

Only the parts that the diff shows are judged (`Content.fragment`); files that it does not name, and the text of those
that it only moves, are those of the working tree.
"""

from __future__ import annotations

import os

from adrguard.changes.change import MAX_FILE_SIZE, WORKTREE, CachedTree, Change
from adrguard.changes.scan import DiffError, scan
from adrguard.changes.worktree import DiskTree, head_of, uncommitted
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
    files: list[FileChange] = []
    old: Known = {}
    new: Known = {}
    for one in scan(data, name, max_file_size):
        path, old_path = _path(repo.root, one.path, name, one.line), _path(repo.root, one.old_path, name, one.line)
        files.append(FileChange(path, one.status, old_path, one.mode, one.old_mode))
        if one.old_path:
            old[old_path] = (one, path)
        if one.status != "D":
            new[path] = (one, old_path)
    tree = FragmentTree(repo, old, new, max_file_size)
    return Change(ChangeSet("diff", tuple(files)), tree, WORKTREE, WORKTREE)


def _path(root: str, raw: bytes, name: str, line: int) -> str:
    """Return a path of the diff as one of the repository's. Raises `DiffError` when it leads out of it."""
    path = raw.decode("utf-8", "surrogateescape")
    if os.path.isabs(path):
        path = from_native(os.path.relpath(path, root))
    parts = [part for part in path.split("/") if part not in ("", ".")]
    if ".." in parts or "\0" in path or (raw and not parts):
        raise DiffError(name, line, f"'{path}' is no file of the repository", "name paths relative to its root")
    return "/".join(parts)


class FragmentTree(CachedTree):
    """What a diff shows, over the working tree."""

    def __init__(self, repo: Repository, old: Known, new: Known, limit: int) -> None:
        super().__init__(limit)
        self._repo = repo
        self._old = old
        self._new = new
        self._disk: DiskTree | None = None

    def paths(self, side: str = NEW) -> frozenset[str]:
        """Return the working tree's paths, with what the diff adds on this side and without what it takes away."""
        here, there = (self._new, self._old) if side == NEW else (self._old, self._new)
        return (self._working_tree().paths() - (there.keys() - here.keys())) | here.keys()

    def _load(self, path: str, side: str) -> Content | None:
        here, there = (self._new, self._old) if side == NEW else (self._old, self._new)
        if path not in here:
            return None if path in there else self._working_tree().read(path)
        one, elsewhere = here[path]
        if one.shown:
            return one.old if side == OLD else one.new
        disk = self._working_tree()
        return disk.read(path) or disk.read(elsewhere) or _UNKNOWN

    def _working_tree(self) -> DiskTree:
        if self._disk is None:
            git = Git(self._repo)
            commit = head_of(git)
            self._disk = DiskTree(git, uncommitted(git, commit), (commit,), self.limit)
        return self._disk
