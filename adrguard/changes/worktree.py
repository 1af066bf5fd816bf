"""Everything that is not committed: the working tree, with untracked files, against HEAD.

git only says which files differ, by their stats; the files themselves are read from the disk as they are. So none of
the user's filters runs, and what a tool wrote without telling anybody is found like everything else.
"""

from __future__ import annotations

import errno
import os
import stat

from adrguard.changes import index_stats
from adrguard.changes.blobs import RAW, BlobTree
from adrguard.changes.change import (
    LINK,
    MAX_FILE_SIZE,
    SUBMODULE,
    WORKTREE,
    CachedTree,
    Change,
    other_sides,
    place_of,
)
from adrguard.changes.decode import decode
from adrguard.changes.raw import parse_raw
from adrguard.changes.renames import moved
from adrguard.model.changes import GITLINK, NEW, OLD, REGULAR, SYMLINK, ChangeSet, Content, FileChange
from adrguard.system import files
from adrguard.system.git import Git, native
from adrguard.system.repository import head, merge_heads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import TypeVar

    from adrguard.changes.blobs import Pair
    from adrguard.system.repository import Repository

    Result = TypeVar("Result")

_NOWHERE = (errno.ENOENT, errno.ENOTDIR, errno.EINVAL, errno.ENAMETOOLONG)
_LFS_MARK = b"version https://git-lfs.github.com/spec/"
_LFS_MOST = 1024
_MOST_POINTERS = 10_000
_MOST_HELD = 16_000_000

_known_pointers: dict[str, str] = {}
"""Of which content blobs are pointers ("": of none), for good: a blob does not change."""


def read(
    repo: Repository, max_file_size: int = MAX_FILE_SIZE, since: str | None = None, beside: tuple[str, ...] = ()
) -> Change:
    """Return all that is not committed, or all that is not yet in the commit `since`. Raises `GitError`.

    `beside` are further commits from which a part of it comes, as from the other parents of a merge.
    """
    git = Git(repo)
    now = head_of(git)
    commit = now if since is None else since
    others = tuple(dict.fromkeys((*beside, *merge_heads(repo, now))))
    pairs, held = _changed(git, uncommitted(git, commit), max_file_size)
    tree = DiskTree(git, pairs, (commit, *others), max_file_size, held)
    renamed = _with_renames(pairs, tree)
    if renamed != pairs:
        tree = DiskTree(git, renamed, (commit, *others), max_file_size, held)
    listed = tuple([pair[0] for pair in renamed])
    changes = ChangeSet("worktree", listed, others=other_sides(others), unread=git.closed)
    return Change(changes, tree, WORKTREE, place_of(commit))


def head_of(git: Git) -> str:
    """Return the commit at HEAD, "" before the first one. Raises `GitError`."""
    commit = head(git.repo)
    return git.head() if commit is None else commit


def uncommitted(git: Git, commit: str) -> list[Pair]:
    """List what may differ from a commit: also files whose stats alone do. Renames are not looked for.

    `closed` of `git` are then the folders of which nobody knows what is in them.
    """
    return uncommitted_beside(git, commit, lambda: None)[0]


def uncommitted_beside(git: Git, commit: str, meanwhile: Callable[[], Result]) -> tuple[list[Pair], Result]:
    """Return what is `uncommitted`, and what `meanwhile` returns, which is done while git works."""
    # A submodule's own commit counts, not whether files in it changed: to know, git would run a status in each.
    command = ["diff-index", *RAW, "--no-renames", "--ignore-submodules=dirty", commit or git.repo.empty_tree, "--"]

    def differing() -> tuple[list[Pair], Result]:
        found = index_stats.differing(git, commit)
        if found is not None:
            return found, meanwhile()
        printed, done = git.output_beside(*_without_filters(git), *command, meanwhile=meanwhile)
        return [_or_hidden(git.repo.root, pair) for pair in parse_raw(printed)[0]], done

    untracked, (differ, done) = git.untracked_beside(differing)
    return _together(git.repo.root, differ, untracked), done


def _or_hidden(root: str, pair: Pair) -> Pair:
    """Return a deletion as what it is where the file only cannot be looked at: for git that is the same."""
    change, old_oid, oid = pair
    if not change.deleted:
        return pair
    try:
        os.lstat(os.path.join(root, native(change.path)))
    except (OSError, ValueError) as error:
        if is_hidden(error):
            return change.replace(status="M", mode=change.old_mode), old_oid, oid
    return pair


