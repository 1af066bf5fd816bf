"""What a fix did, and what it left."""

from __future__ import annotations

from adrguard.fixer.locks import Stale
from adrguard.model.errors import CLEAN, INCOMPLETE, VIOLATIONS, WRONG
from adrguard.model.findings import Finding, Outcome
from adrguard.model.record import Record


class Mended(Record):
    """One finding that is mended; `line` is where it stood when it was."""

    path: str
    line: int
    rule: str
    decision: str
    shown: str


class Kept(Record):
    """One finding that is left, and why."""

    finding: Finding
    reason: str


class Written(Record):
    """One file that is written, or would be. `note` says what was not done there ("": everything was).

    `index`, `worktree`: where.
    """

    path: str
    index: bool = False
    worktree: bool = False
    note: str = ""


class Fixed(Record):
    """All of it.

    how       ``rewrite``, ``suppress`` or ``baseline``: what was done about findings
    outcome   the verdict on what is there afterwards (of a preview: would be)
    mended    findings that are mended, allowed or recorded
    left      the findings that are not, those of other rules than asked for left out
    files     what was written
    locks     lock files that no longer fit their manifest
    diff      of a preview: the unified diff of all that would be written
    preview   nothing was written
    """

    how: str
    outcome: Outcome
    mended: tuple[Mended, ...] = ()
    left: tuple[Kept, ...] = ()
    files: tuple[Written, ...] = ()
    locks: tuple[Stale, ...] = ()
    diff: str = ""
    preview: bool = False

    @property
    def exit_code(self) -> int:
        """0: nothing is left to mend, 1: violations remain, 2: mistakes in decisions, 3: not completed."""
        outcome = self.outcome
        if any(problem.fails(strict=outcome.strict) for problem in outcome.problems):
            return WRONG
        if outcome.violations or (self.preview and self.mended):
            return VIOLATIONS
        return INCOMPLETE if outcome.not_reached or (outcome.unjudged and outcome.strict) else CLEAN
