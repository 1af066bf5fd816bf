"""Which literals occur in a text: the cheap necessary condition that spares most rules a look at most files.

A needle between two blanks is a whole word, a run of ASCII letters and digits: words are looked up in the set of the
text's words, which is made once. Any other needle is searched for, and only where the words of its group occur. `in`
stops at the first hit, so a common literal is found at once and only absent ones cost a full pass; many of those are
looked for in one pass of an RE2 alternation, which unlike a `Set` never gives up silently.
"""

from __future__ import annotations

from adrguard.model.rules import word_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    Group = tuple[bytes, ...]
    Sorted = tuple[frozenset[bytes], tuple[bytes, ...]]

ONE_BY_ONE = 12_000_000
"""Literals x bytes up to which a loop is cheaper than importing RE2 and building an alternation (about 5 ms)."""

LARGE = 400_000
"""Bytes over which making the set of words costs more than looking for a part of each group."""

MOST_HITS = 2_000
"""Hits after which the alternation meets common literals, for which the loop is the better way."""

CHUNK = 2_000

_BLANK = 0x20
_WORDS = bytes([byte if byte < 0x80 and chr(byte).isalnum() else _BLANK for byte in range(256)])  # noqa: PLR2004 - ASCII


class Haystack:
    """A text to look in: lower-cased bytes, and their words."""

    __slots__ = ("_words", "text")

    def __init__(self, text: bytes) -> None:
        self.text = text
        self._words: frozenset[bytes] | None = None

    @property
    def words(self) -> frozenset[bytes]:
        """The distinct words, made when first asked for: most files are never asked."""
        if self._words is None:
            self._words = frozenset(self.text.translate(_WORDS).split())
        return self._words

    def holds(self, groups: Iterable[Sorted]) -> bool:
        """Say whether all parts of one of the groups (see `sort`) occur."""
        words = self.words
        for needed, parts in groups:  # noqa: SIM110 - a generator for each of rules x files is a third of a large run
            if needed <= words and (not parts or all(part in self.text for part in parts)):
                return True
        return False


def sort(groups: Iterable[Group]) -> tuple[Sorted, ...]:
    """Part the words of each group from what has to be searched for, once for many haystacks."""
    return tuple(
        (
            frozenset([word_of(part) for part in group if word_of(part)]),
            tuple([part for part in group if not word_of(part)]),
        )
        for group in groups
    )


def satisfied(conditions: Sequence[Sequence[Group]], haystacks: Collection[Haystack]) -> list[bool]:
    """Say of each condition whether one of its groups occurs in all the haystacks taken together."""
    together = Haystack(b"\n".join([one.text for one in haystacks]))
    if len(together.text) > LARGE:
        return _satisfied_at_large(conditions, together.text)
    words = together.words
    likely = [[group for group in groups if _words_in(group, words)] for groups in conditions]
    searched = {
        part for groups in likely for group in groups for part in group if part[0] != _BLANK or not word_of(part)
    }
    found = present(searched, together.text) if searched else frozenset()
    return [any(all(word_of(part) or part in found for part in group) for group in groups) for groups in likely]


def _satisfied_at_large(conditions: Sequence[Sequence[Group]], text: bytes) -> list[bool]:
    """Look for the longest part of each group alone: of a large text the words would cost more than that pass."""
    telling = [[_longest(group) for group in groups] for groups in conditions]
    found = present({part for parts in telling for part in parts}, text)
    return [any(part in found for part in parts) for parts in telling]


def _longest(group: Group) -> bytes:
    part = max(group, key=len)
    return word_of(part) or part


def _words_in(group: Group, words: Collection[bytes]) -> bool:
    for part in group:
        if part[0] == _BLANK:  # cheaper than asking `word_of` of them all
            word = word_of(part)
            if word and word not in words:
                return False
    return True


def present(needles: Collection[bytes], haystack: bytes) -> set[bytes]:
    """Return those of the needles that occur in the haystack, wherever they begin and end."""
    if len(needles) * len(haystack) <= ONE_BY_ONE:
        return {needle for needle in needles if needle in haystack}
    ordered = sorted(needles)
    found: set[bytes] = set()
    for start in range(0, len(ordered), CHUNK):
        found |= _in_one_pass(ordered[start : start + CHUNK], haystack)
    return found


def _in_one_pass(needles: list[bytes], haystack: bytes) -> set[bytes]:
    import re2

    options = re2.Options()
    options.log_errors = False
    options.encoding = re2.Options.Encoding.LATIN1
    options.never_capture = True
    # Longest first: where several begin at one place the longest is reported, and the others are parts of it.
    ordered = sorted(needles, key=len, reverse=True)
    pattern = re2.compile(b"|".join([re2.escape(needle) for needle in ordered]), options)
    found: set[bytes] = set()
    position, hits = 0, 0
    while (match := pattern.search(haystack, position)) is not None:
        text = match.group()
        if text not in found:
            found.update([needle for needle in ordered if needle in text])
        position = match.start() + 1
        hits += 1
        if hits > MOST_HITS:
            rest = haystack[position:]
            found.update([needle for needle in ordered if needle not in found and needle in rest])
            break
    return found
