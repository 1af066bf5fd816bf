"""The piece of a note that tells most of why it was found, as it is written there, on one line."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from adrguard.knowledge import words

if TYPE_CHECKING:
    from collections.abc import Sequence

LONGEST = 200
"""Characters of a snippet."""

_MOST_TEXT = 300_000
_MOST_TERMS = 64
_MOST_LINES = 20
_BEFORE = 60
_SHORTEST_STEM = 3
_MARKS = re.compile(r"^[\s>]*(?:#{1,6}\s+|[-*+]\s+(?:\[[ xX]\]\s+)?|\d{1,4}[.)]\s+)?")
_NO_PROSE = re.compile(r"^[\W_]*$")
_HEADING = re.compile(r"^ {0,3}#{1,6}\s")
_FIELD = re.compile(r"[*_]{0,3}[^\W\d_][\w -]{1,20}[*_]{0,3}[:\uff1a].{0,60}$")
_ENDINGS = ("ing", "ies", "ed", "es", "s", "e", "y")


def snippet(text: str, query: str, most: int = LONGEST) -> str:
    """Return the piece of a note's body that holds most of the query's words; its first prose where none does."""
    lines = [(line, _MARKS.sub("", line).strip()) for line in text[:_MOST_TEXT].split("\n")]
    prose = [index for index, (_, bare) in enumerate(lines) if not _NO_PROSE.match(bare)]
    if not prose:
        return ""
    terms = _terms(query)
    best, at = _best(lines, prose, terms)
    if best < 0:
        told = (index for index in prose if not _HEADING.match(lines[index][0]) and not _FIELD.match(lines[index][1]))
        best = next(told, prose[0])
    heading = bool(_HEADING.match(lines[best][0]))
    following = [bare for _, bare in lines[best + 1 : best + 1 + _MOST_LINES]]
    if heading:
        following = following[next((index for index, bare in enumerate(following) if bare), 0) :]
    return _window([lines[best][1], *following], at, most)


def _terms(query: str) -> re.Pattern[str] | None:
    parts: list[str] = []
    for piece, is_run in words.pieces(words.plain(query[: 10 * _MOST_TERMS * 10])):
        if is_run:
            parts += [re.escape(pair) for pair in words.pairs(piece)] or [re.escape(piece)]
        else:
            parts += [rf"\b{re.escape(_stem(word))}" for word in re.findall(r"\w+", _folded(piece))]
    distinct = sorted(dict.fromkeys(parts[:_MOST_TERMS]), key=len, reverse=True)
    return re.compile("|".join(distinct)) if distinct else None


def _stem(word: str) -> str:
    """Return about what the index keeps of a word, so that `locks` finds `locking`."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM:
            return word[: -len(ending)]
    return word


def _folded(text: str) -> str:
    if text.isascii():
        return text.lower()
    parts = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text).lower())
    return unicodedata.normalize("NFC", "".join(char for char in parts if unicodedata.category(char) != "Mn"))


def _best(lines: Sequence[tuple[str, str]], prose: Sequence[int], terms: re.Pattern[str] | None) -> tuple[int, int]:
    """Return the line with the most of the terms, and where in it the first stands; -1 where none has any."""
    best, most, at = -1, 0.0, 0
    for index in prose if terms else ():
        found = list(terms.finditer(_folded(lines[index][1]))) if terms else []
        if not found:
            continue
        worth: float = len({match[0] for match in found})
        if _HEADING.match(lines[index][0]):
            worth -= 0.5  # of a heading and what it stands over, the latter says more
        if worth > most:
            best, most, at = index, worth, found[0].start()
    return best, at


def _window(lines: Sequence[str], at: int, most: int) -> str:
    first = lines[0]
    start = 0
    if at > most - _BEFORE:
        blank = first.find(" ", max(0, at - _BEFORE))
        start = blank + 1 if 0 <= blank < at else max(0, at - _BEFORE)
    text = ("…" if start else "") + first[start : start + 2 * most]
    for line in lines[1:]:
        if len(text) > most or not line:
            break
        text += f" {line}"
    text = " ".join(text.split())
    if len(text) <= most:
        return text
    blank = text.rfind(" ", most // 2, most)
    return text[: blank if blank > 0 else most - 1] + "…"
