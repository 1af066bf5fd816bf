"""Which literals occur in a text: the cheap necessary condition that spares most rules a look at most files.

`in` stops at the first hit, so a common literal is found at once and only absent ones cost a full pass. A few absent
ones are looked for one by one; many in one pass of an RE2 alternation, which unlike a `Set` never gives up silently.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

HEAD = 4096
"""Bytes in which common literals are looked for first."""

ONE_BY_ONE = 25_000_000
"""Literals x bytes up to which a loop is cheaper than importing RE2 and building an alternation (about 5 ms)."""

MOST_HITS = 2_000
"""Hits after which the alternation meets common literals, for which the loop is the better way."""

CHUNK = 2_000


def present(needles: Collection[bytes], haystack: bytes) -> set[bytes]:
    """Return those of the needles that occur in the haystack."""
    head = haystack[:HEAD]
    found = {needle for needle in needles if needle in head}
    if len(haystack) <= HEAD:
        return found
    missing = [needle for needle in needles if needle not in found]
    if len(missing) * len(haystack) <= ONE_BY_ONE:
        found.update([needle for needle in missing if needle in haystack])
        return found
    for start in range(0, len(missing), CHUNK):
        found |= _in_one_pass(missing[start : start + CHUNK], haystack)
    return found


def satisfied(groups: Iterable[tuple[bytes, ...]], found: Collection[bytes]) -> bool:
    """Say whether all parts of one of the groups were found."""
    for group in groups:
        for needle in group:
            if needle not in found:
                break
        else:
            return True
    return False


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
