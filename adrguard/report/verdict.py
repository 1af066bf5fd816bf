"""The verdict as one plain object for a model's tool call: all of it, each thing once, bounded; and its JSON schema."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adrguard.model.errors import CLEAN, INCOMPLETE
from adrguard.report import identity, json, text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from adrguard.model.findings import Finding, Outcome, Suppressed, Unjudged, Weakened

MOST_FINDINGS = 100
MOST_OTHERS = 50
MOST_TEXT = 40_000
"""Characters of the report at most: more than a client shows its model is lost on the way, and nobody says so."""


def report(outcome: Outcome) -> str:
    """Return the report as people read it; what has no room is counted at its end."""
    whole = text.render(outcome)
    if len(whole) <= MOST_TEXT:
        return whole
    kept = whole[: whole.rindex("\n", 0, MOST_TEXT) + 1]
    more = text.count(whole.count("\n") - kept.count("\n"), "more line")
    return f"{kept}\n{more}: mend these first and ask again, or name `files` to see less at a time.\n"


def verdict(outcome: Outcome) -> dict[str, Any]:
    """Return the whole verdict; lists are cut, and then `left_out` says by how much."""
    left_out: dict[str, int] = {}

    def some(name: str, items: Iterable[Any], plain: Callable[[Any], Any], most: int = MOST_OTHERS) -> list[Any]:
        found = list(items)
        if len(found) > most:
            left_out[name] = len(found) - most
        return [plain(one) for one in found[:most]]

    late = outcome.not_reached
    found = {
        "verdict": _word(outcome),
        "blocks": outcome.exit_code != CLEAN,
        "summary": text.headline(outcome),
        "counts": _counts(outcome),
        "elapsed_ms": round(outcome.elapsed_ms, 3),
        "strict": outcome.strict,
        "findings": some("findings", (*outcome.violations, *outcome.advisories), _finding, MOST_FINDINGS),
        "weakened": some("weakened", outcome.weakened, _weakened),
        "weakening": outcome.weakening,
        "suppressed": some("suppressed", outcome.suppressed, _suppressed),
        "not_judged": some("not_judged", (one for one in outcome.unjudged if one not in late), _unjudged),
        "not_reached": some("not_reached", late, _unjudged),
        "problems": some("problems", outcome.problems, json.problem),
        "costs": some("costs", outcome.costs, json.plain, text.MOST_COSTS),
        "notes": some("notes", outcome.notes, identity.written),
    }
    return {**found, "left_out": left_out}


def _word(outcome: Outcome) -> str:
    # A model reads one word and goes on: it may be `clean` only where all was judged.
    code = INCOMPLETE if outcome.exit_code == CLEAN and outcome.unjudged else outcome.exit_code
    return json.VERDICTS[code]


def _counts(outcome: Outcome) -> dict[str, int]:
    severities = [one.severity for one in outcome.problems]
    return {
        "violations": len(outcome.violations),
        "advisories": len(outcome.advisories),
        "weakened": len(outcome.weakened),
        "suppressed": len(outcome.suppressed),
        "known": outcome.known,
        "not_judged": len(outcome.unjudged) - len(outcome.not_reached),
        "not_reached": len(outcome.not_reached),
        "errors": severities.count("error"),
        "warnings": severities.count("warning"),
        "rules": outcome.rules,
        "files": outcome.files,
    }


def _finding(one: Finding) -> dict[str, Any]:
    plain = json.finding(one)
    rule = plain["rule"]
    found = {
        "severity": one.level,
        **json.file_path(one.path),
        **{key: plain[key] for key in ("line", "column", "end_line", "end_column", "shown", "excerpt")},
        "adr": rule["decision"],
        "rule": rule["id"],
        **{key: rule[key] for key in ("invariant", "because", "remediation", "rewrite")},
        "reference": plain["reference"],
    }
    # Most findings have none of these, and each word costs the reader.
    rest = {key: plain[key] for key in ("detail", "note", "fragment") if plain[key]}
    return {**found, **rest}


def _weakened(one: Weakened) -> dict[str, Any]:
    return json.plain(one)


def _suppressed(one: Suppressed) -> dict[str, Any]:
    return {"finding": _finding(one.finding), "reason": identity.written(one.reason), "line": one.line}


def _unjudged(one: Unjudged) -> dict[str, Any]:
    return json.plain(one)
