"""What a push sends, as ranges to judge: from git's own lines, or from what the pre-commit framework says of them."""

from __future__ import annotations

from adrguard.model.record import Record
from adrguard.system import repository
from adrguard.system.git import Git

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

EMPTY = "0" * 40


class Pushed(Record):
    """One pushed ref: `name` as the user knows it, and the range ``BASE..TIP`` that the other side does not have."""

    name: str
    range: str


def from_git(start: str, remote: str, lines: Iterable[str]) -> Iterator[Pushed]:
    """Read ``<local ref> <local oid> <remote ref> <remote oid>`` lines; deletions push nothing."""
    git = Git(repository.find(start))
    for line in lines:
        parts = line.split()
        if len(parts) != 4:  # noqa: PLR2004 - the four words of git's protocol
            continue
        name, tip, _, known = parts
        if not tip.strip("0"):
            continue
        if not known.strip("0") or not git.has_commit(known):
            known = unknown_to(git, tip, remote)
        yield Pushed(name, f"{known}..{tip}")


def from_framework(start: str, environment: Mapping[str, str]) -> Iterator[Pushed]:
    """Read the refs that pre-commit and prek pass by environment; none at all means a first push of a whole branch."""
    base, tip = environment.get("PRE_COMMIT_FROM_REF"), environment.get("PRE_COMMIT_TO_REF")
    name = environment.get("PRE_COMMIT_LOCAL_BRANCH") or "HEAD"
    if base and tip:
        yield Pushed(name, f"{base}...{tip}")
        return
    git = Git(repository.find(start))
    tip = git.rev_parse(name if git.has_commit(name) else "HEAD")
    yield Pushed(name, f"{unknown_to(git, tip, environment.get('PRE_COMMIT_REMOTE_NAME', ''))}..{tip}")


def unknown_to(git: Git, tip: str, remote: str) -> str:
    """Return the newest ancestor of `tip` that a branch of the remote already has, "" when it has none of them."""
    remotes = f"--remotes={remote}" if remote and "/" not in remote and ":" not in remote else "--remotes"
    return git.newest_shared(tip, remotes)
