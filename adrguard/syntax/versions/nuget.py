"""NuGet: four numbers, then a semantic prerelease that ignores case."""

from __future__ import annotations

from adrguard.syntax.versions.clauses import RangeProblem
from adrguard.syntax.versions.scheme import Scheme, leading_numbers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_COMPONENTS = 4
_RELEASE = (1, ())
_FLOOR = (0, ())


class Nuget(Scheme):
    """A plain version is formally a minimum, but the lowest that fits gets installed: it counts as that version."""

    def key(self, version: str) -> Any:
        """Return the four numbers and the prerelease."""
        core, dash, tail = version.partition("+")[0].partition("-")
        numbers = leading_numbers(core)
        if not numbers or len(numbers) > _COMPONENTS or core.count(".") != len(numbers) - 1 or not core[-1].isdecimal():
            msg = f"'{version}' is no NuGet version"
            raise RangeProblem(msg)
        return (*(*numbers, 0, 0, 0)[:_COMPONENTS], (0, _identifiers(tail)) if dash else _RELEASE)

    def floor(self, numbers: tuple[int, ...]) -> Any:
        """Return a key below every prerelease of the numbers."""
        return (*(*numbers, 0, 0, 0)[:_COMPONENTS], _FLOOR)


def _identifiers(tail: str) -> tuple[tuple[int, int | str], ...]:
    return tuple((0, int(part)) if part.isdecimal() else (1, part.lower()) for part in tail.split("."))
