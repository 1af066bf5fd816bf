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
from adrguard.report.display import visible

if TYPE_CHECKING:
    from adrguard.model.errors import Problem
    from adrguard.model.findings import Finding, Outcome
    from adrguard.model.rules import Rule

FORMAT = "adrguard/1"
VERDICTS = {CLEAN: "clean", VIOLATIONS: "violations", WRONG: "wrong", INCOMPLETE: "incomplete"}
_EXCERPT = 400


def render(outcome: Outcome) -> str:
    """Return the verdict as one JSON document, ended by a line feed."""
    return document("check", outcome.exit_code, _body(outcome))


def document(command: str, exit_code: int, body: dict[str, Any]) -> str:
    """Return what a command says as one JSON document: the same first three keys for every command, then its own."""
    return json.dumps({"format": FORMAT, "command": command, "exit_code": exit_code, **body}, indent=2) + "\n"


def failure(command: str, exit_code: int, message: str, hint: str = "") -> str:
    """Return the document of a command that came to no result."""
    return document(command, exit_code, {"error": {"message": text(message), "hint": text(hint)}})


def text(value: str) -> str:
    """Return `value` with lone surrogates, which JSON cannot carry, shown as the bytes they stand for."""
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        return "".join([visible(char) if "\ud800" <= char <= "\udfff" else char for char in value])
    return value


def file_path(path: str) -> dict[str, str]:
    """Return the keys that name a file."""
    readable = text(path)
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
    found = {name: text(value) if isinstance(value, str) else value for name, value in fields.items()}
    return {**file_path(path), **found} if isinstance(path, str) else found


def rule(one: Rule) -> dict[str, Any]:
    """Return what there is to say about a rule, without its compiled targets."""
    return plain(one, "targets", "include", "exclude", "needles", "note") | {
        "note": text(one.note),
        "targets": [text(target.raw) for target in one.targets],
        "langs": list(one.langs),
        "where": list(one.where),
    }


def problem(one: Problem) -> dict[str, Any]:
    """Return one mistake."""
    return plain(one, "excerpt") | {"excerpt": text(one.excerpt[:_EXCERPT])}


def finding(one: Finding) -> dict[str, Any]:
    """Return one finding. `excerpt` starts at column `excerpt_column` of its line: a very long line is not repeated."""
    first = max(0, one.column - 1 - _EXCERPT // 2) if len(one.excerpt) > _EXCERPT else 0
    return plain(one, "rule", "excerpt", "shown", "around", "key") | {
        "shown": text(one.shown[:_EXCERPT]),
        "excerpt": text(one.excerpt[first : first + _EXCERPT]),
        "excerpt_column": first + 1,
        "reference": f"[[{text(one.rule.note)}]]",
        "rule": rule(one.rule),
    }


def _body(outcome: Outcome) -> dict[str, Any]:
    errors, warnings = (sum(one.severity == name for one in outcome.problems) for name in (ERROR, WARNING))
    return {
        "verdict": VERDICTS[outcome.exit_code],
        "summary": {
            "violations": len(outcome.violations),
            "advisories": len(outcome.advisories),
            "suppressed": len(outcome.suppressed),
            "known": outcome.known,
            "not_judged": len(outcome.unjudged) - len(outcome.not_reached),
            "not_reached": len(outcome.not_reached),
            "weakened": len(outcome.weakened),
            "errors": errors,
            "warnings": warnings,
            "rules": outcome.rules,
            "files": outcome.files,
            "elapsed_ms": round(outcome.elapsed_ms, 3),
            "strict": outcome.strict,
            "door": outcome.door,
            "weakening": outcome.weakening,
            "supersession": outcome.supersession,
        },
        "findings": [finding(one) for one in outcome.findings],
        "suppressed": [
            {"finding": finding(one.finding), "reason": text(one.reason), "line": one.line}
            for one in outcome.suppressed
        ],
        "weakened": [plain(one) for one in outcome.weakened],
        "not_judged": [plain(one) for one in outcome.unjudged],
        "problems": [problem(one) for one in outcome.problems],
        "costs": [plain(one) for one in outcome.costs],
        "notes": [text(note) for note in outcome.notes],
    }
