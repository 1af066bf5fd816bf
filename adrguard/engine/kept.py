"""Say which lines of a new text were there before, in about the time it takes to sort them."""

from __future__ import annotations

from bisect import bisect_left

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    Window = tuple[int, int, int, int]  # start and end in the old lines, start and end in the new ones
    Pair = tuple[int, int]  # the same line in the old text and in the new one

_DEPTH = 8  # deeper than this, a hostile text could make each level look at all of it again


def kept_lines(old: str, new: str) -> set[int]:
    """Return the numbers (1-based) of the lines of `new` that stand there since `old`, indentation aside.

    Lines that occur once on both sides are the fixed points, and what is equal right beside one stays with it; where
    there is no fixed point a line counts as added. Lines that changed places are added at the later of the two.
    """
    before = [line.strip() for line in old.split("\n")]
    after = [line.strip() for line in new.split("\n")]
    kept: set[int] = set()
    windows = [(0, len(before), 0, len(after))]
    for _ in range(_DEPTH):
        gaps: list[Window] = []
        for window in windows:
            inner = _trim(before, after, window, kept)
            fixed = _in_order(_once_on_both_sides(before, after, inner))
            if fixed:
                kept.update([number + 1 for _, number in fixed])
                gaps += _between(fixed, inner)
        if not gaps:
            break
        windows = gaps
    return kept


def _trim(before: Sequence[str], after: Sequence[str], window: Window, kept: set[int]) -> Window:
    """Take the equal lines off both ends of a window."""
    start, end, first, last = window
    while start < end and first < last and before[start] == after[first]:
        start, first = start + 1, first + 1
        kept.add(first)
    while start < end and first < last and before[end - 1] == after[last - 1]:
        kept.add(last)
        end, last = end - 1, last - 1
    return start, end, first, last


def _once_on_both_sides(before: Sequence[str], after: Sequence[str], window: Window) -> list[Pair]:
    start, end, first, last = window
    old = _once(before, start, end)
    new = _once(after, first, last)
    return [(at, new[line]) for line, at in old.items() if line in new]


def _once(lines: Sequence[str], start: int, end: int) -> dict[str, int]:
    places: dict[str, int] = {}
    more: set[str] = set()
    for number in range(start, end):
        line = lines[number]
        if line in places:
            more.add(line)
        places[line] = number
    return {line: number for line, number in places.items() if line not in more}


def _in_order(pairs: Iterable[Pair]) -> list[Pair]:
    """Return the longest run of pairs, given by old place, whose new places rise too."""
    ends: list[int] = []
    tails: list[int] = []
    chosen: list[Pair] = []
    links: list[int] = []
    for number, pair in enumerate(pairs):
        length = bisect_left(ends, pair[1])
        links.append(tails[length - 1] if length else -1)
        chosen.append(pair)
        ends[length : length + 1] = [pair[1]]
        tails[length : length + 1] = [number]
    run: list[Pair] = []
    at = tails[-1] if tails else -1
    while at >= 0:
        run.append(chosen[at])
        at = links[at]
    return run[::-1]


def _between(fixed: Sequence[Pair], window: Window) -> Iterable[Window]:
    start, end, first, last = window
    for at, number in [*fixed, (end, last)]:
        if start < at and first < number:
            yield start, at, first, number
        start, first = at + 1, number + 1
