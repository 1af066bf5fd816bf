"""A decision as its note alone tells it: plain values that can be kept from one compilation to the next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.model.errors import Problem
from adrguard.model.invariants import Fenced, InvariantText, SubItem
from adrguard.model.record import Record

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any


class Spot(Record):
    """A word in a note and where it stands; `excerpt` is its line."""

    text: str
    line: int
    column: int
    excerpt: str

    def problem(self, path: str, message: str, hint: str, code: str, severity: str = "error") -> Problem:
        """Say that something is wrong here."""
        return Problem(path, self.line, self.column, message, hint, code, severity, self.excerpt)


class Reading(Record):
    """A decision as its note alone tells it.

    `status` is the table's word or what stands there instead, `force` what follows from it alone; `known` is false for
    a word outside the table, `others` further words that contradict it. `holds` says that at least one item looks like
    an invariant. `broken` means that the frontmatter could not be read: then nothing can be said about its status.
    `problems` are the note's own mistakes, `slips` those of its invariants, which matter only while it binds.
    """

    id: str
    path: str
    title: str
    at: Spot
    status: str
    force: str
    known: bool
    others: tuple[str, ...]
    status_at: Spot
    date: str
    project: str
    supersedes: tuple[Spot, ...]
    superseded_by: tuple[Spot, ...]
    depends_on: tuple[Spot, ...]
    review_after: Spot
    items: tuple[InvariantText, ...]
    holds: bool
    broken: bool
    problems: tuple[Problem, ...]
    slips: tuple[Problem, ...]


def thaw_reading(raw: Iterable[Any]) -> Reading:
    """Turn a kept plain tuple back into a reading."""
    reading = Reading.of(raw)
    items = []
    plain: Iterable[Any] = reading.items
    for text, line, column, origin, rows, clauses, fences in plain:
        item = InvariantText(text, line, column, origin, rows, tuple(map(SubItem.of, clauses)))
        items.append(item.replace(fences=tuple(map(Fenced.of, fences))))
    spots = {name: Spot.of(getattr(reading, name)) for name in ("at", "status_at", "review_after")}
    links = {
        name: tuple(map(Spot.of, getattr(reading, name))) for name in ("supersedes", "superseded_by", "depends_on")
    }
    said = {name: tuple(map(Problem.of, getattr(reading, name))) for name in ("problems", "slips")}
    return reading.replace(**spots, **links, **said, items=tuple(items))
