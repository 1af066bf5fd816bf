"""Both sides of a change as git's objects: for ranges, and wherever a diff cannot be printed or held."""

from __future__ import annotations

from adrguard.changes.change import INDEX, LINK, SUBMODULE, CachedTree, Change, other_sides, place_of, too_large
from adrguard.changes.decode import decode
from adrguard.changes.raw import parse_raw
from adrguard.model.changes import GITLINK, NEW, OLD, SYMLINK, ChangeSet, Content, FileChange
from adrguard.system.git import Git
from adrguard.system.git_words import failure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from adrguard.system.git import BlobReader
    from adrguard.system.repository import Repository

    Pair = tuple[FileChange, str, str]
    Table = dict[str, tuple[int, str]]

_KIND = 0o170000
UNMERGED = "unmerged: resolve the conflict and `git add` the file"
RAW = ("--raw", "-z", "--no-abbrev", "--no-relative", "--ignore-submodules=none")


class BlobTree(CachedTree):
    """Two states that differ by `pairs` (change, old oid, new oid), the older of which is the commit `commits[0]`.

    The further commits are the sides of a merge's other parents. Only the older state is ever listed: the newer one
    follows from it, unless it is given as well (`newer`).
    """

    def __init__(
        self, git: Git, pairs: list[Pair], commits: tuple[str, ...], limit: int, newer: Table | None = None
    ) -> None:
        super().__init__(limit)
        self._git = git
        self._commits = commits
        self._changed = {NEW: _new_side(pairs), OLD: _old_side(pairs)}
        self._gone = {NEW: self._changed[OLD].keys(), OLD: self._changed[NEW].keys()}
        self._tables: dict[str, Table] = {} if newer is None else {NEW: newer}
        self._reader: BlobReader | None = None

    def paths(self, side: str = NEW) -> frozenset[str]:
        """Return every path of a side."""
        return frozenset(self._table(side))

    def entry(self, path: str, side: str) -> tuple[int, str] | None:
        """Return mode and oid of a file, None when there is none on that side."""
        known = self._changed.get(side, {}).get(path)
        if known is None and path in self._gone.get(side, ()):
            return None
        return known or self._table(side).get(path)

    def _load(self, path: str, side: str) -> Content | None:
        entry = self.entry(path, side)
        if entry is None:
            return None
        mode, oid = entry
        if mode & _KIND in (SYMLINK, GITLINK):
            return LINK if mode & _KIND == SYMLINK else SUBMODULE
        if self._reader is None:
            self._reader = self._git.blobs()
        blob = self._reader.read(oid, self.limit)
        if blob.data is not None:
            return decode(blob.data)
        if blob.kind == "blob":
            return too_large(blob.size, self.limit)
        return Content("", problem=f"unreadable: object {oid[:12]} is not in this clone (`git fetch` may bring it)")

    def _table(self, side: str) -> Table:
        table = self._tables.get(side)
        if table is None:
            table = self._tables[side] = self._newer() if side == NEW else self._listed(self._commit(side))
        return table

    def _newer(self) -> Table:
        older = self._table(OLD)
        gone = self._gone[NEW]
        return {path: entry for path, entry in older.items() if path not in gone} | self._changed[NEW]

    def _commit(self, side: str) -> str:
        return self._commits[0 if side == OLD else int(side.removeprefix("other"))]

    def _listed(self, commit: str) -> Table:
        return {entry.path: (entry.mode, entry.oid) for entry in self._git.list_tree(commit)} if commit else {}


def _new_side(pairs: list[Pair]) -> Table:
    return {change.path: (change.mode, oid) for change, _, oid in pairs if not change.deleted}


def _old_side(pairs: list[Pair]) -> Table:
    return {change.old_path: (change.old_mode, oid) for change, oid, _ in pairs if change.old_path}


def list_pairs(git: Git, *arguments: str) -> list[Pair]:
    """Return what a raw diff command of git lists; renames are only found where their content is in this clone."""
    command, *rest = arguments
    done = git.completed(command, *RAW, "-M", "-l1000", *rest, "--")
    if done.code:
        # Looking for renames reads the files; a partial clone may lack them, and then the bare list must do.
        done = git.completed(command, *RAW, "--no-renames", *rest, "--")
    if done.code:
        raise failure(done, command)
    return parse_raw(done.stdout)[0]


def staged(repo: Repository, commit: str, others: tuple[str, ...], max_file_size: int) -> Change:
    """Return the staged change without its diff: when that is too large, or git cannot print it. Raises `GitError`."""
    git = Git(repo)
    base = commit or repo.empty_tree
    listed = list_pairs(git, "diff-index", "--cached", "--ita-invisible-in-index", base)
    pairs = [pair for pair in listed if pair[0].status != "U"]
    unread = tuple([(pair[0].path, UNMERGED) for pair in listed if pair[0].status == "U"])
    tree = BlobTree(git, pairs, (commit, *others), max_file_size)
    files = tuple([pair[0] for pair in pairs])
    source = "merge" if others else "staged"
    changes = ChangeSet(source, files, others=other_sides(others), unread=unread)
    return Change(changes, tree, INDEX, place_of(commit))
