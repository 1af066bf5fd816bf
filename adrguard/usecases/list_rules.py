"""List what the decisions declare."""

from __future__ import annotations

from adrguard.decisions import load
from adrguard.model.changes import Place
from adrguard.model.errors import CLEAN, WRONG
from adrguard.model.record import Record
from adrguard.system import repository

TYPE_CHECKING = False
if TYPE_CHECKING:
    from adrguard.model.decisions import Decision
    from adrguard.model.errors import Problem
    from adrguard.model.rules import Rule


class Declared(Record):
    """All decisions, and the rules of those that bind or shadow, in the order of their notes."""

    decisions: tuple[Decision, ...]
    rules: tuple[Rule, ...]
    problems: tuple[Problem, ...]

    @property
    def exit_code(self) -> int:
        """2 when mistakes hide rules from the list."""
        return WRONG if any(problem.severity == "error" for problem in self.problems) else CLEAN


def rules(start: str) -> Declared:
    """Read the decisions of the working tree."""
    found = load.load(repository.find(start), Place("worktree"))
    ordered = sorted(found.rules, key=lambda rule: (rule.note, rule.line, rule.column))
    return Declared(found.decisions, tuple(ordered), found.problems)
