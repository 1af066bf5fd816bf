"""The verdict as JUnit XML: a suite for each decision, a test case for each of its rules, also for those that hold.

What is not about one rule (mistakes in decisions, weakenings, what was not judged) is a suite of its own, so that a
dashboard shows it as failed or skipped, never as passed. The document is ASCII: every service reads it alike.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.model.errors import ERROR, VIOLATIONS
from adrguard.model.record import Record
from adrguard.report import text
from adrguard.report.sentences import (
    PROBLEM,
    UNJUDGED,
    WEAKENED,
    explained,
    place,
    quote,
    remarks,
    say,
    sentence,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from adrguard.model.findings import Outcome
    from adrguard.model.rules import Rule
    from adrguard.report.sentences import Remark

GUARD = "adrguard"
_ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;"}
_ABOUT = (
    (PROBLEM, "decisions and configuration are without mistakes"),
    (WEAKENED, "the rules are not weakened"),
    (UNJUDGED, "all was judged"),
)
_SECOND = 1000


class _Case(Record):
    """A test case; `result` is ``failure``, ``error``, ``skipped`` or "" for one that passes."""

    suite: str
    name: str
    file: str
    line: int
    result: str
    message: str
    lines: tuple[str, ...]
    told: tuple[str, ...]
    seconds: float = 0.0


def render(outcome: Outcome) -> str:
    """Return the document, ended by a line feed."""
    cases = [*_of_the_guard(outcome), *_of_rules(outcome)]
    suites: dict[str, list[_Case]] = {}
    for case in cases:
        suites.setdefault(case.suite, []).append(case)
    seconds = f"{outcome.elapsed_ms / _SECOND:.3f}"
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f"<testsuites {_counts(GUARD, cases)} time={_quoted(seconds)}>"]
    for name, group in suites.items():
        lines += _suite(name, group, outcome)
    return "\n".join([*lines, "</testsuites>"]) + "\n"


def _of_rules(outcome: Outcome) -> list[_Case]:
    rules: dict[str, Rule] = {}
    told: dict[str, list[str]] = {}
    broken: dict[str, list[str]] = {}

    def tell(rule: Rule, line: str, where: dict[str, list[str]]) -> None:
        rules.setdefault(rule.id, rule)
        where.setdefault(rule.id, []).append(line)

    for rule in outcome.judged:
        rules.setdefault(rule.id, rule)
    for finding in outcome.findings:
        line = f"- {place(finding.path, finding.line, finding.column)}: {explained(finding)}"
        tell(finding.rule, line, broken if finding.blocks else told)
    for one in outcome.suppressed:
        found = one.finding
        line = f"- {place(found.path, found.line, found.column)}: {sentence(found)}; line {one.line} allows it: "
        tell(found.rule, line + say(one.reason), told)
    for finding in outcome.baselined:
        line = f"- {place(finding.path, finding.line, finding.column)}: {sentence(finding)}; the baseline knows it"
        tell(finding.rule, line, told)
    left: dict[str, list[str]] = {}
    for unjudged in outcome.unjudged:
        left.setdefault(unjudged.rule, []).append(f"- {place(unjudged.path, 0, 0)}: {say(unjudged.reason)}")
    costs = {one.rule: one.ms / _SECOND for one in outcome.costs}
    return [
        _of_rule(rule, broken.get(rule.id, []), told.get(rule.id, []), left.get(rule.id, []), costs.get(rule.id, 0.0))
        for rule in rules.values()
    ]


def _of_rule(rule: Rule, broken: list[str], told: list[str], left: list[str], seconds: float) -> _Case:
    result, message, lines = "", "", tuple(broken)
    if broken:
        result, message, told = "failure", text.count(len(broken), "violation"), told + left
    elif left:
        result, message, lines = "skipped", f"{len(left)} not judged, which says nothing for or against", tuple(left)
    name = f"{quote(rule.invariant)} [{say(rule.id)}]"
    return _Case(say(rule.decision), name, say(rule.note), rule.line, result, message, lines, tuple(told), seconds)


def _of_the_guard(outcome: Outcome) -> list[_Case]:
    found = remarks(outcome)
    return [_of_kind(name, [one for one in found if one.kind == kind], outcome) for kind, name in _ABOUT]


def _of_kind(name: str, found: Sequence[Remark], outcome: Outcome) -> _Case:
    lines = tuple([f"- {place(one.path, one.line, one.column)}: {one.message}" for one in found])
    graver = sum(one.severity == ERROR for one in found)
    result, message = "", ""
    if graver:
        result = "failure" if found[0].kind == WEAKENED and outcome.exit_code == VIOLATIONS else "error"
        message = text.count(graver, {WEAKENED: "weakening", PROBLEM: "error"}.get(found[0].kind, "judgement left"))
    elif found and found[0].kind == UNJUDGED:
        result, message = "skipped", f"{len(found)} not judged, which says nothing for or against"
    return _Case(GUARD, name, "", 0, result, message, lines if result else (), () if result else lines)


def _suite(name: str, cases: Sequence[_Case], outcome: Outcome) -> list[str]:
    seconds = f"{sum(one.seconds for one in cases):.3f}"
    lines = [f"  <testsuite {_counts(name, cases)} time={_quoted(seconds)}>"]
    if name == GUARD:
        lines += _properties(outcome)
    for case in cases:
        lines += _case(case)
    if name == GUARD:
        lines += _element("system-out", [text.headline(outcome), *_told(outcome)], "    ")
    return [*lines, "  </testsuite>"]


def _properties(outcome: Outcome) -> list[str]:
    values = {
        "rules": outcome.rules,
        "files": outcome.files,
        "known in the baseline": outcome.known,
        "fixed": len(outcome.fixed),
        "prose": outcome.prose,
        "door": outcome.door,
        "exit code": outcome.exit_code,
    }
    found = [f"      <property name={_quoted(name)} value={_quoted(str(value))}/>" for name, value in values.items()]
    return ["    <properties>", *found, "    </properties>"]


def _told(outcome: Outcome) -> list[str]:
    lines = [f"Note: {say(note)}" for note in outcome.notes]
    if outcome.rules and not outcome.judged:
        lines.append("No account of the rules was asked for: of those that were judged only some are listed here.")
    return lines


def _case(case: _Case) -> list[str]:
    place = f" file={_quoted(case.file)} line={_quoted(str(case.line))}" if case.file else ""
    names = f"classname={_quoted(case.suite)} name={_quoted(case.name)}"
    opening = f"    <testcase {names}{place} time={_quoted(f'{case.seconds:.3f}')}"
    inner = [
        *(_element(case.result, case.lines, "      ", case.message) if case.result else []),
        *(_element("system-out", case.told, "      ") if case.told else []),
    ]
    return [f"{opening}>", *inner, "    </testcase>"] if inner else [f"{opening}/>"]


def _element(name: str, lines: Iterable[str], indent: str, message: str = "") -> list[str]:
    kinds = {"failure": "violation", "error": "error", "skipped": "not judged"}
    said = f" message={_quoted(message)}" if message else ""
    kind = f" type={_quoted(kinds[name])}" if name in kinds else ""
    return [f"{indent}<{name}{said}{kind}>", *[_escaped(line) for line in lines], f"{indent}</{name}>"]


def _counts(name: str, cases: Sequence[_Case]) -> str:
    results = [one.result for one in cases]
    counted = {
        "tests": len(results),
        "failures": results.count("failure"),
        "errors": results.count("error"),
        "skipped": results.count("skipped"),
    }
    return " ".join([f"name={_quoted(name)}", *[f"{key}={_quoted(str(value))}" for key, value in counted.items()]])


def _quoted(value: str) -> str:
    return f'"{_escaped(value)}"'


def _escaped(value: str) -> str:
    """Return text, which has no control characters any more, for XML; two hashes would speak to a CI's log."""
    escaped = "".join([_ESCAPES.get(char, char) for char in value]).replace("##", "&#35;&#35;")
    return escaped.encode("ascii", "xmlcharrefreplace").decode("ascii")
