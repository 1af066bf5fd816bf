"""Untrusted text in Markdown: shown, never obeyed.

In a code span nothing is markup: no link, image, HTML, mention of a person or reference to an issue. So whatever is not
plainly words becomes one.
"""

from __future__ import annotations

import re
import string

from adrguard.report.display import shortened

_SHORTEST_HASH = 7
_APOSTROPHE = "\u2019"
_MOST = 2000
_RUN_OF_TICKS = re.compile("`+")


def code(text: str, most: int = _MOST) -> str:
    """Return a code span that shows `text` on one line; of blank text that there is none."""
    shown = shortened(text, most)
    if not shown:
        return "(nothing)"
    ticks = "`" * (max(map(len, _RUN_OF_TICKS.findall(shown)), default=0) + 1)
    pad = " " if shown[0] in " `" or shown[-1] in " `" else ""
    return f"{ticks}{pad}{shown}{pad}{ticks}"


def prose(text: str, most: int = _MOST) -> str:
    """Return a sentence as it is where it is nothing but words, else as a code span."""
    shown = shortened(text, most)
    return shown if shown and all(map(_is_word, shown.split(" "))) else code(text, most)


def _is_word(part: str) -> bool:
    """Say whether this is letters and digits with the signs of a sentence around them, and no commit's name."""
    word = part.removeprefix("(").rstrip(",;.:!?)")
    first, _, last = word.replace(_APOSTROPHE, "'").partition("'")
    is_hash = len(word) >= _SHORTEST_HASH and all(char in string.hexdigits for char in word)
    return first.isalnum() and (not last or last.isalnum()) and not is_hash
