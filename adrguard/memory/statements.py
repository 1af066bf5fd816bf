"""What is in force, as short lines in the order of their value to somebody who is about to begin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.decisions.naming import number_of
from adrguard.memory.citing import without_links
from adrguard.memory.loadout import DECISION, INVARIANT, Item
from adrguard.model.decisions import IN_FORCE
from adrguard.model.record import Record
from adrguard.model.rules import BLOCK
from adrguard.vault import outline

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from adrguard.memory.citing import Citer
    from adrguard.model.decisions import Decision, DecisionSet
    from adrguard.model.rules import Rule

MET, EVERYWHERE, ELSEWHERE = 0, 1, 2
"""How near a rule is to a change: in the scope that it names, without any scope, or out of it."""


class Interest(Record):
    """What somebody is about to work on. `project` is "" where it is unknown; `only` leaves out those of others."""

    project: str = ""
    only: bool = False

    def rank(self, project: str) -> int:
        """Return how near a project is: this one, all of them, another one."""
        if not project:
            return 1
        return 0 if project.casefold() == self.project.casefold() else 2

    def covers(self, project: str) -> bool:
        """Say whether what binds `project` is of any interest."""
        return not self.only or self.rank(project) < 2  # noqa: PLR2004 -- another one


class _Ranked(Record):
    near: int
    project: int
    turn: int
    level: int
    item: Item


def statements(
    found: DecisionSet, binding: Iterable[Rule], near: Callable[[Rule], int], citer: Citer, interest: Interest
) -> list[Item]:
    """Return the invariants of decisions in force, then the titles of those that have none.

    `binding` are the rules that bind today, `near` says how near each is to the change. What the change meets comes
    first, then what is the project's own; every decision has a say before any has its second; of two decisions the
    younger one is first: by their dates, and where these are equal or missing by their numbers.
    """
    rules: dict[str, list[Rule]] = {}
    for rule in binding:
        if not rule.shadow:
            rules.setdefault(rule.note, []).append(rule)
    decisions = [one for one in found.decisions if one.force == IN_FORCE and interest.covers(one.project)]
    decisions.sort(key=lambda one: (int(number_of(one) or 0), one.id), reverse=True)
    decisions.sort(key=lambda one: one.date, reverse=True)
    ranked: list[_Ranked] = []
    bare: list[Item] = []
    for decision in decisions:
        said = list(_invariants(decision, rules.get(decision.path, ()), near, citer))
        ranked += [
            one.replace(project=interest.rank(decision.project), turn=turn) for turn, one in enumerate(_in_order(said))
        ]
        if not said:
            bare.append(Item(DECISION, decision.path, citer.cite(decision.path), plain(decision.title)))
    ranked.sort(key=lambda one: (one.near, one.project, one.turn, one.level))
    return [*(one.item for one in ranked), *bare]


def _in_order(said: Iterable[_Ranked]) -> list[_Ranked]:
    return sorted(said, key=lambda one: (one.near, one.level))


def _invariants(
    decision: Decision, rules: Iterable[Rule], near: Callable[[Rule], int], citer: Citer
) -> Iterator[_Ranked]:
    link = citer.cite(decision.path)
    for rule in rules:
        distance = near(rule)
        item = Item(INVARIANT, rule.note, link, rule.invariant, rule=rule.id, met=distance == MET)
        yield _Ranked(distance, 0, 0, 0 if rule.level == BLOCK else 2, item)
    for text in decision.prose:
        yield _Ranked(EVERYWHERE, 0, 0, 1, Item(INVARIANT, decision.path, link, " ".join(text.split())))


def plain(text: str) -> str:
    """Return prose as a reader sees it, on one line, without links of its own."""
    return " ".join(outline.plain(without_links(text)).split())
