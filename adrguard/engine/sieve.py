"""Which rules a text may interest, for whole trees: one pass of RE2 over a text tells that it interests hardly any.

Of each group of needles (see `Rule.needles`) one part is looked for first: that which the first texts held least often.
Most files hold none of these; of one that does the words are found out, and the rules whose needles all occur.
"""

from __future__ import annotations

from adrguard.engine.needles import sort
from adrguard.model.rules import word_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from adrguard.engine.needles import Group, Haystack, Sorted
    from adrguard.model.rules import Rule

CHUNK = 2_000
"""Needles in one expression; more would take RE2 more memory than it allows itself."""

SAMPLE = 64
"""Texts after which it is known well enough which needles are rare."""


class Sieve:
    """Rules, sorted by what a text must hold for them; `mark` is what one with suppression comments holds."""

    def __init__(self, rules: Sequence[Rule], mark: Sequence[Group]) -> None:
        self._open = [(number, rule) for number, rule in enumerate(rules) if not rule.needles]
        self._conditions: list[tuple[int, Rule, tuple[Sorted, ...]]] = [
            (number, rule, sort(rule.needles)) for number, rule in enumerate(rules) if rule.needles
        ]
        self._mark = sort(mark)
        self._groups = [*mark, *[group for rule in rules for group in rule.needles]]
        self._counts = dict.fromkeys([_literal(part) for group in self._groups for part in group], 0)
        self._seen = 0
        self._passes: list[Any] | None = None

    def sift(self, stack: Haystack) -> tuple[list[Rule], bool]:
        """Return the rules that the text may interest, in order, and whether it may hold suppression comments."""
        if self._passes is None:
            self._learn(stack.text)
        elif not any(one.search(stack.text) for one in self._passes):
            return [rule for _, rule in self._open], False
        found = [(number, rule) for number, rule, needles in self._conditions if stack.holds(needles)]
        if found:
            found = sorted([*self._open, *found], key=lambda pair: pair[0])
        return [rule for _, rule in found or self._open], stack.holds(self._mark)

    def _learn(self, text: bytes) -> None:
        for literal in self._counts:
            self._counts[literal] += literal in text
        self._seen += 1
        if self._seen == SAMPLE:
            self._passes = _passes(sorted({self._telling(group) for group in self._groups}))

    def _telling(self, group: Group) -> bytes:
        return min(map(_literal, group), key=lambda literal: (self._counts[literal], -len(literal)))


def _literal(part: bytes) -> bytes:
    return word_of(part) or part


def _passes(needles: Sequence[bytes]) -> list[Any]:
    import re2

    options = re2.Options()
    options.log_errors = False
    options.encoding = re2.Options.Encoding.LATIN1
    options.never_capture = True
    return [re2.compile(_either(needles[at : at + CHUNK]), options) for at in range(0, len(needles), CHUNK)]


def _either(needles: Iterable[bytes]) -> bytes:
    import re2

    return b"|".join([re2.escape(needle) for needle in needles])
