"""How often an agent was held back in a turn, as it is remembered in its session."""

from __future__ import annotations

import contextlib

from adrguard.sessions import patience
from adrguard.sessions.not_kept import NotKeptError
from adrguard.sessions.store import mark

TYPE_CHECKING = False
if TYPE_CHECKING:
    from adrguard.model.agents import Event
    from adrguard.sessions.store import Session, Store


def weighed(store: Store, event: Event, session: Session, found: int, most: int) -> patience.Count:
    """Count that the agent is held back once more for the set of findings with this mark, if it still is."""
    key = _key(event)
    counted = patience.Count(hold=False, times=0)

    def change(kept: Session) -> Session:
        nonlocal counted
        turn = dict(kept.turns).get(key, patience.Turn())
        turn, counted = patience.weigh(turn, found, most, new_turn=not event.turn and not event.again)
        return kept.replace(turns=patience.kept(kept.turns, key, turn))

    try:
        store.update(change, session)
    except NotKeptError:
        # Where nothing can be counted, an agent that goes on only because it was held back is not held back again.
        return patience.Count(hold=most > 0 and not event.again, times=1)
    return counted


def mended(store: Store, event: Event, session: Session) -> None:
    """Forget how often an agent that does not number its turns was held back: what comes now is another turn."""
    if not session.turns or event.turn:
        return
    key = _key(event)
    if key in dict(session.turns):
        # What cannot be forgotten makes the next turn a little shorter.
        with contextlib.suppress(NotKeptError):
            store.update(lambda kept: kept.replace(turns=patience.without(kept.turns, key)), session)


def _key(event: Event) -> int:
    return mark("turn", event.turn, event.subagent)
