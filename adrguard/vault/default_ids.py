"""What a decision is called that does not say so itself: by its file's name, or the number in its heading."""

from __future__ import annotations

import re

from adrguard.vault.asides import SERIES

_DATE_NAME = re.compile(
    r"^(?:adr[-_ ]?)?(?:\d{4}-\d{2}-\d{2}|(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))(?=\D|$)",
    re.IGNORECASE,
)
_NUMBER_NAME = re.compile(r"^(?:adr[-_ ]?)?(?P<number>\d+)(?=\D|$)", re.IGNORECASE)
_SERIES_NAME = re.compile(rf"^(?P<id>{SERIES})(?=\D|$)", re.IGNORECASE)
_DASHES = "\\u2013\\u2014-"
NUMBER_TITLE = re.compile(
    r"^(?:(?:[a-z]{2,12}-)?(?:adr|decision|decision record)\b\W{0,3}(?:[a-z]{1,12}-)?(?P<named>\d+)\b|(?P<bare>\d+)"
    rf"(?=[.):]\s|\s+[:{_DASHES}]\s))\s*+(?:[.):{_DASHES}]++\s*+)?(?P<rest>.*)$",
    re.IGNORECASE | re.DOTALL,
)

_SECTION_WORDS = re.compile(
    r"^\W*(?:\d+[.)]\s*)?(?:context|problem statement|decision|status|consequences|summary|overview)\b", re.IGNORECASE
)
_ANCHOR = re.compile(r"(?<=\S) \{#[\w:.-]{1,80}\}$")
"""The name that Doxygen, kramdown and Pandoc give a heading: ``Use a cache {#adr_0001}``."""
_REPEATED = re.compile(r"^(?P<number>\d{2,9})[-_](?P<rest>[^\W\d].*)$", re.DOTALL)


def told_by_heading(text: str, level: int, path: str) -> tuple[str, str]:
    """Return the number and the title in a note's first heading of the highest level, "" for what it does not tell.

    `text` is the heading as a reader sees it, on one line.
    """
    text = _ANCHOR.sub("", text)
    if level > 1 and _SECTION_WORDS.match(text):
        return "", ""  # a section of a note that has no title
    match = NUMBER_TITLE.match(text)
    if not match:
        again = _REPEATED.match(text)
        return "", again["rest"] if again and stem(path).startswith(again["number"]) else text
    return match["named"] or match["bare"], match["rest"].strip() or text


def default_id(path: str, heading_number: str = "") -> str:
    """Return the id of a note whose frontmatter names none.

    `ADR-` and the number of its file name, zeros kept; the series and the number of a name that has both
    (``OPS-ADR-0003``); failing that the number of its heading; failing that the name itself. A name that starts with a
    date (log4brains) is taken whole, as two decisions may be made on one day.
    """
    name = stem(path)
    if _DATE_NAME.match(name):
        return name if name[:3].lower() == "adr" else f"ADR-{name}"
    match = _NUMBER_NAME.match(name)
    if match:
        return f"ADR-{match['number']}"
    series = _SERIES_NAME.match(name)
    if series:
        return series["id"]
    return f"ADR-{heading_number}" if heading_number else name


def stem(path: str) -> str:
    """Return the name of a note's file without its ending."""
    name = path.rpartition("/")[2]
    return name.rpartition(".")[0] or name
