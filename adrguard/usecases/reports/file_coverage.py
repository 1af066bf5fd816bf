"""Which files the rules reach, as far as paths can tell: by a scope of their own, only in general, or not at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.engine.scope import Exclusions
from adrguard.report.survey import Coverage
from adrguard.usecases.governing import has_own_scope, reaches, why_not

if TYPE_CHECKING:
    from collections.abc import Iterable

    from adrguard.model.decisions import DecisionSet
    from adrguard.model.rules import Rule


class Reached:
    """The files that are governed, and how many of them each rule reaches: `counts`, by the rule's id.

    Only what blocks or advises today counts for coverage; a proposal does not govern anything yet.
    """

    def __init__(self, found: DecisionSet, paths: Iterable[str]) -> None:
        exclusions = Exclusions(found)
        groups = [_Group(rules, found) for rules in _alike(found.rules)]
        named: list[str] = []
        general: list[str] = []
        left_out: list[str] = []
        ungoverned: list[str] = []
        for path in paths:
            reaching = [group for group in groups if group.reaches(path, exclusions)]
            if any(group.binds and group.scoped for group in reaching):
                named.append(path)
            elif any(group.binds for group in reaching):
                general.append(path)
            else:
                (left_out if exclusions.excluded(path) else ungoverned).append(path)
        self.counts = {rule.id: group.count for group in groups for rule in group.rules}
        self.coverage = Coverage(tuple(named), tuple(general), tuple(left_out), tuple(ungoverned))


def _alike(rules: Iterable[Rule]) -> Iterable[list[Rule]]:
    """Return rules by all that decides which paths they reach: many rules of a large set have the same scope."""
    found: dict[object, list[Rule]] = {}
    for rule in rules:
        # Of imports between files and of changed files, what a rule says narrows it as well.
        own = rule.targets if has_own_scope(rule.replace(include=())) else ()
        key = (rule.kind, rule.include, rule.exclude, rule.langs, rule.note, own, rule.shadow, _days(rule))
        found.setdefault(key, []).append(rule)
    return found.values()


def _days(rule: Rule) -> tuple[str, str, str]:
    return rule.since, rule.until, rule.project


class _Group:
    """Rules that reach the same paths."""

    def __init__(self, rules: list[Rule], found: DecisionSet) -> None:
        self.rules = rules
        self.scoped = has_own_scope(rules[0])
        self.binds = not rules[0].shadow and not why_not(rules[0], found)
        self.count = 0

    def reaches(self, path: str, exclusions: Exclusions) -> bool:
        """Say whether the rules reach a path, and count it."""
        found = reaches(self.rules[0], path, exclusions)
        self.count += found
        return found
