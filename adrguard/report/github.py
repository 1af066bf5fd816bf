"""The verdict for the log of a GitHub Actions job: annotations, the gravest first, and then all of it as text.

GitHub shows ten annotations of each kind for a step and drops the rest without a word, so their number and the whole
report follow. The log is read for commands line by line: untrusted text is escaped within ours, and the report stands
between two words that stop and resume that reading.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from adrguard.model.errors import ERROR, WARNING
from adrguard.report import text
from adrguard.report.display import visible
from adrguard.report.sentences import NOTE, SEVERITIES, particulars, remarks, say, sentence, severity

if TYPE_CHECKING:
    from adrguard.model.findings import Finding, Outcome
    from adrguard.report.sentences import Remark

SHOWN = 10
"""Annotations of one kind that GitHub shows for a step."""

_COMMANDS = {ERROR: "error", WARNING: "warning", NOTE: "notice"}
_DATA = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_PROPERTY = {**_DATA, ":": "%3A", ",": "%2C"}


def render(outcome: Outcome) -> str:
    """Return commands and report, ended by a line feed."""
    annotations = [(severity(one), _finding(one)) for one in outcome.findings]
    annotations += [(one.severity, _remark(one)) for one in remarks(outcome)]
    lines = [line for grave in SEVERITIES for of, line in annotations if of == grave]
    report = text.render(outcome)
    # What is in the report cannot hold its own digest: nothing in it can resume the reading of commands.
    word = hashlib.sha256(report.encode("utf-8", "surrogatepass")).hexdigest()
    total = _total([of for of, _ in annotations])
    return "\n".join([*lines, *total, f"::stop-commands::{word}", report + f"::{word}::"]) + "\n"


def failure(message: str, hint: str) -> str:
    """Return the annotation for a check that gave no verdict, ended by a line feed."""
    said = "\n".join([visible(line) for line in (message, *hint.splitlines())])
    return _command(ERROR, {"title": "adrguard: not judged"}, said) + "\n"


def _total(severities: list[str]) -> list[str]:
    if not severities:
        return []
    counted = [text.count(severities.count(grave), _COMMANDS[grave]) for grave in SEVERITIES if grave in severities]
    more = any(severities.count(grave) > SHOWN for grave in SEVERITIES)
    rest = f" GitHub shows {SHOWN} of each kind; all of them follow." if more else ""
    return [f"adrguard: {', '.join(counted)}.{rest}"]


def _finding(one: Finding) -> str:
    place = {"file": visible(one.path)}
    if one.line:
        place |= {"line": str(one.line), "endLine": str(max(one.line, one.end_line))}
    # Columns are only taken within one line.
    if one.column and one.end_line == one.line:
        place |= {"col": str(one.column), "endColumn": str(max(one.column, one.end_column))}
    lines = [f"{sentence(one)}.", *[f"{label}: {said}" for label, said in particulars(one)]]
    return _command(severity(one), {**place, "title": say(one.rule.id)}, "\n".join(lines))


def _remark(one: Remark) -> str:
    place = {"file": visible(one.path)} if one.path else {}
    place |= {name: str(number) for name, number in (("line", one.line), ("col", one.column)) if number}
    return _command(one.severity, {**place, "title": f"adrguard: {one.kind}"}, one.message)


def _command(grave: str, properties: dict[str, str], message: str) -> str:
    said = ",".join([f"{name}={_escaped(value, _PROPERTY)}" for name, value in properties.items()])
    return f"::{_COMMANDS[grave]} {said}::{_escaped(message, _DATA)}"


def _escaped(value: str, table: dict[str, str]) -> str:
    return "".join([table.get(char, char) for char in value])
