"""RE2 expressions over a text, with hits in characters: RE2 itself counts the bytes of UTF-8."""

from __future__ import annotations

import re2

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_MOST_COMPILED = 4096
_compiled: dict[str, Any] = {}


class Haystack:
    """A text made ready for RE2: encoded once, and told how its bytes count as characters."""

    def __init__(self, text: str) -> None:
        self._bytes = text.encode("utf-8", "surrogatepass")
        self._plain = len(self._bytes) == len(text)
        self._at = (0, 0)

    def find(self, pattern: str, start: int = 0) -> tuple[int, int] | None:
        """Return the leftmost hit that starts at the byte `start` or later, in bytes."""
        if start > len(self._bytes):
            return None
        found = _compile(pattern).search(self._bytes, start)
        return None if found is None else found.span()

    def characters(self, place: int) -> int:
        """Return the character offset of a byte offset; cheapest when asked from left to right."""
        if self._plain:
            return place
        known_place, known_count = self._at if self._at[0] <= place else (0, 0)
        count = known_count + len(self._bytes[known_place:place].decode("utf-8", "surrogatepass"))
        self._at = (place, count)
        return count

    def after(self, place: int) -> int:
        """Return the byte offset one character further."""
        place += 1
        while place < len(self._bytes) and self._bytes[place] & 0xC0 == 0x80:  # noqa: PLR2004 - UTF-8's inner bytes
            place += 1
        return place


def _compile(pattern: str) -> Any:
    known = _compiled.get(pattern)
    if known is None:
        if len(_compiled) >= _MOST_COMPILED:
            _compiled.clear()
        options = re2.Options()
        options.log_errors = False
        known = _compiled[pattern] = re2.compile(pattern.encode("utf-8", "surrogatepass"), options)
    return known
