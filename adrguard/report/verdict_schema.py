"""The JSON schema of `report.verdict.verdict`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable


def _object(properties: dict[str, Any], optional: Iterable[str] = ()) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": [one for one in properties if one not in optional]}


def _list(item: dict[str, Any], meaning: str) -> dict[str, Any]:
    return {"type": "array", "items": item, "description": meaning}


_COUNTS = (
    "violations", "advisories", "weakened", "suppressed", "known", "not_judged", "not_reached", "errors", "warnings",
    "rules", "files",
)  # fmt: skip
_STRING = {"type": "string"}
_NUMBER = {"type": "integer", "minimum": 0}
_PLACE = {"type": "integer", "minimum": 0, "description": "From 1; 0: the file as a whole."}
_PATH = {
    "path": {"type": "string", "description": "Relative to the top of the repository."},
    "path_bytes": {"type": "string", "description": "In base64, where the path is not UTF-8."},
}
_FINDING = _object(
    {
        "severity": {"enum": ["block", "advise"], "description": "`block` is a violation, `advise` is advice."},
        **_PATH,
        **dict.fromkeys(("line", "column", "end_line", "end_column"), _PLACE),
        "shown": {"type": "string", "description": "What was found."},
        "excerpt": {"type": "string", "description": "The line, or the part of it around what was found."},
        "adr": {"type": "string", "description": "Id of the decision: `adr://ID` is its text."},
        "rule": {"type": "string", "description": "Id of the invariant's rule."},
        "invariant": _STRING,
        "because": {"type": "string", "description": "Why the decision says so; empty where it does not say."},
        "remediation": {"type": "string", "description": "What to do instead."},
        "rewrite": {"type": "string", "description": "What to write instead: `OLD -> NEW`, or a template."},
        "reference": {"type": "string", "description": "WikiLink to the decision's note."},
        "detail": _STRING,
        "note": {"type": "string", "description": "Why it is only advice."},
        "fragment": {"type": "boolean", "description": "Only a part of the file was seen."},
    },
    ("path_bytes", "detail", "note", "fragment"),
)
_UNJUDGED = _object({**_PATH, "reason": _STRING, "code": _STRING, "rule": _STRING}, ("path_bytes",))

SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    **_object(
        {
            "verdict": {
                "enum": ["clean", "violations", "wrong", "incomplete"],
                "description": "`clean`: go on. `violations`: mend them. `wrong`: a mistake in decisions or "
                "configuration hides rules. `incomplete`: no violation, but see `not_judged` and `not_reached`.",
            },
            "blocks": {"type": "boolean", "description": "Whether a commit of this would be stopped."},
            "summary": {"type": "string", "description": "The report's first line."},
            "counts": _object(dict.fromkeys(_COUNTS, _NUMBER)),
            "elapsed_ms": {"type": "number", "minimum": 0, "description": "Time spent judging."},
            "strict": {"type": "boolean"},
            "findings": _list(_FINDING, "What the change introduces against the decisions, violations first."),
            "weakened": _list(
                _object(
                    {
                        "how": _STRING,
                        **_PATH,
                        "line": _PLACE,
                        "rule": _STRING,
                        "before": _STRING,
                        "after": _STRING,
                        "sanctioned": {"type": "boolean", "description": "By a proper supersession or status."},
                    },
                    ("path_bytes",),
                ),
                "Changes of the decisions themselves that let more through.",
            ),
            "weakening": {"enum": ["block", "warn", "allow"], "description": "What a weakening means here."},
            "suppressed": _list(
                _object({"finding": _FINDING, "reason": _STRING, "line": _PLACE}), "Allowed by a comment with a reason."
            ),
            "not_judged": _list(_UNJUDGED, "What could not be judged, and why: it is not clean."),
            "not_reached": _list(_UNJUDGED, "What the time for one check left out."),
            "problems": _list(
                _object(
                    {
                        **_PATH,
                        "line": _PLACE,
                        "column": _PLACE,
                        "message": _STRING,
                        "hint": _STRING,
                        "code": _STRING,
                        "severity": _STRING,
                        "excerpt": _STRING,
                    },
                    ("path_bytes",),
                ),
                "Mistakes in decisions, configuration and suppressions.",
            ),
            "costs": _list(
                _object({"rule": _STRING, "ms": {"type": "number", "minimum": 0}}),
                "Time of the dearest rules, where it took long.",
            ),
            "notes": {"type": "array", "items": _STRING},
            "left_out": {
                "type": "object",
                "additionalProperties": {"type": "integer", "minimum": 1},
                "description": "How many entries a list has beside those given, by its name.",
            },
        }
    ),
}
"""What `verdict` returns, in JSON Schema 2020-12."""
