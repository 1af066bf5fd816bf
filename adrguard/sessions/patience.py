"""How often an agent is held back before it is let go: it must be told, and it must never be trapped.

The count belongs to a turn and to what was found in it. Findings that change start a count of their own; whoever only
goes back and forth between some does not start anew, and the turn as a whole has an end too.
"""

# Hot: `sessions.store` names its values.

from __future__ import annotations

from adrguard.model.record import Record

MOST_TURNS = 32
ROUNDS = 10
"""A turn is held back at most so many times as often as for one set of findings."""


class Turn(Record):
    """How often a turn was held back for each set of findings (by its mark); `free` once it was let go."""

    held: tuple[tuple[int, int], ...] = ()
    free: bool = False


class Count(Record):
    """Whether to hold the agent back now, after it was so often already."""

    hold: bool
    times: int


def weigh(turn: Turn, found: int, most: int, *, new_turn: bool) -> tuple[Turn, Count]:
    """Decide whether a turn is held back for the set of findings with the mark `found`, and count it.

    `new_turn` says that this may be the next turn of an agent that does not number its turns: one that was let go has
    ended, and what follows is counted anew.
    """
    if turn.free and new_turn:
        turn = Turn()
    held = dict(turn.held)
    times = held.get(found, 0)
    if times >= most or sum(held.values()) >= most * ROUNDS:
        return turn.replace(free=True), Count(hold=False, times=sum(held.values()) if times < most else times)
    held[found] = times + 1
    return Turn(tuple(held.items())), Count(hold=True, times=times + 1)


def kept(turns: tuple[tuple[int, Turn], ...], key: int, turn: Turn) -> tuple[tuple[int, Turn], ...]:
    """Return the turns with this one as the latest, and the oldest ones forgotten."""
    return (*without(turns, key), (key, turn))[-MOST_TURNS:]


def without(turns: tuple[tuple[int, Turn], ...], key: int) -> tuple[tuple[int, Turn], ...]:
    """Return the turns but this one."""
    return tuple([one for one in turns if one[0] != key])
