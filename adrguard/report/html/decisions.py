"""The section about decisions: which there are and where each stands, their graph, and what of them is prose."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.model.decisions import IN_FORCE
from adrguard.report.html.graph import graph
from adrguard.report.html.markup import Markup, file_link, join, tag
from adrguard.report.html.parts import count, folded_list, more, number, section, table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from adrguard.report.survey import Survey, Surveyed

MOST = 1000
"""Decisions, and invariants in prose, that are listed at most."""


def anchors(survey: Survey) -> dict[str, str]:
    """Return the address on the page of each decision that is listed, by its note's path."""
    return {one.decision.path: f"#decision-{index}" for index, one in enumerate(survey.decisions[:MOST], 1)}


def decisions(survey: Survey, found: Mapping[str, int]) -> Markup:
    """Return the section; `found` says how many findings each note's rules have."""
    where = anchors(survey)
    nodes = [one.node for one in survey.decisions] + list(survey.missing)
    by_key = {one.node.key: where.get(one.decision.path, "") for one in survey.decisions}
    rules: dict[str, int] = {}
    for reach in survey.rules:
        rules[reach.rule.note] = rules.get(reach.rule.note, 0) + 1
    rows = [_row(one, survey, rules, found) for one in survey.decisions[:MOST]]
    return section(
        "decisions",
        "Decisions",
        table(
            "Every decision, where it stands, and what of it is enforced",
            ("Decision", "Standing", "Rules#", "In prose#", "Findings#", "Last found"),
            rows,
            [address[1:] for address in where.values()],
        )
        if rows
        else tag("p", "There is no decision yet."),
        more(len(survey.decisions) - MOST, "decision", "decisions"),
        tag("h3", "Which takes the place of which"),
        graph(nodes, survey.edges, by_key),
        *_prose(survey, where),
    )


def _row(one: Surveyed, survey: Survey, rules: Mapping[str, int], found: Mapping[str, int]) -> tuple[Markup | str, ...]:
    decision = one.decision
    name = join(
        [
            tag("strong", decision.id),
            f" {decision.title} ",
            tag("small", file_link(survey.root, decision.path)),
        ]
    )
    standing = tag("span", one.node.standing, class_=f"state {one.node.state.replace('_', '-')}")
    review = f" (review after {decision.review_after})" if decision.review_after else None
    now = found.get(decision.path, 0)
    return (
        name,
        join([standing, review]),
        number(rules.get(decision.path, 0)),
        number(len(decision.prose)),
        number(now),
        last_found(one.day, now, survey.day),
    )


def last_found(day: str, now: int, today: str) -> str:
    """Return the day something was last found on, as a cell shows it: what is found now needs no memory."""
    return today if now else day or "-"


def _prose(survey: Survey, where: Mapping[str, str]) -> list[Markup]:
    binding = [one.decision for one in survey.decisions if one.decision.force == IN_FORCE]
    items = [
        tag("li", tag("a", one.id, href=where[one.path]) if one.path in where else one.id, ": ", words)
        for one in binding
        for words in one.prose
    ]
    ruling = {reach.rule.note for reach in survey.rules}
    silent = [one for one in binding if one.path not in ruling]
    total = len(items) + sum(1 for reach in survey.rules if not reach.rule.shadow)
    share = f" of {total:,} ({round(100 * len(items) / total)} %)" if items else ""
    return [
        tag("h3", "What no machine enforces"),
        tag("p", f"{count(len(items), 'invariant')}{share} in force {'is' if len(items) == 1 else 'are'} prose."),
        folded_list("The invariants in prose", items, MOST, opened=len(items) <= 10),  # noqa: PLR2004 -- fits a screen
        folded_list(
            f"Decisions in force without any rule ({len(silent):,})",
            [tag("li", tag("strong", one.id), " ", one.title) for one in silent],
            MOST,
        ),
    ]
