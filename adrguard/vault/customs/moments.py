"""Dates as file names and templates spell them: ``YYYY-MM-DD``, ``YYYYMMDDHHmm``, ``MMMM Do, YYYY``.

These are the tokens of Moment.js, which Obsidian and log4brains use; names of months and days are English wherever the
program runs, so that two machines write the same note.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

DAY = "YYYY-MM-DD"
TIME = "HH:mm"

_TOKEN = re.compile(
    r"\[(?P<literal>[^\]]*)\]|YYYY|YY|GGGG|gggg|Q|MMMM|MMM|MM|Mo|M|DDDD|DDD|DD|Do|D|dddd|ddd|dd|d|E"
    r"|WW|W|ww|w|HH|H|hh|h|mm|m|ss|s|SSS|A|a"
)
_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_NOON = 12
_TEENS = range(11, 14)


def spelt(moment: datetime, form: str) -> str:
    """Return a moment in a form; what is no token of it stays as it is."""
    values = _values(moment)

    def said(match: re.Match[str]) -> str:
        return match["literal"] if match["literal"] is not None else values.get(match[0], match[0])

    end = form.rfind("]") + 1  # what is opened after it is never closed, and is not to be looked for from each place
    return _TOKEN.sub(said, form[:end]) + "[".join(_TOKEN.sub(said, part) for part in form[end:].split("["))


def _values(moment: datetime) -> dict[str, str]:
    year, week, weekday = moment.isocalendar()
    month, day = _MONTHS[moment.month - 1], _DAYS[moment.weekday()]
    twelve = moment.hour % _NOON or _NOON
    numbers = {
        "M": moment.month,
        "D": moment.day,
        "H": moment.hour,
        "h": twelve,
        "m": moment.minute,
        "s": moment.second,
        "W": week,
        "w": week,
    }
    values = {token: str(number) for token, number in numbers.items()}
    values |= {token * 2: f"{number:02}" for token, number in numbers.items()}
    yearday = moment.timetuple().tm_yday
    return values | {
        "YYYY": f"{moment.year:04}",
        "YY": f"{moment.year % 100:02}",
        "GGGG": f"{year:04}",
        "gggg": f"{year:04}",
        "Q": str((moment.month + 2) // 3),
        "MMMM": month,
        "MMM": month[:3],
        "Mo": _ordinal(moment.month),
        "DDDD": f"{yearday:03}",
        "DDD": str(yearday),
        "Do": _ordinal(moment.day),
        "dddd": day,
        "ddd": day[:3],
        "dd": day[:2],
        "d": str(weekday % 7),
        "E": str(weekday),
        "SSS": f"{moment.microsecond // 1000:03}",
        "A": "AM" if moment.hour < _NOON else "PM",
        "a": "am" if moment.hour < _NOON else "pm",
    }


def _ordinal(number: int) -> str:
    ending = "th" if number % 100 in _TEENS else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
