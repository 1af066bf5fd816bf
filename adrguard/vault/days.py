"""Days as decision records spell them, as ISO dates where that is beyond doubt."""

from __future__ import annotations

import re
from datetime import date

_ISO = re.compile(r"(?P<y>\d{4})[-/.](?P<m>\d{1,2})[-/.](?P<d>\d{1,2})(?!\d)")
_EAST_ASIAN = re.compile(r"(?P<y>\d{4})\s*[年년]\s*(?P<m>\d{1,2})\s*[月월]\s*(?P<d>\d{1,2})\s*[日일]")
_DOTTED = re.compile(r"(?P<d>\d{1,2})\.\s?(?P<m>\d{1,2})\.\s?(?P<y>\d{4})(?!\d)")
_SLASHED = re.compile(r"(?P<d>\d{1,2})[/-](?P<m>\d{1,2})[/-](?P<y>\d{4})(?!\d)")
_DAY_FIRST = re.compile(r"(?P<d>\d{1,2})(?:st|nd|rd|th|\.)?[\s-]+(?P<month>[A-Za-z]{3,9})\.?,?[\s-]+(?P<y>\d{4})(?!\d)")
_MONTH_FIRST = re.compile(r"(?P<month>[A-Za-z]{3,9})\.?\s+(?P<d>\d{1,2})(?:st|nd|rd|th)?,?\s+(?P<y>\d{4})(?!\d)")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_YEAR = 12


def iso(text: str) -> str:
    """Return the day with which a text begins as ``YYYY-MM-DD``; the text as it is when it begins with none.

    ``3/4/2020`` stays: half of the world reads it in March. What stands behind the day is left out.
    """
    text = text.strip()
    for pattern in (_ISO, _EAST_ASIAN, _DOTTED, _SLASHED, _DAY_FIRST, _MONTH_FIRST):
        match = pattern.match(text)
        if match:
            return _day(match, either=pattern is _SLASHED) or text
    return text


def _day(match: re.Match[str], *, either: bool) -> str:
    parts = match.groupdict()
    day, month = int(parts["d"]), _month(parts)
    if either and day <= _YEAR and day != month:
        return ""
    try:
        return date(int(parts["y"]), month, day).isoformat()
    except ValueError:
        return ""


def _month(parts: dict[str, str]) -> int:
    """Return the number of the month, 0 for a word that is none."""
    if "m" in parts:
        return int(parts["m"])
    head = parts["month"][:3].lower()
    return _MONTHS.index(head) + 1 if head in _MONTHS else 0
