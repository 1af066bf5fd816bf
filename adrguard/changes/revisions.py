"""The change between two commits: `A..B`, `A...B`, or all since a branch was left (`--base`)."""

from __future__ import annotations

from adrguard.changes import worktree
from adrguard.changes.blobs import BlobTree, list_pairs
from adrguard.changes.change import MAX_FILE_SIZE, Change, other_sides, place_of
from adrguard.model.changes import ChangeSet, FileChange
from adrguard.model.errors import GitError, UsageError
from adrguard.system.git import FETCH_ALL, Git

TYPE_CHECKING = False
if TYPE_CHECKING:
    from adrguard.system.repository import Repository


def read(repo: Repository, text: str, max_file_size: int = MAX_FILE_SIZE) -> Change:
    """Return the change that a range names, as `git diff` understands it; an end left out is HEAD.

    ``A..B`` is the state of B against that of A, ``A...B`` against the commit where B left A. Raises `UsageError` for
    what is no range or has no beginning, `GitError` for commits that are not there.
    """
    dots = "..." if "..." in text else ".."
    one, found, other = text.partition(dots)
    if not found or ".." in other or other.startswith("."):
        msg = f"'{text}' is not a range"
        start = text.partition("..")[0] or "main"
        raise UsageError(msg, f"write {start}..HEAD, or use --base {start} for all since it was left")
    if not one:
        # For git that is HEAD, and so nothing has changed: what an unset variable in a script would pass for.
        msg = f"the range '{text}' has no beginning"
        raise UsageError(msg, f"write HEAD{text} if you mean it; a variable in it may be empty")
    git = Git(repo)
    old, new = git.rev_parse(one), git.rev_parse(other or "HEAD")
    if dots == "...":
        old = _parting(git, (one, old), (other or "HEAD", new))
    return between(repo, old, new, max_file_size)


def since(repo: Repository, base: str, max_file_size: int = MAX_FILE_SIZE) -> Change:
    """Return what HEAD has that `base` had not when they parted: what a pull request changes. Raises `GitError`."""
    git = Git(repo)
    new = git.rev_parse("HEAD")
    return between(repo, _parting(git, (base, git.rev_parse(base)), ("HEAD", new)), new, max_file_size)


def until_now(repo: Repository, base: str, max_file_size: int = MAX_FILE_SIZE) -> Change:
    """Return what the working tree has that `base` had not when HEAD and it parted. Raises `GitError`."""
    git = Git(repo)
    parted = _parting(git, (base, git.rev_parse(base)), ("HEAD", git.rev_parse("HEAD")))
    return worktree.read(repo, max_file_size, parted)


def between(
    repo: Repository, old: str, new: str, max_file_size: int = MAX_FILE_SIZE, others: tuple[str, ...] = ()
) -> Change:
    """Return the change from one commit to another, both by full id; "" for the state before any commit.

    `others` are further commits that are as old as `old`: what one of them has is not new, though `old` lacks it.
    """
    git = Git(repo)
    pairs = list_pairs(git, "diff-tree", "-r", old or repo.empty_tree, new or repo.empty_tree)
    tree = BlobTree(git, pairs, (old, *others), max_file_size)
    changes = ChangeSet("range", tuple([pair[0] for pair in pairs]), others=other_sides(others))
    return Change(changes, tree, place_of(new), place_of(old))


def standing(repo: Repository, commit: str, max_file_size: int = MAX_FILE_SIZE) -> Change:
    """Return every file of a commit, by full id, as it stands there. Raises `GitError`."""
    git = Git(repo)
    files = [FileChange(one.path, "=", "", one.mode, 0) for one in git.list_tree(commit)]
    changes = ChangeSet("all", tuple(files), whole=True)
    return Change(changes, BlobTree(git, [], (commit,), max_file_size), place_of(commit), place_of(commit))


def _parting(git: Git, one: tuple[str, str], other: tuple[str, str]) -> str:
    """Return the merge base of two commits, given as (name, id)."""
    found = git.merge_base(one[1], other[1])
    if found:
        return found
    msg = f"git finds no commit where '{one[0]}' and '{other[0]}' parted"
    if git.is_shallow():
        raise GitError(f"{msg}: this clone is shallow", FETCH_ALL)
    raise GitError(f"{msg}: their histories have nothing in common", f"compare their states: {one[0]}..{other[0]}")
