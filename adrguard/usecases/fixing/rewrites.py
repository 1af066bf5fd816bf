"""Mend the findings of one file by their rules' rewrites, round by round, until nothing more can be mended.

Each round takes the edits of every rule that do not touch each other. What comes of them is judged: where it does not
parse, still violates or newly violates anything, the rules are taken one by one. Of the one at fault the findings are
taken apart, where none hangs on another, and those at fault are left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.fixer.edits import apply, overlap
from adrguard.fixer.parses import spoilt
from adrguard.fixer.propose import propose
from adrguard.usecases.fixing.outcome import Kept, Mended

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from adrguard.fixer.edits import Edit, Proposal
    from adrguard.model.findings import Finding
    from adrguard.usecases.fixing.desk import Desk, Findings

Place = tuple[int, int]
"""A line and a column."""

MOST_ROUNDS = 50
MOST_VAIN = 16
"""Findings of a rule that are tried in vain, each alone, before the rule itself is taken to be at fault."""
SET_ASIDE = "the file is generated, vendored or excluded"
_STILL = "what its rewrite makes of it violates the rule still"


class FileWork:
    """The work on one file. `wanted` says of a finding whether it is to be mended."""

    def __init__(self, desk: Desk, path: str, text: str, wanted: Callable[[Finding], bool]) -> None:
        self._desk = desk
        self._path = path
        self._wanted = wanted
        self._stuck: dict[str, str] = {}
        self._alone: dict[tuple[str, Place], str] = {}
        self._vain = 0
        self.text = text
        self.mended: list[Mended] = []
        self.left: dict[Finding, str] = {}

    def mend(self, findings: Findings) -> None:
        """Mend what can be; `text`, `mended` and `left` tell afterwards what came of it."""
        for _ in range(MOST_ROUNDS):
            proposals = self._proposals(findings)
            after = self._take(_together(proposals), findings)
            if after is None:
                break
            findings = after
        self._conclude(self._apart(findings))

    def _apart(self, findings: Findings) -> Findings:
        """Mend what can be of the rules whose findings cannot be mended together; return what is still found."""
        for _ in range(MOST_ROUNDS):
            done = len(self.mended)
            self._alone = {}
            for rule in [rule for rule, reason in self._stuck.items() if reason != SET_ASIDE]:
                places = sorted({_place(one) for one in findings if one.rule.id == rule and self._wanted(one)})
                if len(places) > 1:
                    self._vain = MOST_VAIN
                    findings = self._halves(rule, places, findings)
            if len(self.mended) == done:
                break
        return findings

    def _halves(self, rule: str, places: Sequence[Place], findings: Findings) -> Findings:
        """Mend the later half first: what is mended there moves none of the places before it."""
        half = len(places) // 2
        return self._portion(rule, places[:half], self._portion(rule, places[half:], findings))

    def _portion(self, rule: str, places: Sequence[Place], findings: Findings) -> Findings:
        own = [one for one in findings if one.rule.id == rule and _place(one) in places and self._wanted(one)]
        if not own or not self._vain:
            return findings
        source = self._desk.source(self._path, self.text)
        proposal = propose(source, own, self._desk.context(self._path, self.text))
        if proposal.names:  # an import may hang on each of them
            return findings
        self._alone |= {(rule, _place(one.finding)): one.reason for one in proposal.left}
        if not proposal.edits:
            return findings
        reason, after = self._tried([proposal], findings)
        if not reason:
            self._vain = -1  # from now on without end
            return after
        if len(places) > 1:
            return self._halves(rule, places, findings)
        self._alone[rule, places[0]] = reason
        self._vain -= 1
        return findings

    def _proposals(self, findings: Findings) -> list[Proposal]:
        """Ask the fixer about every rule, in the order of their ids; remember what it leaves."""
        source = self._desk.source(self._path, self.text)
        context = self._desk.context(self._path, self.text)
        self.left = {}
        proposals = []
        for rule, own in _by_rule([one for one in findings if self._wanted(one)]):
            if self._desk.is_set_aside(own[0].rule, self._path):
                self._stuck[rule] = SET_ASIDE
            if rule in self._stuck:
                self.left |= dict.fromkeys(own, self._stuck[rule])
                continue
            proposal = propose(source, own, context)
            self.left |= {one.finding: one.reason for one in proposal.left}
            if proposal.edits:
                proposals.append(proposal)
        return proposals

    def _take(self, chosen: list[Proposal], findings: Findings) -> Findings | None:
        """Make the edits of these proposals; return the findings afterwards, None when nothing could be done."""
        if not chosen:
            return None
        reason, after = self._tried(chosen, findings)
        if not reason:
            return after
        if len(chosen) == 1:
            self._stuck[chosen[0].fixed[0].rule.id] = reason
            # With its rule set aside the others go on.
            return findings
        for one in chosen:
            reason, after = self._tried([one], findings)
            if not reason:
                return after
            self._stuck[one.fixed[0].rule.id] = reason
        return findings

    def _tried(self, chosen: Sequence[Proposal], findings: Findings) -> tuple[str, Findings]:
        """Return why the edits must not be made, or "" and the findings afterwards, with the edits made."""
        text = apply(self.text, [edit for one in chosen for edit in one.edits])
        fixed = [finding for one in chosen for finding in one.fixed]
        reason = spoilt(self._path, self.text, text)
        if reason:
            return reason, ()
        after = self._desk.findings_in(self._path, text)
        reason = worse(findings, after, fixed)
        if reason:
            return reason, ()
        self.text = text
        self.mended += [mended(one) for one in fixed]
        return "", after

    def _conclude(self, findings: Findings) -> None:
        """Keep the reasons of what is still there; of what no round looked at again, the rule's."""
        wanted = [one for one in findings if self._wanted(one)]
        self.left = {
            one: self._alone.get((one.rule.id, _place(one)))
            or self.left.get(one)
            or self._stuck.get(one.rule.id, _STILL)
            for one in wanted
        }

    def kept(self) -> list[Kept]:
        """Return what is left, with the reasons."""
        return [Kept(finding, reason) for finding, reason in self.left.items()]


