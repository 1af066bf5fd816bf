"""The verdict as JSON, for programs. `schema.json` beside this file is its contract; `FORMAT` changes when that breaks.

Strings are as they are in the repository (a JSON reader needs no terminal's protection), but for what JSON cannot hold:
a path that is not UTF-8 is written readably, and its bytes follow in base64 as `path_bytes`.
"""

from __future__ import annotations

import base64
import json
from typing import TYPE_CHECKING, Any

from adrguard.model.errors import CLEAN, ERROR, INCOMPLETE, VIOLATIONS, WARNING, WRONG
from adrguard.model.record import Record
from adrguard.report import identity
from adrguard.report.identity import written

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adrguard.model.errors import Problem
    from adrguard.model.findings import Finding, Outcome
    from adrguard.model.rules import Rule

FORMAT = "adrguard/1"
text = written
VERDICTS = {CLEAN: "clean", VIOLATIONS: "violations", WRONG: "wrong", INCOMPLETE: "incomplete"}
_EXCERPT = 400
_HASHES = "\\u0023\\u0023"


def render(outcome: Outcome) -> str:
    """Return the verdict as one JSON document, ended by a line feed."""
    return document("check", outcome.exit_code, _body(outcome))


def document(command: str, exit_code: int, body: dict[str, Any]) -> str:
    """Return what a command says as one JSON document: the same first three keys for every command, then its own."""
    return dumped({"format": FORMAT, "command": command, "exit_code": exit_code, **body})


def dumped(document: object) -> str:
    """Return JSON in ASCII, ended by a line feed, in which no log of a CI service sees a command.

    ``##[group]`` or ``##vso[…]`` are obeyed wherever in a line they stand, so two hashes are escaped.
    """
    return json.dumps(document, indent=2).replace("##", _HASHES) + "\n"


def failure(command: str, exit_code: int, message: str, hint: str = "") -> str:
    """Return the document of a command that came to no result."""
    return document(command, exit_code, {"error": {"message": written(message), "hint": written(hint)}})


def file_path(path: str) -> dict[str, str]:
    """Return the keys that name a file."""
    readable = written(path)
    if readable == path:
        return {"path": path}
    try:
        raw = path.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # no path from git: nothing says which bytes it stands for
        return {"path": readable}
    return {"path": readable, "path_bytes": base64.b64encode(raw).decode("ascii")}


def plain(record: Record, *leave_out: str) -> dict[str, Any]:
    """Return a record of strings, numbers and tuples of them by field name."""
    fields = {name: value for name, value in record.as_dict().items() if name not in leave_out}
    path = fields.pop("path", None)
    found = {name: written(value) if isinstance(value, str) else value for name, value in fields.items()}
    return {**file_path(path), **found} if isinstance(path, str) else found


def rule(one: Rule) -> dict[str, Any]:
    """Return what there is to say about a rule, without its compiled targets."""
    return plain(one, "targets", "include", "exclude", "needles", "note") | {
        "note": written(one.note),
        "targets": [written(target.raw) for target in one.targets],
        "langs": list(one.langs),
        "where": list(one.where),
    }


def problem(one: Problem) -> dict[str, Any]:
    """Return one mistake."""
    return plain(one, "excerpt") | {"excerpt": _cut(one.excerpt)}


def finding(one: Finding) -> dict[str, Any]:
    """Return one finding. `excerpt` starts at column `excerpt_column` of its line: a very long line is not repeated."""
    first = max(0, one.column - one.excerpt_column - _EXCERPT // 2) if len(one.excerpt) > _EXCERPT else 0
    excerpt = _cut(one.excerpt[first : first + _EXCERPT])
    return plain(one, "rule", "excerpt", "excerpt_column", "shown", "around", "key") | {
        "shown": _cut(one.shown),
        "excerpt": excerpt,
        "excerpt_column": first + one.excerpt_column,
        "reference": f"[[{written(one.rule.note)}]]",
        "rule": rule(one.rule),
    }


def _cut(value: str) -> str:
    # Both before and after, as what JSON cannot hold becomes longer.
    return written(value[:_EXCERPT])[:_EXCERPT]


def kept(one: Finding, fingerprint: str) -> dict[str, Any]:
    """Return one finding with what makes it the same in another report."""
    plain = finding(one)
    line = identity.line(one)
    key = {} if line == " ".join(plain["excerpt"].split()) else {"key": line}
    return {"fingerprint": fingerprint, **plain, **key}


def counts(outcome: Outcome) -> dict[str, int]:
    """Return how many of each there are in the lists of a report, by their keys in its summary."""
    errors, warnings = (sum(one.severity == name for one in outcome.problems) for name in (ERROR, WARNING))
    return {
        "violations": len(outcome.violations),
        "advisories": len(outcome.advisories),
        "suppressed": len(outcome.suppressed),
        "known": outcome.known,
        "not_judged": len(outcome.unjudged) - len(outcome.not_reached),
        "not_reached": len(outcome.not_reached),
        "weakened": len(outcome.weakened),
        "errors": errors,
        "warnings": warnings,
    }


def _body(outcome: Outcome) -> dict[str, Any]:
    marks = identity.fingerprints(outcome)
    return {
        "verdict": VERDICTS[outcome.exit_code],
        "summary": {
            **counts(outcome),
            "rules": outcome.rules,
            "files": outcome.files,
            "elapsed_ms": round(outcome.elapsed_ms, 3),
            "strict": outcome.strict,
            "door": outcome.door,
            "weakening": outcome.weakening,
            "supersession": outcome.supersession,
            "on_budget": outcome.on_budget,
        },
        "findings": _kept(outcome.findings, marks.findings),
        "suppressed": [
            {"finding": kept(one.finding, mark), "reason": written(one.reason), "line": one.line}
            for one, mark in zip(outcome.suppressed, marks.suppressed, strict=True)
        ],
        "weakened": [plain(one) for one in outcome.weakened],
        "not_judged": [plain(one) for one in outcome.unjudged],
        "problems": [problem(one) for one in outcome.problems],
        "costs": [plain(one) for one in outcome.costs],
        "notes": [written(note) for note in outcome.notes],
        **_account(outcome, marks),
        **_shard(outcome),
    }


def _kept(findings: Sequence[Finding], marks: Sequence[str]) -> list[dict[str, Any]]:
    return [kept(one, mark) for one, mark in zip(findings, marks, strict=True)]


def _account(outcome: Outcome, marks: identity.Fingerprints) -> dict[str, Any]:
    if not (outcome.judged or outcome.baselined or outcome.fixed or outcome.prose):
        return {}
    account = {
        "judged": [rule(one) for one in outcome.judged],
        "baselined": _kept(outcome.baselined, marks.baselined),
        "fixed": _kept(outcome.fixed, marks.fixed),
        "prose": outcome.prose,
    }
    return {"account": account}


def _shard(outcome: Outcome) -> dict[str, Any]:
    index, count = outcome.shard
    if not count:
        return {}
    return {"shard": {"index": index, "count": count, **({"of": outcome.sameness} if outcome.sameness else {})}}
