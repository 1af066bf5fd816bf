"""What a push sends, as ranges to judge: from git's own lines, or from what the pre-commit framework says of them."""

from __future__ import annotations

from adrguard.model.record import Record
from adrguard.system import repository
from adrguard.system.git import Git

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

_WORDS = 4  # of a line of git's protocol
_MOST = 100


class Pushed(Record):
    """One pushed ref: `name` as the user knows it, and the two commits, ``OLD..TIP``; OLD is "" where all is new."""

    name: str
    commits: str


def from_git(start: str, remote: str, lines: Iterable[str]) -> Iterator[Pushed]:
    """Read ``<local ref> <local oid> <remote ref> <remote oid>`` lines; deletions push nothing."""
    git = Git(repository.find(start))
    for line in lines:
        parts = line.split()
        if len(parts) != _WORDS:
            continue
        name, tip, _, known = parts
        if tip.strip("0"):
            yield Pushed(name, f"{_base(git, tip, known, remote)}..{tip}")


def from_framework(start: str, environment: Mapping[str, str]) -> Iterator[Pushed]:
    """Read the refs that pre-commit and prek pass by environment; none at all means a first push of a whole branch."""
    git = Git(repository.find(start))
    name = environment.get("PRE_COMMIT_LOCAL_BRANCH") or "HEAD"
    tip = environment.get("PRE_COMMIT_TO_REF") or (name if _has(git, name) else "HEAD")
    known = environment.get("PRE_COMMIT_FROM_REF", "")
    remote = environment.get("PRE_COMMIT_REMOTE_NAME", "")
    tip = git.rev_parse(tip)
    yield Pushed(name, f"{_base(git, tip, known, remote)}..{tip}")


def _base(git: Git, tip: str, known: str, remote: str) -> str:
    """Return the commit to compare with: where the pushed commits left what the other side is known to have."""
    if known.strip("0") and _has(git, known):
        # A push that rewrites history still brings only what came since the two parted.
        return git.merge_base(git.rev_parse(known), tip)
    remotes = f"--remotes={remote}" if remote and not set(remote) & set("/:*?[") else "--remotes"
    listed = git.output("rev-list", "--boundary", tip, "--not", remotes).decode("ascii").split()
    boundary = [oid[1:] for oid in listed if oid.startswith("-")]
    if not listed:
        return tip
    if len(boundary) > 1:
        # A branch that merged its upstream has several; the newest already holds the others.
        boundary = git.output("merge-base", "--independent", *boundary[:_MOST]).decode("ascii").split()
    return boundary[0] if boundary else ""


def _has(git: Git, revision: str) -> bool:
    return git.completed("rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}").code == 0