def _place(finding: Finding) -> Place:
    return finding.line, finding.column


def mended(finding: Finding) -> Mended:
    """Return what is told of a finding that is mended."""
    return Mended(finding.path, finding.line, finding.rule.id, finding.rule.decision, finding.shown)


def worse(before: Iterable[Finding], after: Iterable[Finding], fixed: Iterable[Finding]) -> str:
    """Return why findings afterwards are not those before without the fixed ones; "" when they are, or are fewer.

    They are counted by rule, as the line of one may change with that of its neighbour.
    """
    allowed = _counts(before)
    ours = _counts(fixed)
    for rule, count in _counts(after).items():
        if count > allowed.get(rule, 0) - ours.get(rule, 0):
            return _STILL if rule in ours else f"it would violate {rule} instead"
    return ""


def _counts(findings: Iterable[Finding]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for one in findings:
        counts[one.rule.id] = counts.get(one.rule.id, 0) + 1
    return counts


def _by_rule(findings: Iterable[Finding]) -> list[tuple[str, list[Finding]]]:
    grouped: dict[str, list[Finding]] = {}
    for one in findings:
        grouped.setdefault(one.rule.id, []).append(one)
    return sorted(grouped.items())


def _together(proposals: Iterable[Proposal]) -> list[Proposal]:
    """Choose proposals, in order, that may be made on one text; the others get their turn on what comes of it."""
    chosen: list[Proposal] = []
    edits: list[Edit] = []
    for one in proposals:
        if overlap(edits, one.edits) or (one.names and any(other.names for other in chosen)):
            continue
        chosen.append(one)
        edits += one.edits
    return chosen
