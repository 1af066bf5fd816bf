"""The verdict as GitLab's code quality report: a list of issues, with fingerprints that no line number is part of.

GitLab takes an issue for mended when its fingerprint is gone. What is allowed by a comment, or known to the baseline,
is no issue and not in the list; what was not judged is one.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

from adrguard.model.errors import ERROR, WARNING
from adrguard.report import json
from adrguard.report.identity import fingerprints, written
from adrguard.report.sentences import NOTE, explained, remarks, severity

if TYPE_CHECKING:
    from adrguard.model.findings import Finding, Outcome
    from adrguard.report.sentences import Remark

_SEVERITIES = {ERROR: "major", WARNING: "minor", NOTE: "info"}
_NOWHERE = "."


def render(outcome: Outcome) -> str:
    """Return the JSON document, ended by a line feed."""
    marks = fingerprints(outcome).findings
    issues = [_finding(one, mark) for one, mark in zip(outcome.findings, marks, strict=True)]
    seen: dict[str, int] = {}
    return json.dumped(issues + [_remark(one, seen) for one in remarks(outcome)])


def _finding(one: Finding, fingerprint: str) -> dict[str, Any]:
    return {
        "description": explained(one),
        "check_name": written(one.rule.id),
        "fingerprint": fingerprint,
        "severity": _SEVERITIES[severity(one)],
        "location": _location(one.path, one.line),
    }


def _remark(one: Remark, seen: dict[str, int]) -> dict[str, Any]:
    said = f"{one.kind}\0{one.path}\0{one.identity}"
    number = seen[said] = seen.get(said, 0) + 1
    digest = hashlib.sha256(f"{said}\0{number}".encode("utf-8", "surrogatepass"))
    return {
        "description": one.message,
        "check_name": f"adrguard/{one.kind}",
        "fingerprint": digest.hexdigest()[:32],
        "severity": _SEVERITIES[one.severity],
        "location": _location(one.path, one.line),
    }


def _location(path: str, line: int) -> dict[str, Any]:
    return {"path": written(path) or _NOWHERE, "lines": {"begin": line or 1}}
