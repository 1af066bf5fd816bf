"""What an evaluation says: findings, and next to them everything that was not counted, so that nothing disappears."""

from __future__ import annotations

from adrguard.model.errors import CLEAN, INCOMPLETE, VIOLATIONS, WRONG, Problem
from adrguard.model.record import Record
from adrguard.model.rules import BLOCK, Rule

CRASHED = "crashed"
"""Code of what could not be judged as that ended the process which tried to: never to be taken for a clean verdict."""


class Match(Record):
    """What a matcher found in one file's text.

    `start` and `end` are character offsets in the text, end exclusive; both -1 when the finding is about the file as a
    whole. `shown` is what the report quotes ("" : the matched text itself); `detail` says more where that is not
    plain (``resolves to app/db/models.py``). `key` stands for the line in the finding's identity where the line says
    more, or less, than what was found ("" : the line): a dependency stays the same when its line gains a comma.
    """

    start: int
    end: int
    shown: str = ""
    detail: str = ""
    key: str = ""


class Finding(Record):
    """One violation or advisory.

    Lines and columns are 1-based, columns count characters, the end is exclusive; all 0 when the finding concerns the
    file as a whole. `excerpt` is the line it is reported at, without its line end. `occurrence` counts the findings of
    this rule at equal lines of this file from 1: it is part of the identity, so a pasted second copy is new.
    `level` is ``block`` or ``advise``; `note` says why it is only advisory, where the rule itself would block.
    `around` holds the nearest lines with text before and after: they tell a pasted copy from the original.
    `excerpt_column` is the column that the excerpt begins at: past 1 only where a report cut a very long line.
    """

    rule: Rule
    path: str
    line: int
    column: int
    end_line: int
    end_column: int
    shown: str
    excerpt: str
    occurrence: int
    level: str = BLOCK
    detail: str = ""
    note: str = ""
    fragment: bool = False
    around: tuple[str, str] = ("", "")
    key: str = ""
    excerpt_column: int = 1

    @property
    def blocks(self) -> bool:
        """True for a violation, False for advice."""
        return self.level == BLOCK

    @property
    def identity(self) -> tuple[str, str, str, int]:
        """(rule id, path, white-space-normalised line, occurrence): what makes it the same finding in another state.

        Where the matcher gave a `key`, it stands for the line.
        """
        return (self.rule.id, self.path, self.key or " ".join(self.excerpt.split()), self.occurrence)


class Suppressed(Record):
    """A finding that a comment with a reason allows; `line` is the comment's."""

    finding: Finding
    reason: str
    line: int


class Unjudged(Record):
    """Something that was not evaluated, and why. `rule` is "" when no rule could be judged on the file.

    `code` is ``binary``, ``too-large``, ``unreadable``, ``link``, ``budget``, ``parse``, ``fragment``,
    ``unsupported`` or `CRASHED`.
    """

    path: str
    reason: str
    code: str
    rule: str = ""


class Weakened(Record):
    """A change to the decisions themselves that lets more through, with what stood there before and stands there now.

    `how` is ``removed``, ``changed``, ``narrowed`` (files left its scope, or may), ``lapsed`` (by its own dates),
    ``status``, ``suppressed``, ``baseline``, ``configuration`` or ``hooks`` (what installs the guard); `sanctioned`
    when it is a proper supersession or status move, which is told but never blocks a person.
    """

    how: str
    path: str
    line: int
    rule: str
    before: str
    after: str
    sanctioned: bool = False


class Cost(Record):
    """What one rule took, in milliseconds."""

    rule: str
    ms: float


class Outcome(Record):
    """The whole verdict.

    findings     violations and advisories that the change introduces, in order of path and line
    suppressed   allowed by a comment with a reason
    known        findings that the baseline holds: counted, not shown
    unjudged     what was not evaluated; never to be reported as clean
    weakened     changes to the rules themselves
    problems     mistakes in decisions, configuration and suppressions (unused or reasonless ones: severity ``warning``)
    rules, files how many were judged
    elapsed_ms   time spent in the engine
    costs        per rule, dearest first; only when the soft budget was passed or the caller asked
    notes        sentences for the reader about the run itself
    door         where the verdict was asked for, one of `DOORS`
    weakening    what a weakening means there: ``block``, ``warn`` or ``allow``
    supersession what becomes there of a proper one: at an agent's door ``tell``, ``ask`` or ``allow``, else ``allow``

    A full account, for reports that show more than what is wrong; empty unless it was asked for:

    judged       the rules that were judged, in the order of their decisions
    baselined    the findings that `known` counts
    fixed        findings of the old state, in the files of the change, that the new state has no more
    prose        how many invariants in force are sentences that no rule enforces
    shard        which part of a whole tree this is and of how many, from 1; (0, 0) when it is all of it
    sameness     what all parts of one whole have in common: files and rules; "" for no part, or where it is not known
    """

    findings: tuple[Finding, ...] = ()
    suppressed: tuple[Suppressed, ...] = ()
    known: int = 0
    unjudged: tuple[Unjudged, ...] = ()
    weakened: tuple[Weakened, ...] = ()
    problems: tuple[Problem, ...] = ()
    rules: int = 0
    files: int = 0
    elapsed_ms: float = 0.0
    costs: tuple[Cost, ...] = ()
    notes: tuple[str, ...] = ()
    on_budget: str = BLOCK
    strict: bool = False
    weakening: str = "warn"
    door: str = "command"
    supersession: str = "allow"
    judged: tuple[Rule, ...] = ()
    baselined: tuple[Finding, ...] = ()
    fixed: tuple[Finding, ...] = ()
    prose: int = 0
    shard: tuple[int, int] = (0, 0)
    sameness: str = ""

    @property
    def violations(self) -> tuple[Finding, ...]:
        """The findings that block."""
        return tuple([finding for finding in self.findings if finding.blocks])

    @property
    def advisories(self) -> tuple[Finding, ...]:
        """The findings that do not."""
        return tuple([finding for finding in self.findings if not finding.blocks])

    @property
    def not_reached(self) -> tuple[Unjudged, ...]:
        """What the hard budget left out."""
        return tuple([one for one in self.unjudged if one.code == "budget"])

    @property
    def loosened(self) -> tuple[Weakened, ...]:
        """The weakenings that no proper supersession or status move accounts for."""
        return tuple([one for one in self.weakened if not one.sanctioned])

    @property
    def moved(self) -> tuple[Weakened, ...]:
        """The rules that a proper supersession or status move ends: told, and never a reason to block a person."""
        return tuple([one for one in self.weakened if one.sanctioned])

    @property
    def exit_code(self) -> int:
        """The exit code that the whole verdict stands for; mistakes outrank violations, as they hide some."""
        if any(problem.fails(strict=self.strict) for problem in self.problems):
            return WRONG
        if self.violations or (self.weakening == BLOCK and self.loosened):
            return VIOLATIONS
        if (self.not_reached and self.on_budget == BLOCK) or (self.unjudged and self.strict):
            return INCOMPLETE
        if any(one.code == CRASHED for one in self.unjudged):
            return INCOMPLETE
        return CLEAN
