"""Text as it is searched: one spelling of each character, and scripts without blanks cut into pairs of characters.

SQLite's tokenizer ends words at blanks and signs, so that of a Chinese or Japanese sentence only the whole would be
found. A run of n such characters becomes its n - 1 overlapping pairs and, by itself, its last one: then every part of
the run is a run of pairs, and a single character the beginning of a pair or the last.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

VERSION = "2"
"""To be raised when the same text would be kept in another way.

Python's edition of Unicode is no part of it: what a character that it knows is folded to never changes, so that only
words in newer characters are missed by another Python. Counted in, it would have two Pythons that share a vault make
the index anew before each answer.
"""

# Compiled at the first use: they take longer than many a search.
_RUN = (
    "[\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\u1100-\u11ff\uac00-\ud7ff\U00020000-\U0003ffff]+"
)
_SIGNED = r"(?<![^\W_])([A-Za-z])(\+\+|#)(?![\w+#])"
_ID = r"(?P<series>[a-z]{1,12}(?:[-_][a-z]{1,12}){0,2})[-_ #]?(?P<number>\d{1,9})"
_SIGNS = {"++": "plusplus", "#": "sharp"}


def plain(text: str) -> str:
    """Return text with one spelling of each character; `C++` and `C#` become words of their own."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    if "++" in text or _has_sharp(text):
        text = re.sub(_SIGNED, lambda match: match[1] + _SIGNS[match[2]], text)
    return text


def _has_sharp(text: str) -> bool:
    """Say whether a ``#`` follows a letter: those of headings and tags do not."""
    at = text.find("#", 1)
    while at > 0:
        if text[at - 1].isalpha():
            return True
        at = text.find("#", at + 1)
    return False


def kept(text: str) -> str:
    """Return text as the index keeps it."""
    text = plain(text)
    return text if text.isascii() else _run().sub(lambda run: f" {' '.join([*pairs(run[0]), run[0][-1]])} ", text)


@cache
def _run() -> re.Pattern[str]:
    return re.compile(_RUN)


def pairs(run: str) -> list[str]:
    """Return the overlapping pairs of a run of characters."""
    return [run[at : at + 2] for at in range(len(run) - 1)]


def pieces(text: str) -> list[tuple[str, bool]]:
    """Return the pieces of plain text that are written without blanks, and those that are not: (piece, is a run)."""
    found: list[tuple[str, bool]] = []
    at = 0
    for run in () if text.isascii() else _run().finditer(text):
        found += [(word, False) for word in text[at : run.start()].split()]
        found.append((run[0], True))
        at = run.end()
    return [*found, *((word, False) for word in text[at:].split())]


def id_key(name: str) -> str:
    """Return what the spellings of an id share, `ADR-0012`, `adr 12`, `ADR_12`; "" for what is no id."""
    found = re.fullmatch(_ID, key(name))
    return f"{found['series'].replace('_', '-')}-{found['number'].lstrip('0') or '0'}" if found else ""


def key(name: str) -> str:
    """Return what the spellings of a name share: case and composition do not count."""
    if name.isascii():
        return name.lower()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())
