"""Which decisions bind: by their own status, by what supersedes them, by what they depend on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.decisions.graph import loops
from adrguard.decisions.naming import Names
from adrguard.model.decisions import IN_FORCE, NOT_IN_FORCE, SHADOW, Decision
from adrguard.vault.status import SUPERSEDED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adrguard.decisions.reading import Reading, Spot
    from adrguard.model.errors import Problem


class Binding:
    """What follows for a set of notes from all of them together.

    `results` holds (force, why) of each note, in order; `problems` are names that mean nothing, and cycles. What else
    is wrong between notes `disagreements` says.
    """

    def __init__(self, readings: Sequence[Reading]) -> None:
        self.readings = readings
        self.problems: list[Problem] = []
        self.names = Names(readings)
        self._index = {id(reading): index for index, reading in enumerate(readings)}
        self.successors: list[list[int]] = [[] for _ in readings]
        self.dependencies: list[list[int]] = [[] for _ in readings]
        self.said: dict[tuple[int, int], list[str]] = {}
        self._link()
        self.looped = self._loops(self.successors, "supersede each other", "supersession-cycle")
        self.waiting = self._loops(self.dependencies, "depend on each other", "dependency-cycle")
        self._known: dict[int, tuple[str, str]] = {}
        self.results = [self._force(index) for index in range(len(readings))]

    def decisions(self) -> tuple[Decision, ...]:
        """Return the notes as decisions, in their order."""
        return tuple(
            [self._decision(reading, *result) for reading, result in zip(self.readings, self.results, strict=True)]
        )

    def _decision(self, reading: Reading, force: str, why: str) -> Decision:
        return Decision(
            id=reading.id,
            title=reading.title,
            path=reading.path,
            status=reading.status,
            force=force,
            why=why,
            project=reading.project,
            date=reading.date,
            supersedes=tuple(spot.text for spot in reading.supersedes),
            superseded_by=tuple(spot.text for spot in reading.superseded_by),
            depends_on=tuple(spot.text for spot in reading.depends_on),
            review_after=reading.review_after.text,
        )

    # Links

    def _link(self) -> None:
        for index, reading in enumerate(self.readings):
            # Where there is nothing to guard, no doubt about its end can switch a guard off.
            gravity = "error" if reading.holds else "warning"
            for spot in reading.superseded_by:
                for new in self._resolve(reading, spot, "missing-successor", gravity):
                    self._relate(index, new, "old")
            for spot in reading.supersedes:
                for old in self._resolve(reading, spot, "missing-predecessor", "warning"):
                    self._relate(old, index, "new")
            for spot in reading.depends_on:
                self.dependencies[index] += self._resolve(reading, spot, "missing-dependency", "error")

    def _relate(self, old: int, new: int, side: str) -> None:
        self.said.setdefault((old, new), []).append(side)
        if new not in self.successors[old]:
            self.successors[old].append(new)

    def _resolve(self, reading: Reading, spot: Spot, code: str, severity: str) -> list[int]:
        found = self.names.find(spot.text, reading.path)
        if len(found) == 1 or len({one.id.casefold() for one in found}) == 1:
            return [self._index[id(one)] for one in found]
        if found:
            several = ", ".join(f"{one.id} ({one.path})" for one in found[:3])
            message = f"'{spot.text}' can mean several decisions: {several}"
            hint, code = "name it by its path", "ambiguous-name"
        else:
            message = f"there is no decision '{spot.text}'"
            hint = "name it by id, number, file name or path"
        self.problems.append(spot.problem(reading.path, message, hint, code, severity))
        return []

    def _loops(self, edges: list[list[int]], what: str, code: str) -> set[tuple[int, int]]:
        """Report the cycles among links and return the links that are part of one: they decide nothing."""
        looped: set[tuple[int, int]] = set()
        for group in loops(edges):
            looped |= {(one, other) for one in group for other in edges[one] if other in group}
            reading = self.readings[min(group)]
            ids = ", ".join(self.readings[index].id for index in sorted(group))
            message = f"{ids} {what}" if len(group) > 1 else f"{ids} names itself"
            self.problems.append(reading.at.problem(reading.path, message, "take one of the links out", code))
        return looped

    # Force

    def _force(self, index: int) -> tuple[str, str]:
        """Return what a decision's force is and, where its status alone does not tell, why."""
        if index not in self._known:
            # No recursion: a long chain of links must not end Python's stack.
            for one in self._order(index):
                if one not in self._known:
                    self._known[one] = self._decide(one)
        return self._known[index]

    def _order(self, index: int) -> list[int]:
        """Return what has to be decided before a note, and the note itself last."""
        order: list[int] = []
        seen: set[int] = set()
        stack: list[tuple[int, bool]] = [(index, False)]
        while stack:
            one, done = stack.pop()
            if done:
                order.append(one)
            elif one not in seen and one not in self._known:
                seen.add(one)
                stack.append((one, True))
                stack += [(other, False) for other in self._questions(one)]
        return order

    def _questions(self, index: int) -> list[int]:
        successors = [new for new in self.successors[index] if (index, new) not in self.looped]
        return successors + [one for one in self.dependencies[index] if (index, one) not in self.waiting]

    def _decide(self, index: int) -> tuple[str, str]:
        reading = self.readings[index]
        if reading.broken:
            return NOT_IN_FORCE, "its frontmatter cannot be read"
        if reading.force == NOT_IN_FORCE:
            return NOT_IN_FORCE, ""
        for new in self.successors[index]:
            if (index, new) not in self.looped and self.took_effect(new):
                return NOT_IN_FORCE, f"superseded by {self.readings[new].id}"
        force, why = reading.force, ""
        for other in self.dependencies[index]:
            if (index, other) in self.waiting:
                continue
            theirs = self._known[other][0] if other in self._known else IN_FORCE
            if theirs != IN_FORCE and force != NOT_IN_FORCE:
                force = theirs
                state = "only proposed" if theirs == SHADOW else "not in force"
                why = f"depends on {self.readings[other].id}, which is {state}"
        return force, why

    def spot(self, spots: tuple[Spot, ...], reading: Reading, meant: Reading) -> Spot:
        """Return where among the links of a note it names another, failing that the first of them."""
        return next((spot for spot in spots if meant in self.names.find(spot.text, reading.path)), spots[0])

    def took_effect(self, new: int) -> bool:
        """Say whether a successor replaces the old: it is in force, or was until something replaced it in turn.

        A proposal that another decision replaced was never in force.
        """
        reading = self.readings[new]
        force, why = self._known.get(new, (reading.force, ""))
        was = reading.force == IN_FORCE and why.startswith("superseded by")
        return force == IN_FORCE or reading.status == SUPERSEDED or was
