"""How many tokens a text takes at most, as far as that can be said without the vocabularies, most of which are secret.

Half of the bytes, rounded up, bounds prose and most code, but not all that can stand in a note: of figures, signs,
emoji, traditional Chinese and rare scripts some vocabularies make more. So characters are counted as well, each kind by
the most that any of three public vocabularies was seen to make of such text, or by its bytes, which no vocabulary of
bytes exceeds. The greater of the two numbers counts. Words that are none (``qkzvxwj``) can still take more.
"""

from __future__ import annotations

import functools
import re
from bisect import bisect_right
from collections import Counter
from operator import mul

_BYTES_OF_A_TOKEN = 2
_QUARTERS = 4
_RUN = re.compile(r"[A-Z]+[a-z]*|[a-z]+|[0-9]+|[^ ]", re.DOTALL)
_BLANK_BEFORE_A_WORD = re.compile(r" [A-Za-z]")
_LETTERS_OF_TWO_TOKENS = 5
_DIGITS_OF_TWO_TOKENS = 3
_LONGEST_WORD = 16
"""Letters of what is likely to be a word: longer ones are keys and the like, which are cut as figures are."""

_MOST_RUNS = 1 << 14
_HAN = -1
_KINDS = (
    (0x80, 6),  # Latin beyond ASCII, Greek
    (0x400, 4),  # Cyrillic
    (0x530, 6),  # Armenian, Hebrew, Arabic
    (0x780, 12),
    (0x900, 8),  # Devanagari and the other scripts of India, Thai, Lao
    (0xF00, 12),
    (0x10A0, 8),  # Georgian
    (0x1100, 12),
    (0x1E00, 8),  # Latin of Vietnam
    (0x1F00, 12),
    (0x2010, 8),  # dashes, quotes, dots
    (0x2060, 12),
    (0x3000, 8),  # punctuation of East Asia
    (0x3040, 6),  # kana
    (0x3100, 12),
    (0x4E00, _HAN),
    (0xA000, 12),
    (0xAC00, 7),  # Hangul
    (0xD7A4, 12),
    (0xFF00, 8),  # full width
    (0xFFF0, 12),
    (0x10000, 16),
    (0x1F000, 12),  # emoji
    (0x1FB00, 16),
)
"""From which character on how many quarters of a token each takes."""

_STARTS = tuple(start for start, _ in _KINDS)
_SIMPLIFIED, _OTHER_HAN = 6, 9


def upper_estimate(text: str) -> int:
    """Return a number of tokens that a text does not exceed."""
    return max(-(-size(text) // _BYTES_OF_A_TOKEN), -(-quarters(text) // _QUARTERS))


def size(text: str) -> int:
    """Return the bytes of a text as UTF-8."""
    return len(text.encode("utf-8", "replace"))


def quarters(text: str) -> int:
    """Return the most that the characters of a text take, in quarters of a token."""
    # A blank is part of the word that follows.
    blanks = text.count(" ") - len(_BLANK_BEFORE_A_WORD.findall(text))
    runs = Counter(_RUN.findall(text))
    taken: int = sum(map(mul, map(_of_run, runs), runs.values()))
    return _QUARTERS * blanks + taken


@functools.lru_cache(_MOST_RUNS)
def _of_run(run: str) -> int:
    if not run.isascii():
        return _of_character(run)
    if run.isalpha():
        letters = _LETTERS_OF_TWO_TOKENS if len(run) <= _LONGEST_WORD else _DIGITS_OF_TWO_TOKENS
        return -(-len(run) * 2 // letters) * _QUARTERS
    if run.isdigit():
        return -(-len(run) * 2 // _DIGITS_OF_TWO_TOKENS) * _QUARTERS
    return _QUARTERS


def _of_character(char: str) -> int:
    kind = _KINDS[bisect_right(_STARTS, ord(char)) - 1][1]
    return kind if kind != _HAN else _of_han(char)


def _of_han(char: str) -> int:
    try:
        char.encode("gb2312")
    except UnicodeEncodeError:
        return _OTHER_HAN
    return _SIMPLIFIED
