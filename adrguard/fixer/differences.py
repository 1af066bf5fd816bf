"""What two versions of a text have in common, line by line, in a time that grows with their length.

`difflib` looks at all that is left for each difference, and at each place of a line that comes again and again.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from difflib import Match, SequenceMatcher
from typing import TYPE_CHECKING

from adrguard.model.record import Record

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Block = tuple[int, int, int]
    """Where lines that are the same begin in both versions, and how many they are."""

SMALL = 1000
"""Pairs of lines that `difflib` is still asked to compare."""
DEEPEST = 8


class _Part(Record):
    """The lines of both versions that are compared, ends exclusive."""

    low: int
    high: int
    first: int
    last: int


class Differences(SequenceMatcher[str]):
    """A matcher of lines: those that stand as often in both are matched first, as many as have the same order.

    In a gap that this leaves, large and of as many lines in both, each is held against the one in its place.
    """

    def __init__(self, old: Sequence[str], new: Sequence[str]) -> None:
        super().__init__(None, "", "", autojunk=False)
        self._old, self._new = old, new
        self._blocks: list[Match] = []

    def get_matching_blocks(self) -> list[Match]:
        """Return the blocks of lines that are the same, in order, and an empty one at the end."""
        blocks = self._blocks
        if not blocks:
            for at, there, size in self._same(_Part(0, len(self._old), 0, len(self._new)), 0):
                last = blocks[-1] if blocks else Match(0, 0, 0)
                if blocks and (last.a + last.size, last.b + last.size) == (at, there):
                    blocks[-1] = last._replace(size=last.size + size)
                else:
                    blocks.append(Match(at, there, size))
            blocks.append(Match(len(self._old), len(self._new), 0))
        return blocks

    def _same(self, part: _Part, depth: int) -> Iterator[Block]:
        low, high, first, last = part.low, part.high, part.first, part.last
        while low < high and first < last and self._old[low] == self._new[first]:
            low, first = low + 1, first + 1
        while low < high and first < last and self._old[high - 1] == self._new[last - 1]:
            high, last = high - 1, last - 1
        if low > part.low:
            yield part.low, part.first, low - part.low
        yield from self._within(_Part(low, high, first, last), depth)
        if high < part.high:
            yield high, last, part.high - high

    def _within(self, part: _Part, depth: int) -> Iterator[Block]:
        anchors = self._anchors(part) if depth < DEEPEST else []
        if not anchors:
            yield from self._gap(part)
            return
        low, first = part.low, part.first
        for at, there in [*anchors, (part.high, part.last)]:
            if low < at and first < there:
                yield from self._same(_Part(low, at, first, there), depth + 1)
            if at < part.high:
                yield at, there, 1
            low, first = at + 1, there + 1

    def _anchors(self, part: _Part) -> list[tuple[int, int]]:
        here, there = _places(self._old, part.low, part.high), _places(self._new, part.first, part.last)
        pairs = [
            pair
            for line, places in here.items()
            if len(there.get(line, ())) == len(places)
            for pair in zip(places, there[line], strict=True)
        ]
        return _rising(sorted(pairs))

    def _gap(self, part: _Part) -> Iterator[Block]:
        old, new = self._old[part.low : part.high], self._new[part.first : part.last]
        if len(old) * len(new) <= SMALL:
            for at, there, size in SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks()[:-1]:
                yield part.low + at, part.first + there, size
        elif len(old) == len(new):
            for index, (before, after) in enumerate(zip(old, new, strict=True)):
                if before == after:
                    yield part.low + index, part.first + index, 1


def _places(lines: Sequence[str], start: int, end: int) -> dict[str, list[int]]:
    found: dict[str, list[int]] = defaultdict(list)
    for index in range(start, end):
        found[lines[index]].append(index)
    return found


def _rising(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return as many pairs as possible, in order, of which both places rise."""
    ends: list[int] = []
    best: list[int] = []
    before: list[int] = []
    for index, (_, there) in enumerate(pairs):
        rank = bisect_left(ends, there)
        before.append(best[rank - 1] if rank else -1)
        ends[rank : rank + 1] = [there]
        best[rank : rank + 1] = [index]
    chosen = []
    at = best[-1] if best else -1
    while at >= 0:
        chosen.append(pairs[at])
        at = before[at]
    return chosen[::-1]
