"""Maven and Gradle artifacts: Maven's order (which Gradle's artifacts follow too), brackets, and Gradle's ``1.+``."""

from __future__ import annotations

from functools import total_ordering

from univers.maven import Version

from adrguard.syntax.versions.clauses import RangeProblem
from adrguard.syntax.versions.scheme import Scheme
from adrguard.syntax.versions.spans import EVERYTHING, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_LOWEST_QUALIFIER = "-alpha-alpha-alpha"
_LONGEST = 128


@total_ordering
class MavenKey:
    """A version under the order of Maven's ComparableVersion."""

    def __init__(self, version: str) -> None:
        self._version = Version(_in_mavens_spelling(version))  # type: ignore[no-untyped-call]  # univers has no types here

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MavenKey) and bool(self._version == other._version)

    def __lt__(self, other: MavenKey) -> bool:
        return bool(self._version < other._version)

    def __hash__(self) -> int:
        return hash(self._version)


class Maven(Scheme):
    """A plain version counts as that version: Maven's mediation may still choose another, which no manifest shows."""

    def key(self, version: str) -> Any:
        """Return the key of a version."""
        if not version[:1].isalnum() or "$" in version or len(version) > _LONGEST:
            msg = f"'{version}' is no Maven version"
            raise RangeProblem(msg)
        return MavenKey(version)

    def floor(self, numbers: tuple[int, ...]) -> Any:
        """Return a key below the numbers' first alpha."""
        return MavenKey(".".join(map(str, numbers)) + _LOWEST_QUALIFIER)

    def declared(self, text: str) -> tuple[Span, ...]:
        """Return what a version element or a Gradle selector admits."""
        if text.strip() == "+":
            return EVERYTHING
        if text.strip().startswith("latest.") or text.strip() in ("LATEST", "RELEASE"):
            msg = f"'{text}' is decided by the repository"
            raise RangeProblem(msg)
        return super().declared(text)


def _in_mavens_spelling(version: str) -> str:
    """Undo two spellings that `univers` does not know.

    A qualifier after a dot is one after a dash (``9.4.31.v20200723``), and ``RELEASE``, Spring's old habit, means the
    plain version as ``final`` does.
    """
    spelled = "".join(
        "-" if char == "." and version[at - 1].isdigit() and version[at + 1 : at + 2].isalpha() else char
        for at, char in enumerate(version.lower())
    )
    at = spelled.find("release")
    after = at + len("release")
    if at < 1 or spelled[at - 1].isalpha() or spelled[after : after + 1].isalpha():
        return spelled
    return spelled[:at] + "final" + spelled[after:]
