"""Which rules a text may interest, for whole trees: one pass of RE2 over a text tells that it interests hardly any.

Of each group of needles (see `Rule.needles`) the longest is looked for first. Most files hold none of these; only of
one that does the words are found out, and the rules whose needles all occur.
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


class Sieve:
    """Rules, sorted by what a text must hold for them; `mark` is what one with suppression comments holds."""

    def __init__(self, rules: Sequence[Rule], mark: Sequence[Group]) -> None:
        self._open = [(number, rule) for number, rule in enumerate(rules) if not rule.needles]
        self._conditions: list[tuple[int, Rule, tuple[Sorted, ...]]] = [
            (number, rule, sort(rule.needles)) for number, rule in enumerate(rules) if rule.needles
        ]
        self._mark = sort(mark)
        telling = {_telling(group) for rule in rules for group in rule.needles} | {_telling(group) for group in mark}
        self._passes = _passes(sorted(telling))

    def sift(self, stack: Haystack) -> tuple[list[Rule], bool]:
        """Return the rules that the text may interest, in order, and whether it may hold suppression comments."""
        text = stack.text
        if not any(one.search(text) for one in self._passes):
            return [rule for _, rule in self._open], False
        found = [(number, rule) for number, rule, needles in self._conditions if stack.holds(needles)]
        if found:
            found = sorted([*self._open, *found], key=lambda pair: pair[0])
        return [rule for _, rule in found or self._open], stack.holds(self._mark)


def _telling(group: Group) -> bytes:
    part = max(group, key=len)
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