def is_hidden(error: OSError | ValueError) -> bool:
    """Say whether a file's status cannot be had although it may be there: its folder may not be searched, or fails."""
    return isinstance(error, OSError) and error.errno not in _NOWHERE


def _together(root: str, differing: list[Pair], untracked: list[str]) -> list[Pair]:
    pairs = {pair[0].path: pair for pair in differing}
    for path in untracked:
        if path.endswith("/"):
            continue  # a repository of its own, such as an agent's working tree: nothing of it is committed here
        known = pairs.get(path)
        mode = _mode(root, path)
        if known is None:
            pairs[path] = (FileChange(path, "A", "", mode, 0), "", "")
        else:
            status = "M" if stat.S_IFMT(mode) == stat.S_IFMT(known[0].old_mode) else "T"
            pairs[path] = (known[0].replace(status=status, mode=mode), known[1], "")
    return [pairs[path] for path in sorted(pairs)]


def _mode(root: str, path: str) -> int:
    try:
        return git_mode(os.lstat(os.path.join(root, native(path))).st_mode)
    except OSError:
        return REGULAR | 0o644


def git_mode(mode: int) -> int:
    """Return the mode that git gives to a file which has this one on the disk."""
    return SYMLINK if stat.S_ISLNK(mode) else REGULAR | (0o755 if mode & stat.S_IXUSR else 0o644)


def _without_filters(git: Git) -> list[str]:
    """Return options that switch off the user's filters: git would run them on files as old as its index."""
    listed = git.output("config", "--name-only", "-z", "--get-regexp", r"^filter\.", empty=1)
    names = {name.rpartition(".")[0] for name in listed.decode("utf-8", "surrogateescape").split("\0") if name}
    settings = [f"{name}.{key}" for name in sorted(names) for key in ("clean=", "process=", "required=false")]
    return [part for setting in settings for part in ("-c", native(setting))]


def _changed(git: Git, pairs: list[Pair], limit: int) -> tuple[list[Pair], dict[str, bytes]]:
    """Leave out the files of which only the stats differ; return what was read of others too, within bounds."""
    doubtful = {pair[0].path: pair[1] for pair in pairs if _may_be_same(pair)}
    if not doubtful:
        return pairs, {}
    import hashlib  # brings OpenSSL along

    same: set[str] = set()
    digests: dict[str, str] = {}
    held: dict[str, bytes] = {}
    room = _MOST_HELD
    for path, oid in doubtful.items():
        data = _read(git, path, limit)
        if data is None:
            continue
        if index_stats.blob_id(data, sha256=git.repo.sha256) == oid:
            same.add(path)
            continue
        digests[path] = hashlib.sha256(data).hexdigest()
        room -= len(data)
        if room >= 0:
            held[path] = data
    pointers = _pointers(git, {doubtful[path] for path in digests})
    same |= {path for path, digest in digests.items() if digest == pointers.get(doubtful[path])}
    return [pair for pair in pairs if pair[0].path not in same], held


def _may_be_same(pair: Pair) -> bool:
    change, _, oid = pair
    return change.status == "M" and change.mode == change.old_mode and change.is_text_file and not oid.strip("0")


def _read(git: Git, path: str, limit: int) -> bytes | None:
    try:
        return files.read_regular(os.path.join(git.repo.root, native(path)), limit, git.repo.root)
    except (OSError, files.UnreadableError):
        return None


def _pointers(git: Git, oids: set[str]) -> dict[str, str]:
    """Return of these blobs that are pointers of Git LFS the SHA-256 of the content that they stand for."""
    unknown = oids - _known_pointers.keys()
    if unknown:
        if len(_known_pointers) > _MOST_POINTERS:
            _known_pointers.clear()
        blobs = git.cat_batch(oids - _known_pointers.keys(), _LFS_MOST)
        # One that is missing may yet come.
        _known_pointers.update({oid: _pointer(blob.data or b"") for oid, blob in blobs.items() if blob.kind == "blob"})
    return {oid: digest for oid in oids if (digest := _known_pointers.get(oid))}


