"""What every ecosystem's versions have in common: an order, and ranges built from comparators."""

from __future__ import annotations

from adrguard.syntax.versions.clauses import BARE, Clause, RangeProblem, parse
from adrguard.syntax.versions.spans import AFTER, BEFORE, EVERYTHING, Span, complement, intersect

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

_FULL = 3
"""Components of a whole version in most ecosystems; fewer, written bare in a rule, mean all versions below it."""

_LONGEST_NUMBER = 20


class Scheme:
    """An ecosystem's order of versions and the meaning of its ranges; subclasses say where theirs differ.

    There are two ways to read a range. `declared` is what a package manager would take it to mean. `forbidden` is a
    rule of ours: it goes by the bare order, so ``<2`` holds the prereleases of 2 as well, and a version without an
    operator names itself and, when it has fewer than three components, everything below it (``4.17`` holds ``4.17.5``).
    """

    partial_is_wild = False
    """``<=1.2`` holds 1.2.9 (npm, Cargo) rather than ending at 1.2.0."""

    bare_operator = "=="
    """What a declared version without an operator stands for."""

    def key(self, version: str) -> Any:
        """Return what the version is compared by. Raises `RangeProblem` for what is no version."""
        raise NotImplementedError

    def floor(self, numbers: tuple[int, ...]) -> Any:
        """Return a key below every version, prereleases included, that has these leading numbers."""
        raise NotImplementedError

    def ceiling(self, version: str) -> Any:
        """Return the highest key that still counts as this version."""
        return self.key(version)

    def declared(self, text: str) -> tuple[Span, ...]:
        """Return the versions that a manifest's range admits. Raises `RangeProblem`."""
        return self._union(text, self.bare_operator)

    def forbidden(self, text: str) -> tuple[Span, ...]:
        """Return the versions that a rule's range means. Raises `RangeProblem`."""
        return self._union(text, BARE)

    def inhabited(self, span: Span) -> bool:
        """Say whether some version that the declared range admits lies in the (not empty) span."""
        return not span.empty

    def _union(self, text: str, bare: str) -> tuple[Span, ...]:
        return tuple(span for group in parse(text) for span in self.all_of(group, bare))

    def all_of(self, group: Iterable[Clause], bare: str) -> tuple[Span, ...]:
        """Return the versions that all clauses of a group admit."""
        spans = EVERYTHING
        for clause in group:
            # A wildcard says itself how far it reaches: Cargo's default caret does not widen `1.2.*`.
            meant = clause.operator or (BARE if clause.wild else bare)
            named = clause.replace(operator=meant)
            spans = intersect(spans, self.lower(named))
        return spans

    def lower(self, clause: Clause) -> tuple[Span, ...]:
        """Return the versions that one clause admits."""
        numbers = leading_numbers(clause.version)
        if clause.operator == "!=":
            return complement(self.lower(clause.replace(operator="==")))
        if clause.operator in ("^", "~", "~>", "~="):
            return (self._from_up_to(clause, numbers),)
        if clause.wild or self._is_prefix(clause, numbers):
            return (self._below(clause.operator, numbers),)
        return (self._compared(clause.operator, clause.version),)

    def _is_prefix(self, clause: Clause, numbers: tuple[int, ...]) -> bool:
        """Say whether a short version (``1.2``) stands for all that begin with it."""
        if len(numbers) >= _FULL or clause.version.lstrip("vV=") != ".".join(map(str, numbers)):
            return False
        return clause.operator == BARE or (self.partial_is_wild and clause.operator not in ("<", ">="))

    def _below(self, operator: str, numbers: tuple[int, ...]) -> Span:
        """Read a comparator whose version stands for all that begin with `numbers`."""
        if not numbers:
            return Span()
        start, end = (self.floor(numbers), BEFORE), (self.floor(bump(numbers)), BEFORE)
        return {"<": Span(None, start), "<=": Span(None, end), ">": Span(end), ">=": Span(start)}.get(
            operator, Span(start, end)
        )

    def _compared(self, operator: str, version: str) -> Span:
        key, top = self.key(version), self.ceiling(version)
        if operator == "<":
            return Span(None, (key, BEFORE))
        if operator == "<=":
            return Span(None, (top, AFTER))
        if operator == ">":
            return Span((top, AFTER))
        if operator == ">=":
            return Span((key, BEFORE))
        return Span((key, BEFORE), (top, AFTER))

    def _from_up_to(self, clause: Clause, numbers: tuple[int, ...]) -> Span:
        if not numbers:
            msg = f"'{clause.operator}{clause.version}' has no number to start from"
            raise RangeProblem(msg)
        end = {"^": caret_end, "~": self.tilde_end}.get(clause.operator, pessimistic_end)(numbers)
        start = self.floor(numbers) if clause.wild else self.key(clause.version)
        return Span((start, BEFORE), (self.floor(end), BEFORE))

    def tilde_end(self, numbers: tuple[int, ...]) -> tuple[int, ...]:
        """Return the first release that ``~numbers`` no longer admits: patches vary, and minors when none is given."""
        return bump(numbers[:2])


def leading_numbers(version: str) -> tuple[int, ...]:
    """Return the dotted numbers that a version begins with; a leading ``v`` does not count."""
    numbers = []
    for part in version.lstrip("vV").split("."):
        digits = 0
        while digits < len(part) and part[digits] in "0123456789":
            digits += 1
        if digits > _LONGEST_NUMBER:
            msg = f"'{version}' is no version"
            raise RangeProblem(msg)
        if digits:
            numbers.append(int(part[:digits]))
        if digits < len(part) or not digits:
            break
    return tuple(numbers)


def bump(numbers: tuple[int, ...]) -> tuple[int, ...]:
    """Return the first numbers past all that begin with these."""
    return (*numbers[:-1], numbers[-1] + 1)


def caret_end(numbers: tuple[int, ...]) -> tuple[int, ...]:
    """Return the first release that ``^numbers`` no longer admits: the left-most number that is not zero stays."""
    for index, number in enumerate(numbers):
        if number or index == len(numbers) - 1:
            return bump(numbers[: index + 1])
    return (1,)


def pessimistic_end(numbers: tuple[int, ...]) -> tuple[int, ...]:
    """Return the first release that ``~>`` (Ruby) and ``~=`` (Python) no longer admit: all but the last number stay."""
    return bump(numbers[:-1] if len(numbers) > 1 else numbers)
