"""Which weakenings of the rules are a session's own, where its work rests on more than one commit.

What a remote or another branch weakened comes with it; what the session's own branch held, and no longer does after its
history was rewritten, is lost by the session.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from adrguard.changes.change import WORKTREE
from adrguard.decisions import load
from adrguard.decisions.cache import Cache
from adrguard.decisions.compile import compiled_at
from adrguard.engine.weakening import Scene, compare
from adrguard.model.changes import Place
from adrguard.model.decisions import thaw_set
from adrguard.sessions.store import Store
from adrguard.system import clock, folders
from adrguard.system.git import Git

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from adrguard.model.agents import Event
    from adrguard.model.decisions import DecisionSet
    from adrguard.model.findings import Weakened
    from adrguard.sessions.history import Span
    from adrguard.sessions.store import Session
    from adrguard.system.repository import Repository
    from adrguard.usecases.check_changes import Judged

MOST_KEPT = 16
_PREFIX = "session-"
_OF_THE_SET = ("suppressed", "hooks")
"""What the engine finds in files, and not by comparing decisions: it knows the other sides already."""


def own(repo: Repository, judged: Judged, span: Span) -> tuple[Weakened, ...]:
    """Return the weakenings that the session itself made. Raises `GitError`."""
    if not span.beside:
        return judged.outcome.weakened
    return tuple(dict.fromkeys(_Sides(repo, judged, span).own()))


def standing(repo: Repository) -> tuple[DecisionSet, tuple[tuple[str, Any], ...]]:
    """Return the decisions of the working tree, and the folders they come from that git does not track, with stamps."""
    compiled = compiled_at(repo, WORKTREE, Cache(repo), clock.today())
    return compiled.set, tuple([(path, stamp) for path, is_read, stamp in compiled.stamps if is_read])


def keep(repo: Repository, event: Event, decisions: DecisionSet) -> None:
    """Keep the decisions at the beginning of a session, of which no commit holds all."""
    cache = Cache(repo)
    cache.put(_name(repo, event), decisions.plain())
    folders.prune(cache.folder, _PREFIX, MOST_KEPT)


def since_the_beginning(
    repo: Repository, event: Event, judged: Judged, session: Session, *, same: bool
) -> tuple[Weakened, ...]:
    """Return what became weaker than the decisions that were kept, beside what is weaker than the commit's anyway.

    Where the session's work rests on another commit (not the `same`) only what git does not track is compared.
    """
    raw = Cache(repo).get(_name(repo, event))
    if raw is None:
        return ()
    known = {_state(one) for one in judged.outcome.weakened}
    lost = [one for one in compare(judged.decisions, thaw_set(raw), Scene(clock.today())) if _state(one) not in known]
    if not same:
        untracked = tuple([os.path.join(path, "") for path, _ in session.stamps])
        lost = [one for one in lost if os.path.join(repo.root, one.path).startswith(untracked)]
    return tuple(lost)


def _name(repo: Repository, event: Event) -> str:
    return _PREFIX + Store(repo.git_dir, event).name


class _Sides:
    """The commits that a session's work rests on, and what each decides."""

    def __init__(self, repo: Repository, judged: Judged, span: Span) -> None:
        self._repo = repo
        self._git = Git(repo)
        self._judged = judged
        self._sides = (span.since, *span.beside)
        self._scene = Scene(clock.today())

    def own(self) -> Iterator[Weakened]:
        yield from [one for one in self._judged.outcome.weakened if one.how in _OF_THE_SET]
        for side in self._sides:
            lost = list(compare(self._judged.decisions, self._at(side), self._scene))
            for other in self._sides:
                if lost and other != side:
                    lost = list(self._left(lost, side, other))
            yield from lost

    def _left(self, lost: Iterable[Weakened], side: str, other: str) -> Iterator[Weakened]:
        """Yield what the other side did not lose itself, in the same way, since the two parted."""
        parted = self._git.merge_base(side, other) if side and other else ""
        theirs = self._at(other)
        same = {_state(one) for one in compare(theirs, self._at(side), self._scene)}
        done = {_subject(one) for one in compare(theirs, self._at(parted), self._scene)}
        for one in lost:
            if _state(one) not in same or _subject(one) not in done:
                yield one

    def _at(self, commit: str) -> DecisionSet:
        return load.load(self._repo, Place("commit", commit) if commit else Place("none"))


def _state(one: Weakened) -> tuple[str, str, str]:
    # Which files left a scope is known only where there is a tree to look at.
    return (one.how, one.rule, one.after.partition(" (")[0])


def _subject(one: Weakened) -> str:
    return one.rule or one.after.partition("=")[0]
