"""The staged change: what the index holds against HEAD, read with one call of git.

The diff has the whole files as context, so it holds both sides of each: nothing is done per line unless a file is read,
and a literal is looked for in the diff itself. What git does not print (binary to it, too large, a pure rename) is read
as a blob; when the whole is too large to hold, everything is.
"""

from __future__ import annotations

from adrguard.changes.change import (
    INDEX,
    LINK,
    MAX_FILE_SIZE,
    SUBMODULE,
    CachedTree,
    Change,
    other_sides,
    place_of,
    too_large,
)
from adrguard.changes.decode import decode
from adrguard.changes.raw import parse_raw
from adrguard.model.changes import GITLINK, NEW, OLD, SYMLINK, ChangeSet, Content, FileChange
from adrguard.system import process
from adrguard.system.repository import git_environment, head, merge_heads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from adrguard.changes.blobs import BlobTree
    from adrguard.system.repository import Repository

    Part = tuple[FileChange, str, str, int, int]

MOST_BYTES = 64_000_000
"""Size of a diff over which the files are read one by one."""

_FEW = 3
_KIND = 0o170000
_BOUNDARY = b"\ndiff --git "


def arguments(base: str, max_file_size: int) -> list[str]:
    """Return the command that lists and prints the staged change, whatever the user's configuration and attributes."""
    return [
        "git",
        "-c",
        "core.fsmonitor=false",
        "-c",
        "core.trustctime=true",
        "-c",
        "core.checkStat=default",
        "-c",
        f"core.bigFileThreshold={max_file_size}",
        "-c",
        "core.quotePath=true",
        "-c",
        "diff.suppressBlankEmpty=false",
        "diff-index",
        "--cached",
        "--raw",
        "-p",
        "-z",
        "-M",
        "-l1000",
        "-U1000000000",
        "--inter-hunk-context=0",
        "--full-index",
        "--no-abbrev",
        "--no-color",
        "--no-ext-diff",
        "--no-textconv",
        "--no-relative",
        "--src-prefix=a/",
        "--dst-prefix=b/",
        "--ignore-submodules=none",
        "--submodule=short",
        "--ita-invisible-in-index",
        base,
        "--",
    ]


def read(repo: Repository, max_file_size: int = MAX_FILE_SIZE) -> Change:
    """Return the staged change of a repository. Raises `GitError` with git's words.

    Files over `max_file_size` bytes are in the change, but not read. A merge that is under way (or about to be
    committed) makes it a ``merge``, with the other parents as further sides.
    """
    commit = head(repo)
    if commit is None:
        from adrguard.system.git import Git

        commit = Git(repo).head()
    argv = arguments(commit or repo.empty_tree, max_file_size)
    code, output, cut = process.read(argv, repo.root, git_environment(repo), MOST_BYTES)
    parts = None if code or cut else _parts(output)
    others = merge_heads(repo, commit)
    if parts is None:
        from adrguard.changes import blobs

        return blobs.staged(repo, commit, others, max_file_size)
    tree = StagedTree(repo, (commit, *others), (output, parts), max_file_size)
    files = tuple([part[0] for part in parts])
    source = "merge" if others else "staged"
    return Change(ChangeSet(source, files, others=other_sides(others)), tree, INDEX, place_of(commit))


def _parts(output: bytes) -> list[Part] | None:
    """Say which bytes of the diff are whose; None when that is not certain."""
    pairs, at = parse_raw(output)
    if not pairs:
        return []
    if output[at : at + 12] != b"\0" + _BOUNDARY[1:]:
        return None
    # No line of a file can look like the boundary, as in a diff each has a character before it; the remark about an
    # unmerged path could, but then the parts are given up below.
    starts = [at + 1]
    found = output.find(_BOUNDARY, at)
    while found >= 0:
        starts.append(found + 1)
        found = output.find(_BOUNDARY, found + 1)
    starts.append(len(output))
    parts: list[Part] = []
    index = 0
    for change, old_oid, oid in pairs:
        if change.status == "U":
            return None
        following = index + (2 if change.status == "T" else 1)
        if following >= len(starts):
            return None
        parts.append((change, old_oid, oid, starts[index], starts[following]))
        index = following
    return parts if index == len(starts) - 1 else None


