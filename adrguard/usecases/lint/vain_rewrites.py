"""Rewrites of dependencies that lead to versions which the rule forbids as well, as far as ecosystems can tell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.fixer.rewrites import pairs
from adrguard.model.errors import WARNING, Problem
from adrguard.model.rules import DependencyTarget
from adrguard.syntax.versions.clauses import RangeProblem
from adrguard.syntax.versions.ecosystems import admits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adrguard.model.decisions import DecisionSet

_ECOSYSTEMS = ("pypi", "poetry", "npm", "cargo", "go", "composer")
"""Those whose manifests are rewritten."""


def leading_back(decisions: DecisionSet) -> Iterator[Problem]:
    """Yield a warning for every rewrite whose new range admits what is forbidden, in all ecosystems that read both."""
    for rule in decisions.rules:
        ranges = {one.name: one.range for one in rule.targets if isinstance(one, DependencyTarget) and one.range}
        for _, new in pairs(rule) if ranges else ():
            name, _, wanted = new.partition(" ")
            if name in ranges and wanted and _admits(wanted, ranges[name]):
                message = f"'{new}' admits versions that '{rule.invariant}' forbids, so the rewrite mends nothing"
                hint = f"write a range that lies outside of '{ranges[name]}'"
                yield Problem(rule.note, rule.line, rule.column, message, hint, "vain-rewrite", WARNING)


def _admits(wanted: str, forbidden: str) -> bool:
    verdicts = []
    for ecosystem in _ECOSYSTEMS:
        try:
            verdicts.append(admits(ecosystem, wanted, forbidden))
        except RangeProblem:
            continue
    return bool(verdicts) and all(verdicts)
