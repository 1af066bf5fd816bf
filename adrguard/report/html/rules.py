"""The section about rules: what each says, where, how many files that are, and what it finds there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.report.html.decisions import last_found
from adrguard.report.html.markup import Markup, join, tag
from adrguard.report.html.parts import more, number, section, table

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from adrguard.model.findings import Finding, Outcome
    from adrguard.model.rules import Rule
    from adrguard.report.survey import Reach, Survey

_SHORT = 16
"""Characters of a name that is never broken."""
MOST = 1000
"""Rules that are listed at most."""


def rules(survey: Survey, where: Mapping[str, str]) -> Markup:
    """Return the section; `where` are the addresses of decisions on the page, by their notes' paths."""
    outcome = survey.outcome
    tallies = [
        tally(outcome.findings),
        tally(one.finding for one in outcome.suppressed),
        tally(outcome.baselined),
    ]
    rows = [_row(reach, survey, where, tallies) for reach in survey.rules[:MOST]]
    if not rows:
        return section("rules", "Rules", tag("p", "No decision in force declares a rule."))
    return section(
        "rules",
        "Rules",
        table(
            "Every rule, its scope, and what it finds in the whole tree",
            ("Rule", "Decision", "Level", "Scope", "Files#", "Findings#", "Suppressed#", "Known#", "Last found"),
            rows,
        ),
        more(len(survey.rules) - MOST, "rule", "rules"),
    )


def tally(findings: Iterable[Finding]) -> dict[str, int]:
    """Return how many findings each rule has."""
    found: dict[str, int] = {}
    for one in findings:
        found[one.rule.id] = found.get(one.rule.id, 0) + 1
    return found


def _row(
    reach: Reach, survey: Survey, where: Mapping[str, str], tallies: Iterable[Mapping[str, int]]
) -> tuple[Markup | str, ...]:
    rule = reach.rule
    now, suppressed, known = (found.get(rule.id, 0) for found in tallies)
    return (
        join([tag("code", rule.invariant), " ", tag("small", rule.id)]),
        _decision(rule, where),
        _level(reach),
        tag("code", reach.scope) if reach.scope else "everywhere it can look",
        number(reach.files),
        number(now),
        number(suppressed),
        number(known),
        last_found(reach.day, now, survey.day),
    )


def _decision(rule: Rule, where: Mapping[str, str]) -> Markup | str:
    if rule.note not in where:
        return rule.decision
    return tag("a", rule.decision, href=where[rule.note], class_="whole" if len(rule.decision) <= _SHORT else None)


def _level(reach: Reach) -> str:
    rule = reach.rule
    word = "proposed: advises" if rule.shadow else "blocks" if rule.level == "block" else "advises"
    return f"{word}; {reach.why_not}" if reach.why_not else word


def by_note(outcome: Outcome) -> dict[str, int]:
    """Return how many findings the rules of each note have."""
    found: dict[str, int] = {}
    for one in outcome.findings:
        found[one.rule.note] = found.get(one.rule.note, 0) + 1
    return found
