"""Sets of versions as spans between cuts: exact for open and closed ends, pins, prereleases and unions.

A cut lies just before or just after a version's key, never on it: ``(key, BEFORE)`` or ``(key, AFTER)``. So ``<2``
ends at ``(2, BEFORE)``, ``>=2`` starts there, and the two share nothing. Keys are whatever versions are compared by.
"""

from __future__ import annotations

from adrguard.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    Cut = tuple[Any, int]

BEFORE = -1
AFTER = 1


class Span(Record):
    """All versions between two cuts; None is an open end.

    `tags` are the releases of which this range, as declared, also admits prereleases (npm and Cargo admit them only for
    a release that the range itself names with one).
    """

    low: Cut | None = None
    high: Cut | None = None
    tags: frozenset[Any] = frozenset()

    @property
    def empty(self) -> bool:
        """True when the ends have crossed."""
        return self.low is not None and self.high is not None and not self.low < self.high

    def holds(self, key: Any) -> bool:
        """Say whether the version with this key lies between the cuts."""
        return (self.low is None or self.low < (key, 0)) and (self.high is None or (key, 0) < self.high)


EVERYTHING: tuple[Span, ...] = (Span(),)
NOTHING: tuple[Span, ...] = ()


def intersect(left: Iterable[Span], right: Sequence[Span]) -> tuple[Span, ...]:
    """Return what both sets hold; tags are those of the left one."""
    found = []
    for one in left:
        for other in right:
            both = Span(_later(one.low, other.low), _earlier(one.high, other.high), one.tags)
            if not both.empty:
                found.append(both)
    return tuple(found)


def complement(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Return everything that the set does not hold."""
    rest: tuple[Span, ...] = EVERYTHING
    for span in spans:
        outside = []
        if span.low is not None:
            outside.append(Span(None, span.low))
        if span.high is not None:
            outside.append(Span(span.high, None))
        rest = intersect(rest, outside)
    return rest


def _later(one: Cut | None, other: Cut | None) -> Cut | None:
    if one is None or other is None:
        return other if one is None else one
    return max(one, other)


def _earlier(one: Cut | None, other: Cut | None) -> Cut | None:
    if one is None or other is None:
        return other if one is None else one
    return min(one, other)
