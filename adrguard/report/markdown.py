"""The verdict as a comment on a pull request, or a job's summary: Markdown, grouped by rule.

Only what is ours is markup: see `report.markup`. Numbers stand in a table, text never does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.model.record import Record
from adrguard.report import text
from adrguard.report.markup import code, prose
from adrguard.report.sentences import MOST_QUOTED, UNJUDGED, WEAKENED, place, remarks

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from adrguard.model.findings import Finding, Outcome
    from adrguard.report.sentences import Remark

MARK = "<!-- adrguard: report -->"
"""The first line: by it a comment that is there already is found again."""

_ROOM_FOR_THE_REST = 200


class _Section(Record):
    """Some lines; `items` are what may be left out at the end where there is no room for all.

    Sections in a row may share a `heading`, which stands above the first of them that has room.
    """

    opening: tuple[str, ...]
    items: tuple[str, ...]
    closing: tuple[str, ...] = ()
    heading: tuple[str, ...] = ()


def render(outcome: Outcome, *, most: int = 0) -> str:
    """Return the document, ended by a line feed; in at most so many characters, unless that is 0, as it then says."""
    head = "\n".join([MARK, f"### {text.headline(outcome)}", "", *_numbers(outcome), ""])
    return _fitted(head, list(_sections(outcome)), most)


def _numbers(outcome: Outcome) -> list[str]:
    late = len(outcome.not_reached)
    counted = {
        "violations": len(outcome.violations),
        "advisories": len(outcome.advisories),
        "not judged": len(outcome.unjudged) - late,
        "not reached": late,
        "weakened": len(outcome.weakened),
        "problems": len(outcome.problems),
        "suppressed": len(outcome.suppressed),
        "known": outcome.known,
        "fixed": len(outcome.fixed),
        "prose": outcome.prose,
    }
    kept = {name: number for name, number in counted.items() if number or name in ("violations", "not judged")}
    return [f"| {' | '.join(kept)} |", "|---" * len(kept) + "|", f"| {' | '.join(map(str, kept.values()))} |"]


def _sections(outcome: Outcome) -> Iterable[_Section]:
    found = remarks(outcome)
    yield from _by_rule("Violations", outcome.violations)
    weakened = [one for one in found if one.kind == WEAKENED]
    yield from _of_remarks("Changes of the rules themselves", weakened)
    problems = [one for one in found if one.kind not in (WEAKENED, UNJUDGED)]
    yield from _of_remarks("Mistakes in decisions or configuration", problems)
    yield from _of_remarks("Not judged", [one for one in found if one.kind == UNJUDGED])
    yield from _by_rule("Advisories, not blocking", outcome.advisories)
    yield from _folded("Fixed by this change", [_found(one) for one in outcome.fixed])
    allowed = [f"{_found(one.finding)}: line {one.line} allows it: {prose(one.reason)}" for one in outcome.suppressed]
    yield from _folded("Suppressed by a comment", allowed)
    yield from _folded("Known in the baseline", [_found(one) for one in outcome.baselined])
    if outcome.notes:
        yield _Section(("", "#### Notes", ""), tuple([f"- {prose(note)}" for note in outcome.notes]))


def _by_rule(title: str, findings: Sequence[Finding]) -> Iterable[_Section]:
    groups: dict[str, list[Finding]] = {}
    for finding in findings:
        groups.setdefault(finding.rule.id, []).append(finding)
    heading = ("", f"#### {title} ({len(findings)})")
    for group in groups.values():
        rule = group[0].rule
        told = [
            f"{label}: {prose(said)}  "
            for label, said in (("Because", rule.because), ("Remediation", rule.remediation))
            if said
        ]
        subject = f"**{code(rule.decision)}** {code(rule.invariant, MOST_QUOTED)}  "
        lines = ("", subject, *told, f"Decision: {code(rule.note)}", "")
        yield _Section(lines, tuple([f"- {_place(one)}{_more(one)}" for one in group]), heading=heading)


def _place(finding: Finding) -> str:
    return code(place(finding.path, finding.line, finding.column))


def _more(finding: Finding) -> str:
    said = [code(finding.shown, MOST_QUOTED)] if finding.shown else []
    said += [prose(part) for part in (finding.detail, finding.note) if part]
    said += ["judged on a fragment"] if finding.fragment else []
    return f": {', '.join(said)}" if said else ""


def _found(finding: Finding) -> str:
    return f"{_place(finding)} {code(finding.rule.id)}{_more(finding)}"


def _of_remarks(title: str, found: Sequence[Remark]) -> Iterable[_Section]:
    if found:
        places = [code(place(one.path, one.line, one.column)) if one.path else "the check" for one in found]
        lines = [f"- {one.severity}: {where}: {code(one.message)}" for one, where in zip(found, places, strict=True)]
        yield _Section(("", f"#### {title} ({len(found)})", ""), tuple(lines))


def _folded(title: str, items: Sequence[str]) -> Iterable[_Section]:
    if items:
        opening = ("", "<details>", f"<summary>{title} ({len(items)})</summary>", "")
        yield _Section(opening, tuple([f"- {item}" for item in items]), ("", "</details>"))


def _fitted(head: str, sections: Sequence[_Section], most: int) -> str:
    lines, left = [head], 0
    heading: tuple[str, ...] = ()
    room = most - len(head) - _ROOM_FOR_THE_REST if most else sum(map(_whole, sections)) + 1
    for section in sections:
        opening = (*(section.heading if section.heading != heading else ()), *section.opening)
        remaining, kept = room - _length((*opening, *section.closing)), 0
        while kept < len(section.items) and len(section.items[kept]) < remaining:
            remaining -= len(section.items[kept]) + 1
            kept += 1
        if kept:
            room, heading = remaining, section.heading
            lines += [*opening, *section.items[:kept], *section.closing]
        left += len(section.items) - kept
    if left:
        lines += ["", f"And {left} more, for which there is no room here: the job's log has all of it."]
    return "\n".join(lines) + "\n"


def _length(lines: Sequence[str]) -> int:
    return sum(len(line) + 1 for line in lines)


def _whole(section: _Section) -> int:
    return _length((*section.heading, *section.opening, *section.items, *section.closing))
