"""Which files the rules reach, as far as paths can tell: by a scope of their own, only in general, or not at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.engine.scope import Exclusions
from adrguard.report.survey import Coverage
from adrguard.usecases.governing import has_own_scope, reaches, why_not

if TYPE_CHECKING:
    from collections.abc import Iterable

    from adrguard.model.decisions import DecisionSet


class Reached:
    """The files that are governed, and how many of them each rule reaches: `counts`, by the rule's id.

    Only what blocks or advises today counts for coverage; a proposal does not govern anything yet.
    """

    def __init__(self, found: DecisionSet, paths: Iterable[str]) -> None:
        exclusions = Exclusions(found)
        rules = [(rule, has_own_scope(rule), not rule.shadow and not why_not(rule, found)) for rule in found.rules]
        self.counts = dict.fromkeys([rule.id for rule in found.rules], 0)
        named: list[str] = []
        general: list[str] = []
        left_out: list[str] = []
        ungoverned: list[str] = []
        for path in paths:
            by_scope = by_any = False
            for rule, scoped, binds in rules:
                if reaches(rule, path, exclusions):
                    self.counts[rule.id] += 1
                    by_any = by_any or binds
                    by_scope = by_scope or (binds and scoped)
            if by_scope:
                named.append(path)
            elif by_any:
                general.append(path)
            else:
                (left_out if exclusions.excluded(path) else ungoverned).append(path)
        self.coverage = Coverage(tuple(named), tuple(general), tuple(left_out), tuple(ungoverned))
