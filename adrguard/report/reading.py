"""Reading a verdict back from the JSON that `report.json` wrote: every field, but for what a report cuts short.

A report may come from anywhere, so each value is looked at before it is believed. What a later version adds is passed
over; of a report that is not ours, or not whole, one error says what is wrong and where.

Of a rule its compiled form is not in a report: what is read back can be shown, not judged by.
"""

from __future__ import annotations

import base64
import binascii
import json
from typing import Any

from adrguard.model.errors import ADVICE, CLEAN, ERROR, WARNING, AdrguardError, Problem
from adrguard.model.findings import Cost, Finding, Outcome, Suppressed, Unjudged, Weakened
from adrguard.model.record import Record
from adrguard.model.rules import ADVISE, BLOCK, DENY, KINDS, REQUIRE, Rule
from adrguard.report.json import FORMAT, counts
from adrguard.report.published import Fields, MisshapenError

_LEVELS = (BLOCK, ADVISE)


class ReportError(AdrguardError):
    """A file that is no report of ours, or none that can be read."""


class Named(Record):
    """A target of a rule as the author wrote it."""

    raw: str


def read(raw: bytes, name: str) -> Outcome:
    """Return the verdict that a report holds; `name` is what errors call it. Raises `ReportError`."""
    body = _document(raw, name)
    try:
        return _outcome(body)
    except MisshapenError as error:
        raise ReportError(
            f"{name}: no whole report: {error}", "write it again with `adrguard check --format json`"
        ) from error


def _document(raw: bytes, name: str) -> Fields:
    way_out = "name a file that `adrguard check --format json` wrote"
    try:
        document = json.loads(raw)
    except (ValueError, RecursionError) as error:
        said = " ".join(str(error).split())[:200]
        what = "is cut short or not JSON" if raw.strip() else "is empty"
        raise ReportError(f"{name}: {what}" + (f" ({said})" if raw.strip() else ""), way_out) from error
    if not isinstance(document, dict) or not isinstance(document.get("format"), str):
        raise ReportError(f"{name}: JSON, but no report of adrguard", way_out)
    if document["format"] != FORMAT:
        found = document["format"][:40]
        message = f"{name}: its format is '{found}', and this version of adrguard reads '{FORMAT}'"
        raise ReportError(message, "read it with the version that wrote it, or write it again with this one")
    failure = document.get("error")
    if isinstance(failure, dict):
        said = str(failure.get("message", ""))[:500]
        raise ReportError(f"{name}: holds no verdict, as adrguard came to none: {said}", "mend that and check again")
    if document.get("command") != "check":
        command = str(document.get("command", "another command"))[:40]
        raise ReportError(f"{name}: the answer of `adrguard {command}`, which is no verdict", way_out)
    return Fields(document)


def _outcome(body: Fields) -> Outcome:
    summary = body.fields("summary")
    account = body.fields("account", {"judged": [], "baselined": [], "fixed": [], "prose": 0})
    shard = body.fields("shard", {"index": 0, "count": 0})
    outcome = Outcome(
        findings=body.each("findings", _finding),
        suppressed=body.each("suppressed", _suppressed),
        known=summary.number("known"),
        unjudged=body.each("not_judged", _unjudged),
        weakened=body.each("weakened", _weakened),
        problems=body.each("problems", _problem),
        rules=summary.number("rules"),
        files=summary.number("files"),
        elapsed_ms=summary.real("elapsed_ms"),
        costs=body.each("costs", _cost),
        notes=body.texts("notes"),
        on_budget=summary.choice("on_budget", ("block", "warn"), "block"),
        strict=summary.truth("strict"),
        weakening=summary.choice("weakening", ("block", "warn", "allow")),
        door=summary.text("door"),
        supersession=summary.choice("supersession", ("tell", "ask", "allow")),
        judged=account.each("judged", _rule),
        baselined=account.each("baselined", _finding),
        fixed=account.each("fixed", _finding),
        prose=account.number("prose"),
        shard=(shard.number("index"), shard.number("count")),
        sameness=shard.text("of", ""),
    )
    _same(summary, outcome)
    if "on_budget" not in summary and body.number("exit_code") == CLEAN and outcome.not_reached:
        return outcome.replace(on_budget="warn")  # of an older report only its exit code tells
    return outcome


def _same(summary: Fields, outcome: Outcome) -> None:
    """Refuse a report whose lists are not what its summary counts: what was taken out would read as clean."""
    for name, found in counts(outcome).items():
        if summary.number(name) != found:
            raise MisshapenError(f"summary.{name}", f"is {summary.number(name)}, and {found} are listed")


def _finding(plain: Fields) -> Finding:
    return Finding(
        rule=_rule(plain.fields("rule")),
        path=_path(plain),
        line=plain.number("line"),
        column=plain.number("column"),
        end_line=plain.number("end_line"),
        end_column=plain.number("end_column"),
        shown=plain.text("shown"),
        excerpt=plain.text("excerpt"),
        occurrence=plain.number("occurrence"),
        level=plain.choice("level", _LEVELS),
        detail=plain.text("detail"),
        note=plain.text("note"),
        fragment=plain.truth("fragment"),
        key=plain.text("key", ""),
        excerpt_column=plain.number("excerpt_column", 1),
    )


def _rule(plain: Fields) -> Rule:
    targets: tuple[Any, ...] = tuple([Named(raw) for raw in plain.texts("targets")])
    return Rule(
        id=plain.text("id"),
        decision=plain.text("decision"),
        note=plain.text("note"),
        line=plain.number("line"),
        column=plain.number("column"),
        invariant=plain.text("invariant"),
        verb=plain.choice("verb", (DENY, REQUIRE)),
        level=plain.choice("level", _LEVELS),
        kind=plain.choice("kind", KINDS),
        targets=targets,
        shadow=plain.truth("shadow"),
        langs=plain.texts("langs"),
        where=plain.texts("where"),
        because=plain.text("because"),
        remediation=plain.text("remediation"),
        rewrite=plain.text("rewrite"),
        since=plain.text("since"),
        until=plain.text("until"),
        project=plain.text("project"),
    )


def _suppressed(plain: Fields) -> Suppressed:
    return Suppressed(_finding(plain.fields("finding")), plain.text("reason"), plain.number("line"))


def _problem(plain: Fields) -> Problem:
    return Problem(
        _path(plain),
        plain.number("line"),
        plain.number("column"),
        plain.text("message"),
        plain.text("hint"),
        plain.text("code"),
        plain.choice("severity", (ERROR, WARNING, ADVICE)),
        plain.text("excerpt"),
    )


def _weakened(plain: Fields) -> Weakened:
    how, before, after = plain.text("how"), plain.text("before"), plain.text("after")
    place = (_path(plain), plain.number("line"), plain.text("rule"))
    return Weakened(how, *place, before, after, sanctioned=plain.truth("sanctioned"))


def _unjudged(plain: Fields) -> Unjudged:
    return Unjudged(_path(plain), plain.text("reason"), plain.text("code"), plain.text("rule"))


def _cost(plain: Fields) -> Cost:
    return Cost(plain.text("rule"), plain.real("ms"))


def _path(plain: Fields) -> str:
    if "path_bytes" not in plain:
        return plain.text("path")
    try:
        return base64.b64decode(plain.text("path_bytes"), validate=True).decode("utf-8", "surrogateescape")
    except (ValueError, binascii.Error) as error:
        raise MisshapenError(plain.place("path_bytes"), "is not base64") from error
