"""The page: one file without anything from elsewhere. It runs without its script, and the script is no way in.

The policy in its head forbids every address but those of its own parts: style and script are named by their digests,
so that not even markup which slipped through could run or load anything.
"""

from __future__ import annotations

import base64
import hashlib
from typing import TYPE_CHECKING

from adrguard.model.decisions import IN_FORCE, SHADOW
from adrguard.model.errors import CLEAN, INCOMPLETE, VIOLATIONS, WRONG
from adrguard.report.html import findings as finding_section
from adrguard.report.html.asides import asides
from adrguard.report.html.coverage import coverage, governed_share
from adrguard.report.html.decisions import anchors, decisions
from adrguard.report.html.findings import findings
from adrguard.report.html.markup import Markup, join, tag
from adrguard.report.html.parts import facts
from adrguard.report.html.rules import by_note, rules
from adrguard.report.html.script import SCRIPT
from adrguard.report.html.style import STYLE
from adrguard.report.html.trend import trend

if TYPE_CHECKING:
    from adrguard.model.findings import Outcome
    from adrguard.report.survey import Survey

VERDICTS = {
    CLEAN: "Clean: nothing stands against the decisions in force.",
    VIOLATIONS: "Violations: something stands against the decisions in force.",
    WRONG: "Mistakes in decisions or configuration hide rules: what is shown may not be all.",
    INCOMPLETE: "Not completed: what was judged is clean, and not all was judged.",
}
_WORDS = {CLEAN: "clean", VIOLATIONS: "violations", WRONG: "wrong", INCOMPLETE: "incomplete"}
_COMMIT = 12


def render(survey: Survey, most: int = finding_section.MOST) -> str:
    """Return the page as HTML, ended by a line feed; `most` findings are shown one by one, all are counted."""
    title = f"Decisions of {survey.name}"
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=_policy()),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("meta", name="referrer", content="no-referrer"),
        tag("title", title),
        # Without it a browser would ask the server for one.
        tag("link", rel="icon", href="data:,"),
        tag("style", Markup(STYLE)),
    )
    body = tag(
        "body",
        tag("a", "Skip to the content", href="#main", class_="skip"),
        tag("header", tag("h1", title), tag("p", _subtitle(survey))),
        _contents(survey),
        tag("main", _overview(survey), *_sections(survey, most), id="main", tabindex=-1),
        tag("footer", tag("p", "Made by adrguard from the decisions and the files of the repository.")),
        tag("script", Markup(SCRIPT)),
    )
    return f"<!DOCTYPE html>\n{tag('html', head, body, lang='en')}\n"


def _policy() -> str:
    style, script = (
        base64.b64encode(hashlib.sha256(part.encode("utf-8")).digest()).decode("ascii") for part in (STYLE, SCRIPT)
    )
    return (
        f"default-src 'none'; style-src 'sha256-{style}'; script-src 'sha256-{script}'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def _subtitle(survey: Survey) -> Markup:
    parts = ["The whole tree, judged on ", tag("time", survey.day, datetime=survey.day)]
    if survey.commit:
        parts += [" with commit ", tag("code", survey.commit[:_COMMIT]), " checked out"]
    return join([*parts, "."])


def _contents(survey: Survey) -> Markup:
    names = [
        ("overview", "Overview"), ("decisions", "Decisions"), ("rules", "Rules"), ("findings", "Findings"),
        ("coverage", "Coverage"), ("asides", "Not counted"),
    ]  # fmt: skip
    if survey.earlier:
        names.append(("trend", "Trend"))
    links = [tag("li", tag("a", title, href=f"#{name}")) for name, title in names]
    return tag("nav", tag("ul", *links), _filter(), aria_label="Contents")


def _filter() -> Markup:
    """Return the field that narrows tables and lists: hidden until the script that it needs has run."""
    return tag(
        "div",
        tag("label", "Filter rows", for_="filter"),
        " ",
        tag("input", type="search", id="filter", autocomplete="off"),
        " ",
        tag("span", id="filter-count", role="status"),
        class_="filter",
        hidden=True,
    )


def _sections(survey: Survey, most: int) -> list[Markup]:
    where = anchors(survey)
    return [
        decisions(survey, by_note(survey.outcome)),
        rules(survey, where),
        findings(survey, where, most),
        coverage(survey),
        asides(survey),
        trend(survey),
    ]


def _verdict(outcome: Outcome) -> str:
    code = outcome.exit_code
    also = VERDICTS[VIOLATIONS] if code == WRONG and outcome.violations else ""
    return f"{VERDICTS[code]} {also}".rstrip()


def _overview(survey: Survey) -> Markup:
    outcome, forces = survey.outcome, [one.decision.force for one in survey.decisions]
    binding, proposed = forces.count(IN_FORCE), forces.count(SHADOW)
    prose = sum(len(one.decision.prose) for one in survey.decisions if one.decision.force == IN_FORCE)
    figures = facts(
        [
            ("Violations", f"{len(outcome.violations):,}", "#findings"),
            ("Advisories", f"{len(outcome.advisories):,}", "#findings"),
            ("Decisions in force", f"{binding:,}", "#decisions"),
            ("Proposed", f"{proposed:,}", "#decisions"),
            ("No longer in force", f"{len(forces) - binding - proposed:,}", "#decisions"),
            ("Rules", f"{len(survey.rules):,}", "#rules"),
            ("Invariants in prose", f"{prose:,}", "#decisions"),
            ("Files", f"{survey.coverage.files:,}", "#coverage"),
            ("Files governed", f"{governed_share(survey.coverage)} %", "#coverage"),
            ("Suppressed", f"{len(outcome.suppressed):,}", "#asides"),
            ("Known", f"{outcome.known:,}", "#asides"),
            ("Not judged", f"{len(outcome.unjudged):,}", "#asides"),
            ("Weakened", f"{len(outcome.weakened):,}", "#asides"),
            ("Mistakes", f"{len(outcome.problems):,}", "#asides"),
        ]
    )
    return tag(
        "section",
        tag("h2", "Overview", id="overview-title"),
        tag("p", _verdict(outcome), class_=f"verdict {_WORDS[outcome.exit_code]}"),
        figures,
        id="overview",
        aria_labelledby="overview-title",
    )