class StagedTree(CachedTree):
    """Index and HEAD (and a merge's other parents), the changed files out of the diff, all others as blobs."""

    def __init__(
        self, repo: Repository, commits: tuple[str, ...], diff: tuple[bytes, list[Part]], max_file_size: int
    ) -> None:
        super().__init__(max_file_size)
        self._repo = repo
        self._commits = commits
        self._diff, self._parts = diff
        self._new = {part[0].path: part for part in self._parts if part[0].status != "D"}
        self._old = {part[0].old_path: part for part in self._parts if part[0].old_path}
        self._blobs: BlobTree | None = None
        self._asked = 0

    def haystack(self, path: str) -> bytes:
        """Return the file's part of the diff, or its text where the diff does not show it as it is."""
        part = self._new.get(path)
        if part is not None and part[0].status != "T" and _kind(part, NEW) not in (SYMLINK, GITLINK):
            piece = self._diff[part[3] : part[4]]
            # Whatever may be UTF-16 has other bytes than its text.
            if b"\n@@ -" in piece and b"\xff\xfe" not in piece and b"\xfe\xff" not in piece:
                return piece
        return super().haystack(path)

    def paths(self, side: str = NEW) -> frozenset[str]:
        """Return every tracked path of a side."""
        return self._others().paths(side)

    def _load(self, path: str, side: str) -> Content | None:
        part = self._new.get(path) if side == NEW else self._old.get(path) if side == OLD else None
        if part is None:
            gone = self._old if side == NEW else self._new if side == OLD else ()
            return None if path in gone else self._others().read(path, side)
        kind = _kind(part, side)
        if kind in (SYMLINK, GITLINK):
            return LINK if kind == SYMLINK else SUBMODULE
        data = self._from_diff(part, side)
        if data is None:
            data = self._blob(part[2] if side == NEW else part[1])
        if data is None:
            return self._others().read(path, side)
        return too_large(len(data), self.limit) if self.limit and len(data) > self.limit else decode(data)

    def _blob(self, oid: str) -> bytes | None:
        """Read one of the first few blobs in the way that costs a hook least; None when there are more, or it fails."""
        self._asked += 1
        if self._asked > _FEW:
            return None
        argv = ["git", "cat-file", "blob", oid]
        code, data, cut = process.read(argv, self._repo.root, git_environment(self._repo), self.limit)
        return None if code or cut else data

    def _from_diff(self, part: Part, side: str) -> bytes | None:
        """Return a side's bytes, None when the diff does not show them."""
        change, _, _, start, end = part
        if change.status == "T":
            middle = self._diff.index(_BOUNDARY, start) + 1
            start, end = (middle, end) if side == NEW else (start, middle)
        hunk = self._diff.find(b"\n@@ -", start, end)
        if hunk < 0:
            shown = change.status in "ADT" and self._diff.find(b"\nBinary files ", start, end) < 0
            return b"" if shown else None
        return one_side(self._diff[self._diff.index(b"\n", hunk + 1) + 1 : end], side)

    def _others(self) -> BlobTree:
        if self._blobs is None:
            from adrguard.changes.blobs import BlobTree
            from adrguard.system.git import Git

            pairs = [part[:3] for part in self._parts]
            self._blobs = BlobTree(Git(self._repo), pairs, self._commits, self.limit)
        return self._blobs


def _kind(part: Part, side: str) -> int:
    return (part[0].mode if side == NEW else part[0].old_mode) & _KIND


def one_side(body: bytes, side: str) -> bytes:
    """Return one side of a hunk's lines, which are those of the whole file."""
    gone = b"\n-" if side == NEW else b"\n+"
    if b"\n\\" in body:
        return _unended(body, gone[1:])
    # Split at the lines that this side lacks; what is left of each piece after that line is the side's own.
    first, *pieces = (b"\n" + body).split(gone)
    kept = first + b"".join([piece[piece.index(b"\n") :] for piece in pieces if b"\n" in piece])
    # Whatever a line begins with becomes one and the same character, and that is taken off: in this order, as a line's
    # own second character may be any of them.
    other = b"\n+" if side == NEW else b"\n-"
    return kept.replace(b"\n ", other).replace(other, b"\n")[1:]


def _unended(body: bytes, gone: bytes) -> bytes:
    """Do the same line by line where a remark says that the line before it has no line feed."""
    kept: list[bytes] = []
    mine = False
    for line in body.split(b"\n")[:-1]:
        if line[:1] != b"\\":
            mine = line[:1] != gone
            if mine:
                kept.append(line[1:] + b"\n")
        elif mine:
            kept[-1] = kept[-1][:-1]
    return b"".join(kept)
