"""Mistakes in decisions and configuration as text: place, message, the line with a caret, the way out."""

from __future__ import annotations

from adrguard.model.errors import ADVICE, ERROR, WARNING
from adrguard.report.display import CYAN, DIM, RED, UTF8, YELLOW, folded, paint, visible, window

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from adrguard.model.errors import Problem

_ROOM = 100
_COLOURS = {ERROR: RED, WARNING: YELLOW, ADVICE: DIM}


def tally(problems: Sequence[Problem]) -> str:
    """Return ``2 errors, 1 warning``; kinds that do not occur are left out, and advice is no mistake."""
    counted = [(name, sum([problem.severity == name for problem in problems])) for name in (ERROR, WARNING, ADVICE)]
    parts = [_counted(name, number) for name, number in counted if number]
    mistaken = any(number for name, number in counted if name != ADVICE)
    return ", ".join(parts if mistaken else ["no mistakes", *parts])


def _counted(severity: str, number: int) -> str:
    plural = "" if number == 1 else "s"
    return f"{number} piece{plural} of {severity}" if severity == ADVICE else f"{number} {severity}{plural}"


def lines(problems: Iterable[Problem], *, colour: bool = False, encoding: str = UTF8) -> list[str]:
    """Return the lines for all problems, without line ends, in the order given."""
    found: list[str] = []
    for problem in problems:
        found += _one(problem, colour=colour, encoding=encoding)
    return found


def _one(problem: Problem, *, colour: bool, encoding: str) -> list[str]:
    severity = paint(problem.severity, _COLOURS.get(problem.severity, YELLOW), on=colour)
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
