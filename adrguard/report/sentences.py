"""What a verdict says besides its findings, in one shape, and the sentences that the formats for programs share.

Everything here is on one line and holds nothing that a terminal would obey: see `report.display`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.model.errors import ADVICE, ERROR, WARNING
from adrguard.model.findings import Outcome
from adrguard.model.record import Record
from adrguard.model.rules import BLOCK
from adrguard.report.display import shortened, visible

if TYPE_CHECKING:
    from adrguard.model.errors import Problem
    from adrguard.model.findings import Finding, Unjudged, Weakened

NOTE = "note"
SEVERITIES = (ERROR, WARNING, NOTE)
"""From the gravest: what fails the check, what does not, what is only told."""

WEAKENED = "weakened"
PROBLEM = "problem"
UNJUDGED = "not-judged"

MOST_SAID = 2000
MOST_QUOTED = 160


class Remark(Record):
    """Something the verdict says that is no finding: `kind` is one of the three above, `code` says which sort of it.

    `severity` is one of `SEVERITIES`. `path` is as in the repository, "" where it is about no file; `line` and `column`
    are 0 where they are unknown. `message` is fit to be shown, `identity` what stays the same when lines move.
    """

    kind: str
    code: str
    severity: str
    path: str
    line: int
    column: int
    rule: str
    message: str
    identity: str


def severity(finding: Finding) -> str:
    """Return how grave a finding is."""
    return ERROR if finding.blocks else WARNING


def remarks(outcome: Outcome) -> tuple[Remark, ...]:
    """Return all that is no finding, the gravest first."""
    found = [
        *[_weakened(one, outcome) for one in outcome.weakened],
        *[_problem(one, outcome) for one in outcome.problems],
        *[_unjudged(one, outcome) for one in outcome.unjudged],
    ]
    return tuple(sorted(found, key=lambda one: SEVERITIES.index(one.severity)))


def say(text: str) -> str:
    """Return prose of a repository on one line, its middle cut out where it is very long."""
    return shortened(text, MOST_SAID)


def quote(text: str) -> str:
    """Return source text on one line, its middle cut out where it is long."""
    return shortened(text, MOST_QUOTED)


def place(path: str, line: int, column: int) -> str:
    """Return ``path:line:column``, without what is unknown."""
    return ":".join([visible(path), *[str(number) for number in (line, column) if number]])


def sentence(finding: Finding) -> str:
    """Say what was found and what it goes against: ``'x' violates invariant 'deny: x' of ADR-008``."""
    verb = "violates" if finding.blocks else "goes against"
    shown = f"'{quote(finding.shown)}' " if finding.shown else ""
    tail = " (judged on a fragment)" if finding.fragment else ""
    return f"{shown}{verb} invariant '{quote(finding.rule.invariant)}' of {say(finding.rule.decision)}{tail}"


def particulars(finding: Finding) -> list[tuple[str, str]]:
    """Return what more there is to say, each with its label."""
    rule = finding.rule
    said = (
        ("Detail", finding.detail),
        ("Only advice", finding.note),
        ("Because", rule.because),
        ("Remediation", rule.remediation),
        ("Reference", rule.note),
    )
    return [(label, say(text)) for label, text in said if text]


def explained(finding: Finding) -> str:
    """Return the sentence and the particulars in one line."""
    more = [f" {label}: {text.rstrip('.')}." for label, text in particulars(finding)]
    return "".join([f"{sentence(finding)}.", *more])


def change_of_rules(one: Weakened) -> str:
    """Say what a weakening was before and is now."""
    rule = f" [{say(one.rule)}]" if one.rule else ""
    before, after = (say(text) or "(nothing)" for text in (one.before, one.after))
    what = "The decision moves on" if one.sanctioned else "This change weakens the rules"
    return f"{what}: {say(one.how)}{rule}. Before: {before}. After: {after}."


def _weakened(one: Weakened, outcome: Outcome) -> Remark:
    grave = {BLOCK: ERROR, "warn": WARNING}.get(outcome.weakening, NOTE)
    identity = f"{one.how}\0{one.rule}\0{one.before}\0{one.after}"
    severity = NOTE if one.sanctioned else grave
    return Remark(WEAKENED, one.how, severity, one.path, one.line, 0, one.rule, change_of_rules(one), identity)


def _problem(one: Problem, outcome: Outcome) -> Remark:
    grave = ERROR if one.fails(strict=outcome.strict) else {WARNING: WARNING, ADVICE: NOTE}.get(one.severity, WARNING)
    identity = f"{one.code}\0{one.message}"
    message = f"{say(one.message).rstrip('.')}. Hint: {say(one.hint)}" if one.hint else say(one.message)
    message = message or "(nothing is said about it)"
    return Remark(PROBLEM, one.code, grave, one.path, one.line, one.column, "", message, identity)


def _unjudged(one: Unjudged, outcome: Outcome) -> Remark:
    late = outcome.replace(unjudged=(one,), findings=(), weakened=(), problems=())
    rule = f" by [{say(one.rule)}]" if one.rule else ""
    message = f"Not judged{rule}, which says nothing for or against: {say(one.reason)}"
    identity = f"{one.code}\0{one.rule}\0{one.reason}"
    return Remark(UNJUDGED, one.code, ERROR if late.exit_code else WARNING, one.path, 0, 0, one.rule, message, identity)
