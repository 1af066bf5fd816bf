"""What the notes of a folder show of how they are written: dialect, form of the heading, of ids, of links."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from adrguard.model.record import Record
from adrguard.vault import outline
from adrguard.vault.customs.patterns import most
from adrguard.vault.dialects import describe
from adrguard.vault.note import parse

if TYPE_CHECKING:
    from collections.abc import Iterable

    from adrguard.vault.note import Note

FRONTMATTER, MADR, MADR2, LOG4BRAINS, NYGARD, LINES = "frontmatter", "madr", "madr2", "log4brains", "nygard", "lines"
"""Frontmatter with an id, MADR 3 and 4, `* Status:`, `- Status:`, a Status section, `Status:` at the line's start."""

WIKI, MARKDOWN = "wiki", "markdown"

TITLE, NUMBER, STEM = "{title}", "{number}", "{stem}"

_MADR_KEYS = ("deciders", "decision_makers", "consulted", "informed")
_MADR_HEADING = re.compile(r"^(?:context and problem statement|considered options|decision outcome)\b", re.IGNORECASE)
_SAID_AS_FIELD = re.compile(r"^(?P<bullet>[-*+|])?\s*[*_]{0,3}status\b", re.IGNORECASE)
_NUMBERED_HEADING = re.compile(
    "^(?P<before>(?:adr|decision|decision record)?[-_ #]*)(?P<digits>\\d+)"
    "(?P<after>\\s*[.):\u2013\u2014-]+\\s+|:\\s*|\\s+)(?=\\S)",
    re.IGNORECASE,
)
_ID = re.compile(r"^(?P<before>[^\W\d]+[-_ ]?)(?P<digits>\d{1,9})$")
_CODE = re.compile(r"^(?P<fence>```|~~~).*?^(?P=fence)|`[^`\n]*`", re.MULTILINE | re.DOTALL)
_WIKI_LINK = re.compile(r"\[\[[^\[\]\n]+\]\]")
_LINK = re.compile(r"\]\(([^()\s]+)\)")
_TO_NOTE = re.compile(r"(?<=.)\.(?:md|markdown)(?:#|\Z)", re.IGNORECASE)
_PLAIN = False


class Manners(Record):
    """How notes are written.

    `dialect` is one of the constants above, "" where no note has a status. `heading` is the form of the first heading
    (``{number}. {title}``, ``ADR-{number:04}: {title}``), "" where the notes have none; `id` the form of the ids in the
    frontmatter (`STEM` where it is the file's name), "" where there are none. `links` is `WIKI`, `MARKDOWN`, or ""
    where no note links to another. `capital` says that the status is written with a capital letter.
    """

    dialect: str = ""
    heading: str = TITLE
    id: str = ""
    links: str = ""
    capital: bool = False


def of_all(notes: Iterable[tuple[str, bytes]]) -> Manners:
    """Return the manners of most of these notes, given as path and bytes; of several the later ones'."""
    found = [of_one(parse(path, data)) for path, data in notes]
    told = [one for one in found if one.dialect] or found
    dialect = most([one.dialect for one in told], "")
    like = [one for one in told if one.dialect == dialect]
    return Manners(
        dialect=dialect,
        heading=most([one.heading for one in like], TITLE),
        id=most([one.id for one in like if one.id], ""),
        links=most([one.links for one in found if one.links], ""),
        capital=most([one.capital for one in like], _PLAIN),
    )


def of_one(note: Note) -> Manners:
    """Return how one note is written."""
    described = describe(note)
    dialect = _dialect(note)
    text = _CODE.sub("", note.source.text)
    wiki = len(_WIKI_LINK.findall(text))
    markdown = sum(1 for one in _LINK.finditer(text) if _TO_NOTE.search(one[1]))
    word = described.status[0].text.lstrip("*_`[ ") if described.status else ""
    return Manners(
        dialect=dialect,
        heading=_heading(note),
        id=_id(note),
        links=(WIKI if wiki >= markdown else MARKDOWN) if wiki or markdown else "",
        capital=word[:1].isupper(),
    )


def _dialect(note: Note) -> str:
    head = note.frontmatter
    if head.first("status", "id"):
        madr = any(key in head.entries for key in _MADR_KEYS) or (
            head.first("status") and any(_MADR_HEADING.match(outline.plain(one.text)) for one in note.headings())
        )
        return MADR if madr and not head.first("id") else FRONTMATTER
    status = describe(note).status
    if not status:
        # An empty key is what a template leaves.
        return FRONTMATTER if "status" in head.entries or "id" in head.entries else ""
    match = _SAID_AS_FIELD.match(note.source.line_at(status[0].start).strip())
    if match is None:
        return NYGARD
    return {"*": MADR2, "-": LOG4BRAINS, "+": LOG4BRAINS}.get(match["bullet"] or "", LINES)


def _id(note: Note) -> str:
    written = note.frontmatter.text("id")
    match = _ID.match(written)
    if match:
        return f"{match['before']}{_number(match['digits'])}"
    return STEM if written and written == note.path.rpartition("/")[2].rpartition(".")[0] else ""


def _heading(note: Note) -> str:
    first = next((one for one in note.headings() if one.level == 1), None)
    if first is None:
        return ""
    match = _NUMBERED_HEADING.match(" ".join(outline.plain(first.text).split()))
    if match is None or (not match["before"] and not match["after"].strip()):
        return TITLE  # "3 ways to cache" has no number
    return f"{match['before']}{_number(match['digits'])}{match['after']}{TITLE}"


def _number(digits: str) -> str:
    # Only a zero in front tells that numbers are padded.
    return f"{{number:0{len(digits)}}}" if digits.startswith("0") and len(digits) > 1 else NUMBER


def filled(form: str, title: str, number: int) -> str:
    """Return a heading or an id in its form. Without a number the form's numbered part is left out."""
    if not number and NUMBER[:-1] in form:
        return title
    text = re.sub(r"\{number(?::0(\d+))?\}", lambda match: f"{number:0{match[1] or 1}}", form)
    return text.replace(TITLE, title)
