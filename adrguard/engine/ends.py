"""How a decision came to bind no more: properly, by a successor or a status of its own, or talked away."""

from __future__ import annotations

from adrguard.decisions.links import Links
from adrguard.model.decisions import IN_FORCE, NOT_IN_FORCE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from adrguard.model.decisions import Decision, DecisionSet

_BY = "superseded by"
_SUPERSEDED = "superseded"
PROPER = ("deprecated", "obsolete", "withdrawn")
"""Words by which a decision that was in force may end of its own; a rejected one never was in force."""


class Ends:
    """The ends of decisions between two sets: `decisions` of the change, and those it starts from."""

    def __init__(self, decisions: DecisionSet, base: DecisionSet) -> None:
        self._decisions = decisions
        self._base = base
        self._links: Links | None = None

    def now(self, decision: str) -> Decision | None:
        """Return the decision of that id; where several claim it, one that still binds speaks for all."""
        return _of(decision, self._decisions)

    def is_proper(self, decision: str) -> bool:
        """Say whether a decision no longer binds by a status of its own or a successor, and was not talked away.

        A word that the same change makes mean `not in force` is no such status, nor is a dependency that it adds; and a
        successor that does not bind here, or was never in force, takes no other's place.
        """
        now = self.now(decision)
        return now is not None and now.force == NOT_IN_FORCE and self._is_over(now, frozenset())

    def said(self, one: Decision) -> str:
        """Return how a decision ended, for a person, or why it has not properly."""
        if one.why:
            return one.why
        word = one.status.lower()
        if word == _SUPERSEDED:
            new = self._successors(one)
            ids = ", ".join([successor.id for successor in new])
            if any(self._takes_place(successor, frozenset((one.path,))) for successor in new):
                return f"superseded by {ids}"
            if not new:
                return "superseded by no decision that is there"
            return f"superseded by {ids}, which is not in force here"
        if self._is_redefined(word):
            return f"'{one.status}' is made to mean that"
        if word in PROPER:
            return one.status
        return f"'{one.status}' ends no decision that was in force (superseded, {', '.join(PROPER)} do)"

    def conditional(self) -> Iterator[tuple[Decision, tuple[str, ...]]]:
        """Yield each decision that still binds and newly depends on others, with what it depended on before."""
        rules = {rule.decision for rule in self._base.rules if not rule.shadow}
        for before in self._base.decisions:
            if before.id in rules and before.force == IN_FORCE:
                now = self.now(before.id)
                if now and now.force != NOT_IN_FORCE and not set(now.depends_on) <= set(before.depends_on):
                    yield now, before.depends_on

    def _is_over(self, one: Decision, seen: frozenset[str]) -> bool:
        if one.path in seen:
            return False
        seen |= {one.path}
        if one.why.startswith(_BY) or (not one.why and one.status.lower() == _SUPERSEDED):
            return any(self._takes_place(new, seen) for new in self._successors(one))
        if one.why:
            return self._fell_with_others(one, seen)
        word = one.status.lower()
        return word in PROPER and not self._is_redefined(word)

    def _is_redefined(self, word: str) -> bool:
        return dict(self._decisions.settings.statuses).get(word) != dict(self._base.settings.statuses).get(word)

    def _takes_place(self, new: Decision, seen: frozenset[str]) -> bool:
        here = self._decisions.settings.project
        if new.project and here and new.project != here:
            return False
        # One that has been in force in between, and ended properly itself, has taken its place as well.
        return new.force == IN_FORCE or (new.force == NOT_IN_FORCE and self._is_over(new, seen))

    def _fell_with_others(self, one: Decision, seen: frozenset[str]) -> bool:
        before = _of(one.id, self._base)
        if before is None or not one.depends_on or one.depends_on != before.depends_on:
            return False
        others = [other for other in self._linked.depends_on.get(one.path, ()) if other.force == NOT_IN_FORCE]
        return bool(others) and all(self._is_over(other, seen) for other in others)

    def _successors(self, one: Decision) -> list[Decision]:
        return self._linked.superseded_by.get(one.path, [])

    @property
    def _linked(self) -> Links:
        if self._links is None:
            self._links = Links(self._decisions.decisions)
        return self._links


def _of(decision: str, decisions: DecisionSet) -> Decision | None:
    same = [one for one in decisions.decisions if one.id == decision]
    return next((one for one in same if one.force != NOT_IN_FORCE), same[0] if same else None)
