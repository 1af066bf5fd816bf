"""Which commits a session made itself, and what to hold its work against.

What a branch held when the session began, and what came from a remote since, is not its own: a pull, a merge or another
branch brings no fault of the session's. Everything that it commits is, with or without git's hooks.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from adrguard.model.record import Record
from adrguard.system import files
from adrguard.system.files import UnreadableError
from adrguard.system.git_words import failure

if TYPE_CHECKING:
    from adrguard.sessions.store import Session
    from adrguard.system.git import Git
    from adrguard.system.repository import Repository

_HEADS = "refs/heads/"
_MOST_READ = 1 << 20
_MOST_ENDS = 40


class Span(Record):
    """What to hold the working tree against.

    since    full id of the commit on which the session's own work rests, "" for nothing at all
    beside   further commits from which a part of the tree comes that is not the session's
    dropped  the commit at which the session began, where its branch no longer holds that: history was rewritten
    """

    since: str
    beside: tuple[str, ...] = ()
    dropped: str = ""


def branch(repo: Repository) -> str:
    """Return the name of the branch at HEAD, "" for none."""
    text = _text(os.path.join(repo.git_dir, "HEAD"))
    name = text.removeprefix("ref:").strip() if text.startswith("ref:") else ""
    return name.removeprefix(_HEADS) if name.startswith(_HEADS) and not name.endswith("/.invalid") else ""


def tips(git: Git) -> tuple[str, ...]:
    """Return the commits at the ends of all branches, local and remote. Raises `GitError`."""
    listed = git.output("for-each-ref", "--format=%(objectname)", "refs/heads", "refs/remotes")
    return tuple(dict.fromkeys(listed.decode("ascii").split()))


def span(git: Git, head: str, session: Session, known: tuple[str, ...]) -> Span:
    """Return what the work of a session rests on, given the commit at HEAD and the `tips` at its beginning.

    Raises `GitError`.
    """
    if head == session.commit:
        return Span(head)
    dropped = session.commit if _is_rewritten(git, head, session) else ""
    ends = _ends(git, head, (session.commit, *known))
    if ends is None:
        ends = [head]
    elif len(ends) > 1:
        ends = git.output("merge-base", "--independent", *ends[:_MOST_ENDS]).decode("ascii").split()
    elif not ends and dropped:
        # Rewritten down to a new root: its commits rest on nothing, its work still on what stood at its beginning.
        ends = [dropped]
    beside = [one for one in (*ends[1:], dropped) if one and one != ends[0]]
    return Span(ends[0] if ends else "", tuple(beside), dropped)


def _ends(git: Git, head: str, known: tuple[str, ...]) -> list[str] | None:
    """Return the commits on which those of the session rest, None when it made none that HEAD holds."""
    if not head:
        return None
    others = "".join([f"^{one}\n" for one in dict.fromkeys((*known, *_fetched(git.repo))) if one])
    words = ("rev-list", "--boundary", "--ignore-missing", head, "--not", "--remotes", "--not", "--stdin")
    listed = git.output(*words, stdin=others.encode("ascii")).decode("ascii").split()
    if all(one.startswith("-") for one in listed):
        return None
    return [one[1:] for one in listed if one.startswith("-")]


def _is_rewritten(git: Git, head: str, session: Session) -> bool:
    """Say whether the branch on which the session began no longer holds what it held."""
    if not session.commit or not head or not session.branch or session.branch != branch(git.repo):
        return False
    done = git.completed("merge-base", "--is-ancestor", session.commit, head)
    if done.code < 0:
        raise failure(done, "merge-base")
    # Any other code than these says that the commit is no more: then there is nothing to compare with.
    return done.code == 1


def _fetched(repo: Repository) -> list[str]:
    """Return what was fetched last, though no branch of a remote stands for it: a pull by its address."""
    found = []
    for line in _text(os.path.join(repo.git_dir, "FETCH_HEAD")).splitlines():
        oid, _, words = line.partition("\t")
        if len(oid) == repo.oid_length and not oid.strip("0123456789abcdef") and not _is_own(repo, words):
            found.append(oid)
    return found


def _is_own(repo: Repository, words: str) -> bool:
    """Say whether what was fetched came from this repository itself, and so from nowhere."""
    place = os.path.realpath(os.path.join(repo.root, words.rpartition(" of ")[2].removeprefix("file://")))
    return place in (repo.root, repo.git_dir, repo.common_dir, os.path.dirname(repo.common_dir))


def _text(path: str) -> str:
    try:
        return files.read_regular(path, _MOST_READ).decode("utf-8", "replace")
    except (FileNotFoundError, UnreadableError):
        return ""
