"""The links between decisions, in both directions, whichever of the two notes states them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.decisions.naming import Names
from adrguard.model.record import Record

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from adrguard.model.decisions import Decision

SUPERSEDES = "supersedes"
SUPERSEDED_BY = "superseded by"
DEPENDS_ON = "depends on"


class Unresolved(Record):
    """A name in a note that means no decision, or (`several`) more than one. `kind` is one of the words above."""

    decision: Decision
    kind: str
    name: str
    several: tuple[Decision, ...] = ()


class Links:
    """Resolves what the decisions of a set say about each other.

    `supersedes` and `depends_on` map a note's path to the decisions that it names, `superseded_by` and `needed_by` the
    other way round; all in the order of the notes.
    """

    def __init__(self, decisions: Sequence[Decision]) -> None:
        self.decisions = decisions
        self.names = Names(decisions)
        self.unresolved: list[Unresolved] = []
        self.supersedes: dict[str, list[Decision]] = {}
        self.superseded_by: dict[str, list[Decision]] = {}
        self.depends_on: dict[str, list[Decision]] = {}
        self.needed_by: dict[str, list[Decision]] = {}
        for one in decisions:
            for other in self._meant(one, SUPERSEDES, one.supersedes):
                _join(self.supersedes, self.superseded_by, one, other)
            for other in self._meant(one, SUPERSEDED_BY, one.superseded_by):
                _join(self.supersedes, self.superseded_by, other, one)
            for other in self._meant(one, DEPENDS_ON, one.depends_on):
                _join(self.depends_on, self.needed_by, one, other)

    def _meant(self, one: Decision, kind: str, said: Iterable[str]) -> Iterable[Decision]:
        for name in said:
            found = self.names.find(name, one.path)
            if len(found) == 1:
                yield found[0]
            else:
                self.unresolved.append(Unresolved(one, kind, name, tuple(found)))

    def unresolved_of(self, one: Decision) -> list[Unresolved]:
        """Return the names in a decision's note that lead nowhere."""
        return [each for each in self.unresolved if each.decision.path == one.path]


def _join(forth: dict[str, list[Decision]], back: dict[str, list[Decision]], one: Decision, other: Decision) -> None:
    if other not in forth.setdefault(one.path, []):
        forth[one.path].append(other)
        back.setdefault(other.path, []).append(one)
