"""The verdict as reviewdog's diagnostics (rdjson).

Its columns count bytes of UTF-8. They are told by the line as it was found; where that is not known whole (a report
that was read back has only a part of a very long line, and of several lines only the first), the lines alone are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adrguard.model.errors import ERROR, WARNING
from adrguard.report import json
from adrguard.report.identity import written
from adrguard.report.sentences import NOTE, explained, remarks, severity

if TYPE_CHECKING:
    from adrguard.model.findings import Finding, Outcome
    from adrguard.report.sentences import Remark

_SEVERITIES = {ERROR: "ERROR", WARNING: "WARNING", NOTE: "INFO"}
_SOURCE = {"name": "adrguard"}
_MOST = 2**31 - 1


def render(outcome: Outcome) -> str:
    """Return the JSON document, ended by a line feed."""
    diagnostics = [_finding(one) for one in outcome.findings] + [_remark(one) for one in remarks(outcome)]
    return json.dumped({"source": _SOURCE, "severity": _overall(diagnostics), "diagnostics": diagnostics})


def _overall(diagnostics: list[dict[str, Any]]) -> str:
    there = {one["severity"] for one in diagnostics}
    return next((name for name in _SEVERITIES.values() if name in there), "INFO")


def _finding(one: Finding) -> dict[str, Any]:
    span = _range(one)
    return {
        "message": explained(one),
        "location": {"path": written(one.path), **({"range": span} if span else {})},
        "severity": _SEVERITIES[severity(one)],
        "code": {"value": written(one.rule.id)},
    }


def _remark(one: Remark) -> dict[str, Any]:
    span = {"range": {"start": {"line": min(one.line, _MOST)}}} if one.line else {}
    return {
        "message": one.message,
        "location": {"path": written(one.path), **span},
        "severity": _SEVERITIES[one.severity],
        "code": {"value": f"adrguard/{one.kind}"},
    }


def _range(one: Finding) -> dict[str, Any]:
    if not one.line:
        return {}
    start, end = {"line": min(one.line, _MOST)}, {"line": min(max(one.line, one.end_line), _MOST)}
    if one.end_line == one.line and (columns := _columns(one)):
        start["column"], end["column"] = columns
    return {"start": start, "end": end}


def _columns(one: Finding) -> tuple[int, int] | None:
    first, last = one.column - 1, one.end_column - 1
    if one.excerpt_column != 1 or not 0 <= first <= last <= len(one.excerpt):
        return None
    before, found = one.excerpt[:first], one.excerpt[first:last]
    start = len(before.encode("utf-8", "surrogatepass"))
    return start + 1, start + len(found.encode("utf-8", "surrogatepass")) + 1
