"""The verdict as SARIF 2.1.0, as GitHub's code scanning takes it.

Findings and weakenings of the rules are results; what a comment allows carries its suppression, and what the baseline
knows is ``unchanged`` and suppressed too. Mistakes and what was not judged are notifications of the tool. Columns count
characters, as `columnKind` says. A run holds at most 25,000 results, as no service takes more: further ones follow in
runs of their own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import quote as percent_encoded

from adrguard import __version__
from adrguard.model.errors import CLEAN, ERROR, VIOLATIONS, WARNING
from adrguard.model.rules import ADVISE, BLOCK
from adrguard.report import json, markup, text
from adrguard.report.identity import LONGEST_LINE, fingerprints, written
from adrguard.report.sentences import (
    NOTE,
    PROBLEM,
    UNJUDGED,
    WEAKENED,
    explained,
    remarks,
    say,
    severity,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from adrguard.model.findings import Finding, Outcome
    from adrguard.model.rules import Rule
    from adrguard.report.sentences import Remark

MOST_RESULTS = 25_000
_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_HOME = "https://pypi.org/project/adrguard/"
_WEAKENED = "adrguard/weakened"
_NOTICES = {PROBLEM: "adrguard/mistake", UNJUDGED: "adrguard/not-judged"}
_ABOUT_NOTICES = {
    PROBLEM: ("A mistake in decisions or configuration.", "Mend the line that it names: `adrguard lint` tells of all."),
    UNJUDGED: ("Something that was not judged.", "Nothing is said for or against it: see the reason that it names."),
}
_LEVELS = {ERROR: "error", WARNING: "warning", NOTE: "note"}
_GRAVITY = {ERROR: "error", WARNING: "warning", NOTE: "recommendation"}


def render(outcome: Outcome) -> str:
    """Return the JSON document, ended by a line feed."""
    found = remarks(outcome)
    rules = _rules(outcome, weakened=any(one.kind == WEAKENED for one in found))
    index = {one["id"]: at for at, one in enumerate(rules)}
    results = [*_results(outcome, index), *[_weakened(one, index) for one in found if one.kind == WEAKENED]]
    chunks = [results[at : at + MOST_RESULTS] for at in range(0, len(results), MOST_RESULTS)] or [[]]
    runs = [_run(outcome, rules, chunk, at) for at, chunk in enumerate(chunks)]
    runs[0]["invocations"] = [_invocation(outcome, found)]
    return json.dumped({"$schema": _SCHEMA, "version": "2.1.0", "runs": runs})


def _run(outcome: Outcome, rules: list[dict[str, Any]], results: list[dict[str, Any]], at: int) -> dict[str, Any]:
    driver = {
        "name": "adrguard",
        "version": __version__,
        "semanticVersion": __version__,
        "informationUri": _HOME,
        "rules": rules,
        "notifications": [_notification(PROBLEM), _notification(UNJUDGED)],
    }
    return {
        "tool": {"driver": driver},
        "automationDetails": {"id": "adrguard/" if at == 0 else f"adrguard/{at + 1}/"},
        "columnKind": "unicodeCodePoints",
        "results": results,
        "properties": _properties(outcome),
    }


def _notification(kind: str) -> dict[str, Any]:
    said, way_out = _ABOUT_NOTICES[kind]
    described = {"shortDescription": {"text": said}, "fullDescription": {"text": said}, "help": {"text": way_out}}
    return {"id": _NOTICES[kind], **described}


def _properties(outcome: Outcome) -> dict[str, Any]:
    return {
        "summary": text.headline(outcome),
        "rules": outcome.rules,
        "files": outcome.files,
        "known": outcome.known,
        "fixed": len(outcome.fixed),
        "prose": outcome.prose,
        "notes": [say(note) for note in outcome.notes],
    }


def _rules(outcome: Outcome, *, weakened: bool) -> list[dict[str, Any]]:
    rules: dict[str, Rule] = {}
    found = [*outcome.findings, *[one.finding for one in outcome.suppressed], *outcome.baselined]
    for rule in (*outcome.judged, *[one.rule for one in found]):
        rules.setdefault(written(rule.id), rule)
    plain = [_rule(name, rule) for name, rule in rules.items()]
    return [*plain, _rule_of_weakenings()] if weakened else plain


def _rule(name: str, rule: Rule) -> dict[str, Any]:
    blocks = rule.level == BLOCK and not rule.shadow
    invariant = f"{say(rule.decision)}: {say(rule.invariant)}"
    told = [
        (label, said)
        for label, said in (("Because", rule.because), ("Remediation", rule.remediation), ("Decision", rule.note))
        if said
    ]
    grave = ERROR if blocks else WARNING
    return {
        "id": name,
        "shortDescription": {"text": _plain(invariant)},
        "fullDescription": {"text": _plain(say(rule.because) or invariant)},
        "help": {
            "text": _plain("\n".join([invariant, *[f"{label}: {say(said)}" for label, said in told]])),
            "markdown": "\n\n".join(
                [markup.prose(invariant), *[f"**{label}**: {markup.prose(said)}" for label, said in told]]
            ),
        },
        "defaultConfiguration": {"level": _LEVELS[grave]},
        "properties": {
            "tags": ["architecture", "adr", rule.verb, rule.kind],
            "precision": "high",
            "problem.severity": _GRAVITY[grave],
            "decision": written(rule.decision),
            **({"shadow": True} if rule.shadow else {}),
        },
    }


def _rule_of_weakenings() -> dict[str, Any]:
    said = "A change that weakens the rules that decisions declare."
    return {
        "id": _WEAKENED,
        "shortDescription": {"text": said},
        "fullDescription": {"text": said},
        "help": {"text": f"{said} Say in the decision why, or put back what stood there before."},
        "defaultConfiguration": {"level": "warning"},
        "properties": {"tags": ["architecture", "adr"], "precision": "high", "problem.severity": "warning"},
    }


def _results(outcome: Outcome, index: Mapping[str, int]) -> Iterable[dict[str, Any]]:
    marks = fingerprints(outcome)
    # The gravest first: a service that shows some of many shows the first.
    pairs = sorted(zip(outcome.findings, marks.findings, strict=True), key=lambda pair: pair[0].level == ADVISE)
    for finding, mark in pairs:
        yield _result(finding, mark, index)
    for one, mark in zip(outcome.suppressed, marks.suppressed, strict=True):
        allowed: dict[str, Any] = {"kind": "inSource", "status": "accepted", "justification": say(one.reason)}
        if one.line:
            allowed["location"] = {"physicalLocation": _physical(one.finding.path, {"startLine": one.line})}
        yield {**_result(one.finding, mark, index), "level": "note", "suppressions": [allowed]}
    for finding, mark in zip(outcome.baselined, marks.baselined, strict=True):
        known = {"kind": "external", "status": "accepted", "justification": "The baseline knows it."}
        result = _result(finding, mark, index)
        yield {**result, "level": "note", "baselineState": "unchanged", "suppressions": [known]}


def _result(finding: Finding, mark: str, index: Mapping[str, int]) -> dict[str, Any]:
    name = written(finding.rule.id)
    return {
        "ruleId": name,
        "ruleIndex": index[name],
        "level": _LEVELS[severity(finding)],
        "message": {"text": _plain(explained(finding))},
        "locations": [{"physicalLocation": _physical(finding.path, _region(finding), _context(finding))}],
        "partialFingerprints": {"primaryLocationLineHash": mark, "adrguard/v1": mark},
    }


def _weakened(one: Remark, index: Mapping[str, int]) -> dict[str, Any]:
    return {
        "ruleId": _WEAKENED,
        "ruleIndex": index[_WEAKENED],
        "level": _LEVELS[one.severity],
        "message": {"text": _plain(one.message)},
        **_located(one),
    }


def _region(finding: Finding) -> dict[str, Any]:
    if not finding.line:
        return {}
    region = {"startLine": finding.line}
    if finding.column:
        region["startColumn"] = finding.column
    if (finding.end_line, finding.end_column) >= (finding.line, finding.column) and finding.end_column:
        region |= {"endLine": finding.end_line, "endColumn": finding.end_column}
    return region


def _context(finding: Finding) -> dict[str, Any]:
    # Of a longer line a report has only a part, which would pass for the whole.
    if not finding.line or finding.excerpt_column > 1 or not 0 < len(finding.excerpt) < LONGEST_LINE:
        return {}
    return {"startLine": finding.line, "endLine": finding.line, "snippet": {"text": written(finding.excerpt)}}


def _physical(path: str, region: dict[str, Any], context: dict[str, Any] | None = None) -> dict[str, Any]:
    found: dict[str, Any] = {"artifactLocation": {"uri": _uri(path)}}
    if region:
        found["region"] = region
    if region and context:
        found["contextRegion"] = context
    return found


def _uri(path: str) -> str:
    try:
        raw = path.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        raw = written(path).encode("utf-8")
    uri = percent_encoded(raw)
    return f"file://{uri}" if uri.startswith("/") else uri


def _invocation(outcome: Outcome, found: Iterable[Remark]) -> dict[str, Any]:
    notices = [(one.kind, _notice(one)) for one in found if one.kind in _NOTICES]
    return {
        "executionSuccessful": outcome.exit_code in (CLEAN, VIOLATIONS),
        "exitCode": outcome.exit_code,
        "toolExecutionNotifications": [notice for kind, notice in notices if kind == UNJUDGED],
        "toolConfigurationNotifications": [notice for kind, notice in notices if kind == PROBLEM],
    }


def _notice(one: Remark) -> dict[str, Any]:
    code = {"properties": {"code": written(one.code)}} if one.code else {}
    rule = {"associatedRule": {"id": written(one.rule)}} if one.rule else {}
    return {
        "descriptor": {"id": _NOTICES[one.kind], "index": list(_NOTICES).index(one.kind)},
        "level": _LEVELS[one.severity],
        "message": {"text": _plain(one.message)},
        **_located(one),
        **rule,
        **code,
    }


def _located(one: Remark) -> dict[str, Any]:
    if not one.path:
        return {}
    region = {"startLine": one.line} if one.line else {}
    if region and one.column:
        region["startColumn"] = one.column
    return {"locations": [{"physicalLocation": _physical(one.path, region)}]}


def _plain(said: str) -> str:
    """Return a message in which nothing is a link: ``[text](address)`` is one even in plain text."""
    return written(said).replace("](", "] (")
