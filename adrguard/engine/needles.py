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

MOST_KEPT = 4_000_000
"""Bytes of the texts that are kept for the next time that they are looked through."""

IMPORTERS = (b"__import__", b"import_module", b"importorskip", b"getattr")
"""What makes a name of a string in Python: beside them a needle may stand in parts."""

_BLANK = 0x20
_WORDS = bytes([byte if byte < 0x80 and chr(byte).isalnum() else _BLANK for byte in range(256)])  # noqa: PLR2004 - ASCII


class Haystack:
    """A text to look in: lower-cased bytes, and their words."""

    __slots__ = ("_searched", "_words", "text")

    def __init__(self, text: bytes) -> None:
        self.text = text
        self._words: frozenset[bytes] | None = None
        self._searched: tuple[frozenset[bytes], frozenset[bytes]] = (frozenset(), frozenset())

    @property
    def words(self) -> frozenset[bytes]:
        """The distinct words, made when first asked for: most files are never asked."""
        if self._words is None:
            self._words = frozenset(self.text.translate(_WORDS).split())
        return self._words

    def share(self, other: Haystack) -> None:
        """Take over the words of the same text."""
        self._words = other.words

    def present(self, needles: frozenset[bytes]) -> frozenset[bytes]:
        """Return those of the needles that occur; the last answer is kept."""
        if self._searched[0] != needles:
            self._searched = (needles, frozenset(present(needles, self.text)))
        return self._searched[1]

    def holds(self, groups: Iterable[Sorted]) -> bool:
        """Say whether all parts of one of the groups (see `sort`) occur."""
        words = self.words
        for needed, parts in groups:  # noqa: SIM110 - a generator for each of rules x files is a third of a large run
            if needed <= words and (not parts or all(part in self.text for part in parts)):
                return True
        return False


class _Shelf:
    """Texts that were looked through lately: most files of a change are as they were when it was judged before."""

    def __init__(self) -> None:
        self._kept: dict[bytes, Haystack] = {}
        self._size = 0

    def recall(self, haystack: Haystack) -> Haystack:
        """Return what is known of the same text, which is then known here as well."""
        known = self._kept.get(haystack.text)
        if known is not None:
            haystack.share(known)
            return known
        self._size += len(haystack.text)
        if self._size > MOST_KEPT:
            self._kept.clear()
            self._size = len(haystack.text)
        self._kept[haystack.text] = haystack
        return haystack


_RECENT = _Shelf()


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
    size = sum([len(one.text) + 1 for one in haystacks])
    if size > LARGE:
        return _satisfied_at_large(conditions, b"\n".join([one.text for one in haystacks]))
    known = [_RECENT.recall(one) for one in haystacks]
    words = frozenset[bytes]().union(*[one.words for one in known])
    likely = [[group for group in groups if _words_in(group, words)] for groups in conditions]
    searched = frozenset(
        [part for groups in likely for group in groups for part in group if part[0] != _BLANK or not word_of(part)]
    )
    if len(searched) * size > ONE_BY_ONE:
        found = frozenset(present(searched, b"\n".join([one.text for one in haystacks])))
    else:
        found = frozenset[bytes]().union(*[one.present(searched) for one in known])
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
