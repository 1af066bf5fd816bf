"""Where in a text a pattern matches, as RE2 itself tells it.

The wrapper that comes with RE2 looks for the place in the text of every group of every match, which for a log of
nothing but errors takes most of the time. What lies beneath it is no public interface: where a release of it has
another one, the wrapper is asked, and all is as before but slower.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import re2

if TYPE_CHECKING:
    from collections.abc import Callable

    Span = tuple[int, int]
    Matched = Callable[[object, bytes, int, int], list[Span]]
    """From `ANYWHERE` or `AT_START`, bytes, from where to where of these, to the spans of a match and its groups."""

ANYWHERE: object = "anywhere"
AT_START: object = "at the start"
_anchor = getattr(re2, "_Anchor", None)
if _anchor is not None and hasattr(_anchor, "UNANCHORED") and hasattr(_anchor, "ANCHOR_START"):
    ANYWHERE, AT_START = _anchor.UNANCHORED, _anchor.ANCHOR_START

_NOWHERE = (-1, -1)


def asked(source: bytes, how: re2.Options) -> Matched:
    """Return what answers for a pattern; a match, or a group, that is none has the span (-1, -1)."""
    compiled = re2.compile(source, how)
    beneath: Matched | None = getattr(getattr(compiled, "_regexp", None), "Match", None)
    if beneath is None:
        return by_wrapper(compiled)
    try:
        fits = beneath(ANYWHERE, b"", 0, 0)[0] in (_NOWHERE, (0, 0))
    except (TypeError, IndexError):
        fits = False
    return beneath if fits else by_wrapper(compiled)


def by_wrapper(compiled: re2._Regexp[bytes]) -> Matched:
    """Return what asks the public interface of a compiled pattern."""
    return partial(_spans, compiled)


def _spans(compiled: re2._Regexp[bytes], anchor: object, data: bytes, start: int, end: int) -> list[Span]:
    look = compiled.match if anchor == AT_START else compiled.search
    found = look(data, start, end)
    groups = range(compiled.groups + 1)
    return [found.span(group) for group in groups] if found else [_NOWHERE for _ in groups]
