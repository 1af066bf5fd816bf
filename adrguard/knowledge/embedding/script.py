"""Whether a text is in a script that a model knows.

One learnt from English. Of other scripts it knows a handful of characters, and the vectors of two such texts say
nothing of what they mean: put beside a search by words they would halve what that finds. What is in Latin letters is
left to it, as names and terms of computing are the same there in most languages. The other learnt from a hundred
languages; of scripts that none of these is written in it knows nothing at all.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right

_MOST = 4_000
"""Characters that are looked at: more than a model reads of most texts."""
LATIN = (
    *(0x41, 0x5B, 0x61, 0x7B, 0xAA, 0xAB, 0xBA, 0xBB, 0xC0, 0xD7, 0xD8, 0xF7, 0xF8, 0x2B0),
    *(0x1D00, 0x1D26, 0x1E00, 0x1F00, 0x2C60, 0x2C80, 0xA722, 0xA800, 0xAB30, 0xAB65),
)
"""The letters of a script, each range by its first one and the one after its last, in order."""
MOST_LANGUAGES = (
    *LATIN[:14],
    *(0x2B0, 0x700, 0x750, 0x780, 0x8A0, 0xF00),  # Greek to Arabic, and from there with the scripts of India to Lao
    *(0x1000, 0x1380, 0x1780, 0x1800),  # Burmese, Georgian, parts of Hangul, Ethiopic; Khmer
    *(0x1C90, 0x1CC0, *LATIN[14:18], 0x1F00, 0x2000, *LATIN[18:20], 0x2D00, 0x2D30, 0x2DE0, 0x2E00),
    *(0x3005, 0x3008, 0x3040, 0x3100, 0x3130, 0x3190, 0x31F0, 0x3200, 0x3400, 0x4DC0, 0x4E00, 0xA000),
    *(0xA640, 0xA6A0, *LATIN[20:], 0xAC00, 0xD7B0, 0xF900, 0xFB00, 0x20000, 0x32400),
)
"""The letters of the scripts in which the hundred languages are written that are in the vocabulary of XLM-RoBERTa."""
_FOREIGN_OF = 5
"""One in so many letters may be of another script: a name, a unit, a formula."""


def is_known(text: str, letters: tuple[int, ...] = LATIN) -> bool:
    """Say whether the letters of a text are among these ranges, but for a few."""
    text = text[:_MOST]
    if text.isascii():
        return any(map(str.isalpha, text))
    said = [ord(char) for char in unicodedata.normalize("NFKC", text) if char.isalpha()]
    foreign = sum(not bisect_right(letters, code) % 2 for code in said)
    return bool(said) and foreign * _FOREIGN_OF <= len(said)
