"""What a push sends, as ranges to judge: from git's own lines, or from what the pre-commit framework says of them."""

from __future__ import annotations

from adrguard.model.errors import GitError
from adrguard.model.record import Record
from adrguard.system import repository
from adrguard.system.git import Git

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

_WORDS = 4  # of a line of git's protocol
_MOST = 100
_SHOWN = 100  # characters of a line that are enough to recognise it


class Pushed(Record):
    """One pushed ref: `name` as the user knows it, and what a `CheckRequest` takes as source and argument."""

    name: str
    source: str
    argument: str


def from_git(start: str, remote: str, lines: Iterable[str]) -> Iterator[Pushed]:
    """Read ``<local ref> <local oid> <remote ref> <remote oid>`` lines; deletions push nothing.

    Raises `GitError` for any other line: what is not understood must not pass for nothing pushed.
    """
    git = Git(repository.find(start))
    for line in lines:
        parts = line.split()
        if not parts:
            continue
        # The local ref is what the user wrote, and `HEAD@{1 day ago}` has blanks.
        if len(parts) < _WORDS or not (_is_oid(parts[-3]) and _is_oid(parts[-1])):
            msg = f"git says of a push what cannot be read: {line.strip()[:_SHOWN]!r}"
            raise GitError(msg, "lines are `LOCAL-REF LOCAL-ID REMOTE-REF REMOTE-ID`, as git gives them to its hook")
        name, tip, known = " ".join(parts[:-3]), parts[-3], parts[-1]
        if tip.strip("0"):
            yield _pushed(git, (name, tip), known, remote)


def from_framework(start: str, environment: Mapping[str, str]) -> Iterator[Pushed]:
    """Read the refs that pre-commit and prek pass by environment; none at all means a first push of a whole branch."""
    git = Git(repository.find(start))
    name = environment.get("PRE_COMMIT_LOCAL_BRANCH") or "HEAD"
    tip = environment.get("PRE_COMMIT_TO_REF") or (name if _has(git, name) else "HEAD")
    known = environment.get("PRE_COMMIT_FROM_REF", "")
    remote = environment.get("PRE_COMMIT_REMOTE_NAME", "")
    yield _pushed(git, (name, git.rev_parse(tip)), known, remote)


def _pushed(git: Git, ref: tuple[str, str], known: str, remote: str) -> Pushed:
    name, tip = ref
    if known.strip("0") and _has(git, known):
        # A push that rewrites history still brings only what came since the two parted.
        return Pushed(name, "range", f"{known}...{tip}")
    return Pushed(name, "commits", f"{_newest_shared(git, tip, remote)}..{tip}")


def _newest_shared(git: Git, tip: str, remote: str) -> str:
    """Return the newest ancestor that a branch of the remote already has, "" where it has none."""
    remotes = f"--remotes={remote}" if remote and not set(remote) & set("/:*?[") else "--remotes"
    listed = git.output("rev-list", "--boundary", tip, "--not", remotes).decode("ascii").split()
    boundary = [oid[1:] for oid in listed if oid.startswith("-")]
    if not listed:
        return tip
    if len(boundary) > 1:
        # A branch that merged its upstream has several; the newest already holds the others.
        boundary = git.output("merge-base", "--independent", *boundary[:_MOST]).decode("ascii").split()
    return boundary[0] if boundary else ""


def _is_oid(text: str) -> bool:
    return not text.strip("0123456789abcdef")


def _has(git: Git, revision: str) -> bool:
    return git.completed("rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}").code == 0
