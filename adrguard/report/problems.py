"""Mistakes in decisions and configuration as text: place, message, the line with a caret, the way out."""

from __future__ import annotations

from adrguard.report.display import CYAN, DIM, RED, UTF8, YELLOW, folded, paint, visible, window

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from adrguard.model.errors import Problem

_ROOM = 100


def tally(problems: Sequence[Problem]) -> str:
    """Return ``2 errors, 1 warning``; kinds that do not occur are left out."""
    parts = []
    for severity in ("error", "warning"):
        number = sum([problem.severity == severity for problem in problems])
        if number:
            parts.append(f"{number} {severity}{'' if number == 1 else 's'}")
    return ", ".join(parts) or "no mistakes"


def lines(problems: Iterable[Problem], *, colour: bool = False, encoding: str = UTF8) -> list[str]:
    """Return the lines for all problems, without line ends, in the order given."""
    found: list[str] = []
    for problem in problems:
        found += _one(problem, colour=colour, encoding=encoding)
    return found


def _one(problem: Problem, *, colour: bool, encoding: str) -> list[str]:
    severity = paint(problem.severity, RED if problem.severity == "error" else YELLOW, on=colour)
    place = paint(visible(problem.place, encoding), CYAN, on=colour)
    code = f" [{visible(problem.code, encoding)}]" if problem.code else ""
    found = [f"- {place}: {severity}: {folded(problem.message, encoding)}{code}"]
    if problem.excerpt.strip() and problem.line:
        found += _excerpt(problem, colour=colour, encoding=encoding)
    if problem.hint:
        found.append(f"  Hint: {folded(problem.hint, encoding)}")
    return found


def _excerpt(problem: Problem, *, colour: bool, encoding: str) -> list[str]:
    at = max(problem.column - 1, 0)
    shown, indent, _ = window(problem.excerpt, at, at + 1, _ROOM, encoding)
    number = str(problem.line)
    found = [paint(f"    {number} |", DIM, on=colour) + f" {shown}"]
    if problem.column:
        found.append(
            paint(f"    {' ' * len(number)} |", DIM, on=colour) + f" {' ' * indent}{paint('^', RED, on=colour)}"
        )
    return found
