"""What the verdict leaves out or passes over: all of it is told, so that nothing looks clean that was not judged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.report.html.findings import excerpt
from adrguard.report.html.markup import Markup, file_link, join, tag
from adrguard.report.html.parts import count, folded_list, paragraphs, section

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from adrguard.model.errors import Problem
    from adrguard.model.findings import Finding, Suppressed, Unjudged, Weakened
    from adrguard.report.survey import Survey

MOST = 300
"""Entries of each kind that are shown one by one."""


def asides(survey: Survey) -> Markup:
    """Return the section."""
    outcome, root = survey.outcome, survey.root
    return section(
        "asides",
        "Not counted, not judged, not right",
        *_part("Mistakes in decisions and configuration", [_problem(one, root) for one in outcome.problems]),
        *_part("Not judged", [_unjudged(one, root) for one in outcome.unjudged], _reasons(outcome.unjudged)),
        *_part("Suppressed by a comment with a reason", [_suppressed(one, root) for one in outcome.suppressed]),
        *_part(
            "Known: held by the baseline",
            [_known(one, root) for one in outcome.baselined],
            [f"The baseline holds {count(outcome.known, 'finding')}."] if outcome.known else [],
        ),
        *_part("Weakened rules", _weakenings(survey)),
        paragraphs(f"{note[:1].upper()}{note[1:]}" for note in outcome.notes[:MOST]),
    )


def _part(title: str, items: Sequence[Markup], told: Iterable[str] = ()) -> list[Markup]:
    told = list(told)
    if not items and not told:
        return [tag("h3", title), tag("p", "None.")]
    return [
        tag("h3", title),
        paragraphs(told),
        folded_list(count(len(items), "entry", "entries"), items, MOST, opened=len(items) <= 5),  # noqa: PLR2004
    ]


def _problem(one: Problem, root: str) -> Markup:
    place = "".join(f":{at}" for at in (one.line, one.column) if at)
    hint = tag("p", one.hint) if one.hint else None
    return tag("li", file_link(root, one.path, place), f" {one.severity}: {one.message}", hint)


def _reasons(unjudged: Iterable[Unjudged]) -> list[str]:
    codes: dict[str, int] = {}
    for one in unjudged:
        codes[one.code] = codes.get(one.code, 0) + 1
    return [", ".join(f"{code}: {number:,}" for code, number in sorted(codes.items()))] if codes else []


def _unjudged(one: Unjudged, root: str) -> Markup:
    return tag("li", file_link(root, one.path), f": {one.reason}", f" ({one.rule})" if one.rule else None)


def _suppressed(one: Suppressed, root: str) -> Markup:
    return tag("li", _found(one.finding, root), tag("p", f"allowed because: {one.reason}"))


def _known(one: Finding, root: str) -> Markup:
    return tag("li", _found(one, root))


def _found(one: Finding, root: str) -> Markup:
    place = f":{one.line}" if one.line else ""
    line = tag("pre", tag("code", excerpt(one))) if one.line and one.excerpt else None
    return join([file_link(root, one.path, place), " ", tag("code", one.rule.invariant), line])


def _weakenings(survey: Survey) -> list[Markup]:
    """Return what weakens rules now, and what the reports of other days tell of it."""
    items = [_weakened(one, survey.root) for one in survey.outcome.weakened]
    for report in survey.earlier:
        items += [_weakened(one, survey.root, report.name) for one in report.outcome.weakened]
    return items


def _weakened(one: Weakened, root: str, report: str = "") -> Markup:
    return tag(
        "li",
        tag("strong", one.how, " by a proper change of status" if one.sanctioned else None),
        " ",
        file_link(root, one.path, f":{one.line}" if one.line else ""),
        f" {one.rule}" if one.rule else None,
        f" (told by {report})" if report else None,
        tag("p", "before: ", tag("code", one.before)) if one.before else None,
        tag("p", "after: ", tag("code", one.after)) if one.after else None,
    )
