"""Composer (PHP): up to four numbers and a stability; ``~1.2`` goes up to 2."""

from __future__ import annotations

from adrguard.syntax.versions.clauses import RangeProblem, parse
from adrguard.syntax.versions.scheme import Scheme, leading_numbers, pessimistic_end
from adrguard.syntax.versions.spans import BEFORE, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_COMPONENTS = 4
_STABILITIES = {
    "dev": 0, "alpha": 1, "a": 1, "beta": 2, "b": 2, "rc": 3, "": 4, "stable": 4, "patch": 5, "pl": 5, "p": 5,
}  # fmt: skip
_STABLE = 4


class Composer(Scheme):
    """Composer's semver: a bare version is exact; ``<2`` and ``>=2`` meet below the development versions of 2."""

    def key(self, version: str) -> Any:
        """Return the four numbers, the stability and its number."""
        text = version.partition("+")[0]
        numbers = leading_numbers(text)
        head = ".".join(map(str, numbers))
        body = text.lstrip("vV")
        if not numbers or len(numbers) > _COMPONENTS or not body.startswith(head):
            msg = f"'{version}' is no Composer version"
            raise RangeProblem(msg)
        return (*(*numbers, 0, 0, 0)[:_COMPONENTS], *_stability(body[len(head) :], version))

    def floor(self, numbers: tuple[int, ...]) -> Any:
        """Return the key of the numbers' development version."""
        return (*(*numbers, 0, 0, 0)[:_COMPONENTS], 0, 0)

    def tilde_end(self, numbers: tuple[int, ...]) -> tuple[int, ...]:
        """Return the end of ``~numbers``: all but the last number stay."""
        return pessimistic_end(numbers)

    def declared(self, text: str) -> tuple[Span, ...]:
        """Return what a constraint admits; branches (``dev-main``) cannot be compared, unless by their alias."""
        text = text.partition(" as ")[2] or text
        parts = [part.partition("@")[0].partition("#")[0].strip() for part in text.replace("||", "|").split("|")]
        branch = next((part for part in parts if part.startswith("dev-") or part.endswith("-dev")), "")
        if branch:
            msg = f"'{branch}' is a branch, not a version"
            raise RangeProblem(msg)
        spans = super().declared("|".join(parts))
        stable = not any("-" in clause.version for group in parse("|".join(parts)) for clause in group)
        return tuple(_without_prereleases(span) for span in spans) if stable else spans


def _without_prereleases(span: Span) -> Span:
    if span.high is None or span.high[1] != BEFORE or span.high[0][_COMPONENTS] != _STABLE:
        return span
    return span.replace(high=((*span.high[0][:_COMPONENTS], 0, 0), BEFORE))


def _stability(text: str, version: str) -> tuple[int, int]:
    word = text.lower().lstrip("-._")
    letters = word.rstrip("0123456789.-")
    digits = word[len(letters) :].lstrip(".-")
    if letters not in _STABILITIES or not (digits or "0").isdecimal():
        msg = f"'{version}' is no Composer version"
        raise RangeProblem(msg)
    return (_STABILITIES[letters], int(digits or 0))