def _pointer(blob: bytes) -> str:
    if not blob.startswith(_LFS_MARK):
        return ""
    digest = blob.partition(b"\noid sha256:")[2].partition(b"\n")[0]
    return digest.decode("ascii", "replace")


def _with_renames(pairs: list[Pair], tree: DiskTree) -> list[Pair]:
    gone = {pair[0].path: pair for pair in pairs if pair[0].deleted and stat.S_ISREG(pair[0].old_mode)}
    new = [pair[0].path for pair in pairs if pair[0].status == "A" and pair[0].is_text_file]
    found = moved(gone, new, lambda path: _text(tree, path, OLD), lambda path: _text(tree, path, NEW))
    left = set(found.values())
    renamed: list[Pair] = []
    for change, old_oid, oid in pairs:
        if change.path in found and change.status == "A":
            before, before_oid, _ = gone[found[change.path]]
            moved_change = change.replace(status="R", old_path=before.path, old_mode=before.old_mode)
            renamed.append((moved_change, before_oid, oid))
        elif not (change.deleted and change.path in left):
            renamed.append((change, old_oid, oid))
    return renamed


def _text(tree: DiskTree, path: str, side: str) -> str:
    content = tree.read(path, side)
    return content.text if content else ""


class DiskTree(CachedTree):
    """The working tree as the new side; HEAD, and a merge's other parents, as blobs.

    Links are never followed, nothing outside of the root is read, and no file but a regular one is opened. `held` are
    files that were read already.
    """

    def __init__(
        self,
        git: Git,
        pairs: list[Pair],
        commits: tuple[str, ...],
        limit: int,
        held: Mapping[str, bytes] | None = None,
    ) -> None:
        super().__init__(limit)
        self._read_before = held or {}
        self._root = git.repo.root
        self._history = BlobTree(git, pairs, commits, limit)
        self._safe: dict[str, bool] = {}
        self._last: tuple[str, bytes | Content | None] = ("", None)

    def paths(self, side: str = NEW) -> frozenset[str]:
        """Return every tracked path of a side; on the new one also every untracked path that git does not ignore."""
        return self._history.paths(side)

    def haystack(self, path: str) -> bytes:
        """Return the file's bytes, or its text as UTF-8 where those may differ; a binary has none."""
        data = self._bytes(path)
        return data if isinstance(data, bytes) and b"\0" not in data else super().haystack(path)

    def _load(self, path: str, side: str) -> Content | None:
        if side != NEW:
            return self._history.read(path, side)
        data = self._bytes(path)
        return decode(data) if isinstance(data, bytes) else data

    def _bytes(self, path: str) -> bytes | Content | None:
        """Return what stands on the disk, the content that says why it cannot be read, or None for nothing."""
        if self._last[0] != path or not path:
            self._last = (path, self._from_disk(path))
        return self._last[1]

    def _from_disk(self, path: str) -> bytes | Content | None:
        if path in self._read_before:
            return self._read_before[path]
        name = os.path.join(self._root, native(path))
        try:
            return files.read_regular(name, self.limit, self._unsafe(name))
        except FileNotFoundError:
            return self._left_out(path)
        except files.UnreadableError as error:
            if os.path.islink(name):
                return LINK
            if os.path.isdir(name):
                return SUBMODULE if self.mode(path) == GITLINK else None
            told = error.about_size or error.reason.startswith("unreadable")
            return Content("", problem=error.reason if told else f"unreadable: {error.reason}")

    def mode(self, path: str) -> int:
        """Return git's mode of a file of the working tree, 0 when there is none."""
        entry = self._history.entry(path, NEW)
        return entry[0] if entry else 0

    def _left_out(self, path: str) -> Content | None:
        """Return a file that is not on the disk because a sparse checkout leaves it out; it belongs to the tree."""
        entry = self._history.entry(path, NEW)
        return self._history.read(path, NEW) if entry and entry[1].strip("0") else None

    def _unsafe(self, name: str) -> str:
        """Return the root for files of a folder that was not yet seen to lie in it, "" once it was."""
        folder = os.path.dirname(name)
        if folder not in self._safe:
            self._safe[folder] = files.is_inside(folder, self._root)
        return "" if self._safe[folder] else self._root
