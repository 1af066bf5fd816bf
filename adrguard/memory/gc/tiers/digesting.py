"""The fourth tier: the oldest turns give way to a digest, as many as it takes to reach the goal.

The goal is a context of at most 60 % of the window, and a cold part (where it is 20 turns or longer) of at most a
twelfth of what it was: whoever counts tokens in another way then still finds 85 % saved. A long cold part always gets a
digest, of its oldest turn at least. No more is taken than the goal needs, so that the context does not fall out of the
zone at its lower end without need.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.memory.gc.parts import ASSISTANT
from adrguard.model.record import Record

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from adrguard.memory.gc.parts import Turn

LOWEST, HIGHEST = 15, 60
"""The Smart-Zone, in per cent of the context window."""
LONG = 20
_SHARE = 12


class Need(Record):
    """What there is to decide by, in tokens.

    window   the context window; `apart` what is not cold: the hot turns and what stays anyway
    before   what the cold part took originally, in `turns` turns
    now      what each of the cold turns takes after the tiers before this one
    old      how many of these, at the beginning, are digests
    digest   tells what a digest takes in the place of so many of the cold turns (at least `old`)
    """

    window: int
    apart: int
    before: int
    turns: int
    now: Sequence[int]
    old: int
    digest: Callable[[int], int]

    @property
    def room(self) -> int:
        """What the cold part may take."""
        zone = self.window * HIGHEST // 100 - self.apart
        return min(zone, self.before // _SHARE) if self.turns >= LONG else zone

    def fits(self, cut: int) -> bool:
        """Say whether the goal is reached once so many of the oldest turns are in a digest."""
        return self.digest(cut) + sum(self.now[cut:]) <= self.room


def count(need: Need, cuts: Sequence[int]) -> int:
    """Return how many of the oldest cold turns are to be in the digest: one of the rising `cuts`, or `need.old`."""
    possible = [cut for cut in cuts if cut > need.old]
    is_long = need.turns >= LONG
    if need.old or not is_long:
        fits = need.fits(need.old) if need.old else sum(need.now) <= need.room
        if fits:
            return need.old
    if not possible:
        return need.old
    chosen = _first_fitting(need, possible)
    worth = need.old or (is_long and need.fits(chosen)) or need.digest(chosen) < sum(need.now[:chosen])
    return chosen if worth else 0


def _first_fitting(need: Need, possible: Sequence[int]) -> int:
    """Return the smallest cut that reaches the goal, the largest where none does."""
    low, high = 0, len(possible) - 1
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if need.fits(possible[middle]) else (middle + 1, high)
    # The words of a digest are cut in steps, so that a later cut need not take less than one before it.
    return next((cut for cut in possible[low:] if need.fits(cut)), possible[-1])


def cuts(cold: Sequence[Turn], following: Turn | None, *, alternates: bool) -> list[int]:
    """Return after how many of the cold turns a digest may stand.

    It is a message of the user: where roles have to alternate, an answer follows it, or nothing does.
    """
    turns = [*cold, *([following] if following else [])]
    every = range(1, len(cold) + 1)
    if not alternates:
        return list(every)
    return [cut for cut in every if cut == len(turns) or turns[cut].speaker == ASSISTANT] or list(every)
