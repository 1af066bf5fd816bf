"""The section about the trend: what earlier reports counted, as a line and, for every reader, as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.report.html.markup import Markup, join, tag
from adrguard.report.html.parts import count, more, number, section, table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adrguard.model.findings import Outcome
    from adrguard.report.survey import Survey

MOST = 100
"""Reports that are shown, the latest ones."""
MOST_DECISIONS = 50
_COLUMNS = (
    "Report", "Violations#", "Advisories#", "Known#", "Suppressed#", "Weakened#", "Not judged#", "Rules#", "Files#",
)  # fmt: skip
_WIDTH, _HEIGHT, _PAD = 300, 70, 6
_SMALL_WIDTH, _SMALL_HEIGHT = 100, 20


def trend(survey: Survey) -> Markup:
    """Return the section, empty where no earlier report was given."""
    if not survey.earlier:
        return Markup("")
    reports = [(one.name, one.outcome) for one in survey.earlier[-MOST:]] + [("now", survey.outcome)]
    outcomes = [outcome for _, outcome in reports]
    return section(
        "trend",
        "Trend",
        tag(
            "div",
            _figure("Violations", [len(one.violations) for one in outcomes]),
            _figure("Advisories", [len(one.advisories) for one in outcomes]),
            _figure("Known findings", [one.known for one in outcomes]),
            class_="figures",
        ),
        table(
            "What each report counts, oldest first",
            _COLUMNS,
            [(_name(name, outcome), *_counts(outcome)) for name, outcome in reports],
        ),
        more(len(survey.earlier) - MOST, "earlier report", "earlier reports"),
        _by_decision(outcomes),
    )


def _name(name: str, outcome: Outcome) -> str:
    part, parts = outcome.shard
    return f"{name} (part {part} of {parts})" if parts else name


def _counts(one: Outcome) -> list[str]:
    counts = (
        len(one.violations), len(one.advisories), one.known, len(one.suppressed), len(one.weakened), len(one.unjudged),
        one.rules, one.files,
    )  # fmt: skip
    return [number(value) for value in counts]


def _figure(name: str, values: Sequence[int]) -> Markup:
    return tag("figure", _line(name, values, _WIDTH, _HEIGHT), tag("figcaption", f"{name}: {_told(values)}"))


def _told(values: Sequence[int]) -> str:
    first, last = values[0], values[-1]
    way = "unchanged at" if first == last else f"from {first:,} to"
    return f"{way} {last:,}, at most {max(values):,}"


def _line(name: str, values: Sequence[int], width: int, height: int) -> Markup:
    top = max(*values, 1)
    step = (width - 2 * _PAD) / (len(values) - 1)
    points = [
        (f"{_PAD + index * step:.1f}", f"{height - _PAD - (height - 2 * _PAD) * value / top:.1f}")
        for index, value in enumerate(values)
    ]
    x, y = points[-1]
    return tag(
        "svg",
        tag("title", f"{name} over {count(len(values), 'report')}: {_told(values)}"),
        tag("polyline", points=" ".join(f"{px},{py}" for px, py in points), class_="spark"),
        tag("circle", cx=x, cy=y, r=3, class_="dot"),
        role="img",
        viewBox=f"0 0 {width} {height}",
        width=width,
        height=height,
    )


def _by_decision(outcomes: Sequence[Outcome]) -> Markup:
    found: dict[str, list[int]] = {}
    for index, outcome in enumerate(outcomes):
        for one in outcome.findings:
            found.setdefault(one.rule.decision, [0] * len(outcomes))[index] += 1
    if not found:
        return Markup("")
    rows = [
        (
            name,
            _line(name, values, _SMALL_WIDTH, _SMALL_HEIGHT),
            number(values[0]),
            number(values[-1]),
            number(max(values)),
        )
        for name, values in sorted(found.items(), key=lambda item: (-item[1][-1], item[0]))
    ]
    return join(
        [
            table("Findings by decision", ("Decision", "Course", "First#", "Now#", "Most#"), rows[:MOST_DECISIONS]),
            more(len(rows) - MOST_DECISIONS, "decision", "decisions"),
        ]
    )
