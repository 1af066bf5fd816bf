"""A status as one line of Markdown says it, and how that line says another."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from adrguard.vault import outline
from adrguard.vault.links import relations
from adrguard.vault.status import SUPERSEDED, judge, word_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_SUPERSEDES = re.compile(r"(?<![\s,;.(])[\s,;.(]*+\bsuper[sc]edes\b", re.IGNORECASE)
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_LABEL = re.compile(r"status\s*[:=]\s*$", re.IGNORECASE)
_BARE = re.compile(r"[*_`.\s,;:()\[\]]*+(?:on|since|as of)?[*_`.\s,;:()\[\]]*", re.IGNORECASE)


def cased(word: str, like: str) -> str:
    """Return the word in the case in which another is written."""
    letters = "".join(one for one in outline.plain(like) if one.isalpha())
    if len(letters) > 1 and letters.isupper():
        return word.upper()
    return word[:1].upper() + word[1:] if letters[:1].isupper() else word


def superseded(line: str, links: Sequence[str], table: Mapping[str, str]) -> str:
    """Return what the line gives way to when these links supersede the decision; links that it has are kept."""
    text, rest = _parted(line)
    if judge([line], table).word == SUPERSEDED and relations(text).superseded_by:
        return ", ".join((text, *links)) + rest
    return f"{cased(SUPERSEDED, text)} by {', '.join(links)}{rest}"


def reworded(line: str, word: str, date: str, table: Mapping[str, str]) -> str:
    """Return what the line gives way to when the status becomes `word`.

    Emphasis, a label and a date around the old word stay, the date as that of the change; anything else was said of the
    old status and goes with it, but for what it supersedes and a comment at the end.
    """
    text, rest = _parted(line)
    old = word_of(text, table)
    at = text.lower().find(old) if old else -1
    if at >= 0:
        before, after = text[:at], text[at + len(old) :]
        bare = _LABEL.sub("", before) + _DAY.sub("", after, count=1) if date else _LABEL.sub("", before) + after
        if _BARE.fullmatch(bare):
            kept = _DAY.sub(date, after, count=1) if date else after
            return before + cased(word, text[at : at + len(old)]) + kept + rest
    return cased(word, text) + rest


def _before_comment(line: str) -> int:
    """Return where the comment at the end of a line begins, blanks before it included; the line's length without."""
    said = line.rstrip()
    end = len(said) - len("-->")
    if end < 0 or not said.endswith("-->"):
        return len(line)
    closed = said.rfind("-->", 0, end)
    start = said.find("<!--", max(closed - len("<!-"), 0), end)
    return len(said[:start].rstrip()) if start >= 0 else len(line)


def _parted(line: str) -> tuple[str, str]:
    """Return what the line says of the status, and what stays whatever that is: what it supersedes, and a comment."""
    text = line[: _before_comment(line)]
    link = _SUPERSEDES.search(text) if relations(text).supersedes else None
    end = link.start() if link and text[: link.start()].strip() else len(text)
    return text[:end], line[end:]
