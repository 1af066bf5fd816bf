"""Where a note's mistakes are gathered: all of them in one pass, each with its place and the way out."""

from __future__ import annotations

from adrguard.model.errors import Problem
from adrguard.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from adrguard.kdsl.line import Line

ERROR = "error"
WARNING = "warning"


class Fault(Record):
    """A mistake without its place: a stable kebab-case name, what is wrong, and the way out."""

    code: str
    message: str
    hint: str = ""
    severity: str = ERROR


class Faults:
    """The mistakes found so far in one note."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.found: list[Problem] = []
        self.errors = 0
        """How many of them are errors: what has one is not enforced."""
        self._lines: set[int] = set()

    def add(self, line: Line, column: int, fault: Fault) -> None:
        """Note a mistake at a column (1-based) of the line's row in the note."""
        self.found.append(
            Problem(self.path, line.number, column, fault.message, fault.hint, fault.code, fault.severity, line.excerpt)
        )
        if fault.severity == ERROR:
            self.errors += 1
            self._lines.add(line.number)

    def spoils(self, number: int) -> bool:
        """Say whether one of the errors is in a line of the note."""
        return number in self._lines


def clipped(text: str, most: int = 40) -> str:
    """Return the beginning of a text for a message."""
    return text if len(text) <= most else text[: most - 1] + "…"
