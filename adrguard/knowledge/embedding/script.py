"""Whether a text is in the script that the model knows.

It learnt from English. Of other scripts it knows a handful of characters, and the vectors of two such texts say nothing
of what they mean: put beside a search by words they would halve what that finds. What is in Latin letters is left to
it, as names and terms of computing are the same there in most languages.
"""

from __future__ import annotations

import unicodedata

_MOST = 4_000
"""Characters that are looked at: more than the model reads of most texts."""
_LATIN = (
    *((0x41, 0x5B), (0x61, 0x7B), (0xAA, 0xAB), (0xBA, 0xBB), (0xC0, 0xD7), (0xD8, 0xF7), (0xF8, 0x2B0)),
    *((0x1D00, 0x1D26), (0x1E00, 0x1F00), (0x2C60, 0x2C80), (0xA722, 0xA800), (0xAB30, 0xAB65)),
)
_FOREIGN_OF = 5
"""One in so many letters may be of another script: a name, a unit, a formula."""


def is_known(text: str) -> bool:
    """Say whether the letters of a text are Latin, but for a few."""
    text = text[:_MOST]
    if text.isascii():
        return any(map(str.isalpha, text))
    letters = [char for char in unicodedata.normalize("NFKC", text) if char.isalpha()]
    foreign = sum(not _is_latin(ord(char)) for char in letters)
    return bool(letters) and foreign * _FOREIGN_OF <= len(letters)


def _is_latin(code: int) -> bool:
    return any(first <= code < end for first, end in _LATIN)
