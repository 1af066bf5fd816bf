"""The decisions around a change where another vault stands in for the configured one."""

from __future__ import annotations

from adrguard.decisions.cache import Cache
from adrguard.decisions.compile import compiled_at
from adrguard.model.decisions import DecisionSet
from adrguard.system import clock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from adrguard.changes.change import Change
    from adrguard.model.changes import Place
    from adrguard.system.repository import Repository


def for_change(repo: Repository, change: Change, vault: str) -> tuple[DecisionSet, DecisionSet]:
    """Return the decisions after a change and before it, as `load.for_change`. Raises `GitError`.

    `vault` is the absolute path of the folder that stands in.
    """
    cache = Cache(repo)

    def at(place: Place) -> DecisionSet:
        return DecisionSet() if place.kind == "none" else compiled_at(repo, place, cache, clock.today(), vault).set

    base = at(change.base)
    if change.place == change.base:
        return base, base
    after = at(change.place.replace(since=change.base.oid))
    return (base, base) if after == base else (after, base)
