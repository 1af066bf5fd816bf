"""The verdict as text for people and agents: one header, then a counted section for each kind of thing there is to say.

A warm hook imports this module, so it and `report.display` import nothing else of weight.
"""

from __future__ import annotations

from adrguard.model.errors import CLEAN, INCOMPLETE, VIOLATIONS
from adrguard.report.display import (
    BOLD,
    CYAN,
    DIM,
    GREEN,
    RED,
    UTF8,
    YELLOW,
    encoding_of,
    paint,
    shortened,
    sign,
    visible,
    wants_colour,
    window,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import TextIO

    from adrguard.model.findings import Finding, Outcome, Suppressed, Unjudged, Weakened

NAME = "Living ADR Guard"
MOST_QUOTED = 160
MOST_SAID = 2000
MOST_COSTS = 10
ROOM = 100
_SECOND = 1000.0


def render(outcome: Outcome, *, colour: bool = False, encoding: str = UTF8) -> str:
    """Return the whole report, each line ended by a line feed."""
    pen = _Pen(encoding, colour=colour)
    lines = [_header(outcome, pen)]
    for finding in outcome.violations:
        lines += _finding(finding, pen)
    lines += _advisories(outcome, pen)
    lines += _suppressed(outcome.suppressed, pen)
    lines += _weakened(outcome, pen)
    lines += _unjudged(outcome, pen)
    lines += _problems(outcome, pen)
    lines += _known(outcome, pen)
    lines += _costs(outcome, pen)
    lines += [f"Note: {pen.say(note)}" for note in outcome.notes]
    return "\n".join(lines) + "\n"


def headline(outcome: Outcome) -> str:
    """Return the report's first line: the verdict, and how much was judged."""
    return _header(outcome, _Pen(UTF8, colour=False))


def write(outcome: Outcome, stream: TextIO, environ: Mapping[str, str] | None = None) -> None:
    """Write the report as the stream can show it: in its encoding, and coloured only on a terminal that wants it."""
    encoding = encoding_of(stream.encoding)
    colour = wants_colour(environ or {}, terminal=stream.isatty())
    stream.write(render(outcome, colour=colour, encoding=encoding))


class _Pen:
    """Writes for one output: with or without colour, in its encoding."""

    def __init__(self, encoding: str, *, colour: bool) -> None:
        self.encoding = encoding
        self.colour = colour

    def paint(self, text: str, code: str) -> str:
        return paint(text, code, on=self.colour)

    def quote(self, text: str) -> str:
        return shortened(text, MOST_QUOTED, self.encoding)

    def say(self, text: str) -> str:
        return shortened(text, MOST_SAID, self.encoding)

    def show(self, text: str) -> str:
        return visible(text, self.encoding)

    def sign(self, char: str) -> str:
        return sign(char, self.encoding)

    def section(self, title: str, code: str = BOLD) -> list[str]:
        return ["", self.paint(title, code)]


def count(number: int, one: str, many: str = "") -> str:
    """Return ``1 violation``, ``2 violations``."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def duration(ms: float) -> str:
    """Return milliseconds as a person reads them."""
    return f"{ms:.1f} ms" if ms < _SECOND else f"{ms / _SECOND:.2f} s"


def _header(outcome: Outcome, pen: _Pen) -> str:
    mark, code, verdict = _verdict(outcome)
    measured = f"({duration(outcome.elapsed_ms)}, {count(outcome.rules, 'rule')}, {count(outcome.files, 'file')})"
    return pen.paint(f"{pen.sign(mark)} {NAME}{verdict}", f"{BOLD};{code}") + f" {measured}"


def _verdict(outcome: Outcome) -> tuple[str, str, str]:
    errors = sum([problem.fails(strict=outcome.strict) for problem in outcome.problems])
    wrong = f", {count(errors, 'error')} in decisions or configuration" if errors else ""
    found = count(len(outcome.violations), "violation")
    if outcome.violations:
        return "❌", RED, f" Failure: {found}{wrong}"
    if errors:
        return "❌", RED, f" Error: {wrong[2:]}; {found} in what was judged"
    if outcome.exit_code == VIOLATIONS:
        return "❌", RED, f" Failure: {found}, {count(len(outcome.loosened), 'weakening')} of the rules"
    if outcome.exit_code == INCOMPLETE:
        return "❌", RED, f" Incomplete: {found} in what was judged, {_left_out(outcome)}"
    if outcome.exit_code == CLEAN and outcome.unjudged:
        return "⚠", YELLOW, f": {found} in what was judged, {_left_out(outcome)}"
    return "✅", GREEN, ": clean" if outcome.rules and outcome.files else ": nothing to judge"


def _left_out(outcome: Outcome) -> str:
    late = len(outcome.not_reached)
    other = len(outcome.unjudged) - late
    parts = [f"{other} not judged"] if other else []
    return ", ".join([*parts, f"{late} not reached"] if late else parts)


def _finding(finding: Finding, pen: _Pen) -> list[str]:
    rule = finding.rule
    verb = "violates invariant" if finding.blocks else "goes against invariant"
    shown = f"'{pen.quote(finding.shown)}' " if finding.shown else ""
    tail = " (fragment)" if finding.fragment else ""
    subject = f"[{pen.paint(pen.say(rule.decision), BOLD)}] {_place(finding, pen)}"
    lines = [f"- {subject}: {shown}{verb} '{pen.quote(rule.invariant)}'{tail}."]
    lines += _excerpt(finding, pen)
    for label, text in (
        ("Detail", finding.detail),
        ("Only advice", finding.note),
        ("Because", rule.because),
        ("Remediation", rule.remediation),
    ):
        if text:
            lines.append(f"  {label}: {pen.say(text)}")
    lines.append(f"  Reference: [[{pen.show(rule.note)}]]")
    return lines


def _place(finding: Finding, pen: _Pen) -> str:
    return pen.paint(_where(finding.path, finding.line, finding.column, pen), CYAN)


def _where(path: str, line: int, column: int, pen: _Pen) -> str:
    return ":".join([pen.show(path), *[str(number) for number in (line, column) if number]])


def _excerpt(finding: Finding, pen: _Pen) -> list[str]:
    if not finding.line or not finding.excerpt.strip():
        return []
    start = max(finding.column - finding.excerpt_column, 0)
    one_line = finding.end_line == finding.line
    end = finding.end_column - finding.excerpt_column if one_line else len(finding.excerpt)
    return _marked(str(finding.line), finding.excerpt, start, end, pen)


def _marked(number: str, line: str, start: int, end: int, pen: _Pen) -> list[str]:
    shown, indent, width = window(line, start, end, ROOM, pen.encoding)
    gutter = pen.paint(f"    {number} |", DIM)
    below = pen.paint(f"    {' ' * len(number)} |", DIM)
    return [f"{gutter} {shown}", f"{below} {' ' * indent}{pen.paint('^' * width, RED)}"]


def _advisories(outcome: Outcome, pen: _Pen) -> list[str]:
    found = outcome.advisories
    if not found:
        return []
    noun = "advisory" if len(found) == 1 else "advisories"
    lines = pen.section(f"{len(found)} {noun}, not blocking:", YELLOW)
    for finding in found:
        lines += _finding(finding, pen)
    return lines


def _suppressed(suppressed: tuple[Suppressed, ...], pen: _Pen) -> list[str]:
    if not suppressed:
        return []
    lines = pen.section(f"{len(suppressed)} suppressed by a comment:")
    for one in suppressed:
        finding = one.finding
        lines.append(
            f"- [{pen.say(finding.rule.decision)}] {_place(finding, pen)}: "
            f"'{pen.quote(finding.shown)}' is allowed at line {one.line}: {pen.say(one.reason)}"
        )
    return lines


def _weakened(outcome: Outcome, pen: _Pen) -> list[str]:
    lines: list[str] = []
    if outcome.loosened:
        title = f"{count(len(outcome.loosened), 'weakening')} of the rules by this change"
        lines += pen.section(f"{title} (weakening is '{outcome.weakening}' for '{outcome.door}'):", YELLOW)
        for one in outcome.loosened:
            lines += _before_and_after(one, pen)
    for moved, noun, what in (
        (
            [one for one in outcome.moved if one.rule],
            "rule",
            "no longer in force, by a proper supersession or change of status",
        ),
        ([one for one in outcome.moved if not one.rule], "decision", "replaced, whose rules still bind"),
    ):
        if moved:
            lines += pen.section(f"{count(len(moved), noun)} {what}:")
            for one in moved:
                lines += _before_and_after(one, pen)
    return lines


def _before_and_after(one: Weakened, pen: _Pen) -> list[str]:
    rule = f" [{pen.say(one.rule)}]" if one.rule else ""
    where = f" {_where(one.path, one.line, 0, pen)}" if one.path else ""
    return [
        f"- {pen.show(one.how)}{rule}{where}",
        f"  Before: {pen.say(one.before) or '(nothing)'}",
        f"  After: {pen.say(one.after) or '(nothing)'}",
    ]


def _unjudged(outcome: Outcome, pen: _Pen) -> list[str]:
    late = outcome.not_reached
    other = [one for one in outcome.unjudged if one.code != "budget"]
    lines: list[str] = []
    if other:
        lines += pen.section(f"{len(other)} not judged:", YELLOW)
        lines += [_left(one, pen) for one in other]
    if late:
        lines += pen.section(
            f"{len(late)} not reached, as the time for one check was used up (budget_hard_ms):", YELLOW
        )
        lines += [_left(one, pen) for one in late]
    return lines


def _left(one: Unjudged, pen: _Pen) -> str:
    subject = ", ".join([part for part in (pen.show(one.path), one.rule and f"[{pen.say(one.rule)}]") if part])
    return f"- {subject or 'the rest'}: {pen.say(one.reason)}"


def _problems(outcome: Outcome, pen: _Pen) -> list[str]:
    if not outcome.problems:
        return []
    from adrguard.report.problems import lines, tally

    title = f"{tally(outcome.problems)} in decisions or configuration:"
    return pen.section(title, RED) + lines(outcome.problems, colour=pen.colour, encoding=pen.encoding)


def _known(outcome: Outcome, pen: _Pen) -> list[str]:
    if not outcome.known:
        return []
    return ["", pen.paint(f"{count(outcome.known, 'known finding')} in the baseline, not shown.", DIM)]


def _costs(outcome: Outcome, pen: _Pen) -> list[str]:
    if not outcome.costs:
        return []
    lines = pen.section("Time per rule, dearest first:")
    lines += [f"- {one.ms:8.2f} ms  {pen.say(one.rule)}" for one in outcome.costs[:MOST_COSTS]]
    rest = outcome.costs[MOST_COSTS:]
    if rest:
        lines.append(f"- {sum([one.ms for one in rest]):8.2f} ms  {count(len(rest), 'other rule')}")
    return lines
