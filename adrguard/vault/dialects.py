"""What a note says about itself, in whichever dialect it is written.

Frontmatter (vault notes, MADR 3 and 4), Nygard's and adr-tools' `## Status` section, the `* Status:` lines of MADR 2
and log4brains, and any mixture: each field is taken from the first place that has it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from adrguard.model.record import Record
from adrguard.vault import outline
from adrguard.vault.days import iso
from adrguard.vault.default_ids import default_id, stem, told_by_heading
from adrguard.vault.head.values import Mapping, scalars
from adrguard.vault.links import LONGEST, names, relations, says_nothing
from adrguard.vault.outline import HEADING, ITEM, LIST, PARAGRAPH, QUOTE
from adrguard.vault.related import related
from adrguard.vault.vocabulary import DATE_HEADINGS, LINKS_HEADINGS, STATUS_HEADINGS, canonical_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from adrguard.vault.head.values import Scalar, Value
    from adrguard.vault.note import Note
    from adrguard.vault.outline import Block
    from adrguard.vault.source import Source

STATUS_HEADING = re.compile(rf"^\W*(?:\d+[.)]\s*)?(?:{STATUS_HEADINGS})\W*(?:\(status\))?$", re.IGNORECASE)
LINKS_HEADING = re.compile(rf"^\W*(?:{LINKS_HEADINGS})\W*$", re.IGNORECASE)
_DATE_HEADING = re.compile(rf"^\W*(?:\d+[.)]\s*)?(?:{DATE_HEADINGS})\W*(?:\(date\))?$", re.IGNORECASE)
_KEY = r"(?P<key>[^\W\d_][\w -]{1,30}?)"
_FIELD = re.compile(rf"^[*_\s]{{0,4}}{_KEY}[*_\s]{{0,4}}[:\uff1a][*_]{{0,3}}\s*+(?P<value>.*)$", re.DOTALL)
_TABLE_ROW = re.compile(rf"^\|\s*+\W{{0,3}}{_KEY}\W{{0,4}}\|\s*+(?P<value>.*)$")
_SEAM = re.compile(
    r"(?:(?<!\s)\s++[|\u00b7\u2022]\s*+|\s{3,20}|\t)(?=[*_]{0,3}[^\W\d_][\w -]{1,30}?[*_\s]{0,4}[:\uff1a])"
)
"""Between two fields on one line: ``Status: accepted | Date: 2026-01-02``."""
_BOX = re.compile(r"^\[(?P<mark>[ xX])\]\s+")


class Said(Record):
    """A piece of raw text and its offset in the note."""

    text: str
    start: int


class Described(Record):
    """The fields of a note, as written. Links keep the offset at which they stand."""

    id: str
    id_start: int
    title: str
    status: tuple[Said, ...]
    date: str
    project: str
    category: tuple[str, ...]
    supersedes: tuple[Said, ...]
    superseded_by: tuple[Said, ...]
    depends_on: tuple[Said, ...]
    review_after: Said | None


def describe(note: Note) -> Described:
    """Return what the note says about itself."""
    head = note.frontmatter
    fields = fields_of(note)
    number, title = _heading(note)
    written = head.first("id")
    supersedes, superseded_by = _linked(note, fields)
    review = head.first("review_after", "review_by", "review_on")
    return Described(
        id=written.text.strip() if written else default_id(note.path, number),
        id_start=written.start if written else 0,
        title=head.text("title") or title or stem(note.path),
        status=_status(note, fields),
        date=iso(_date(note, fields)),
        project=head.text("project"),
        category=tuple(one.text.strip().lower() for one in scalars(head.get("category"))),
        supersedes=supersedes,
        superseded_by=superseded_by,
        depends_on=_named(note, "depends_on", "dependson"),
        review_after=Said(review.text.strip(), review.start) if review else None,
    )


def _heading(note: Note) -> tuple[str, str]:
    """Return the number and the title of the first heading of the highest level."""
    headings = list(note.headings())
    if not headings:
        return "", ""
    top = min(headings, key=lambda heading: heading.level)
    return told_by_heading(" ".join(outline.plain(top.text).split()), top.level, note.path)


def fields_of(note: Note) -> dict[str, list[Said]]:
    """Return the `Key: value` lines at the top of the note: items, paragraph lines or table rows.

    They are found by their lower-case key, in English where it is one of another language that is known here.
    """
    found: dict[str, list[Said]] = {}
    for line in _lines(note.source, note.preamble()):
        for said in _parts(line):
            row = _TABLE_ROW.match(said.text)
            match = row or _FIELD.match(said.text)
            text = _cell(row) if row else match["value"].strip() if match else ""
            if match and text:
                found.setdefault(canonical_key(match["key"]), []).append(Said(text, said.start + match.start("value")))
    if "status" not in found:
        found |= _status_heading(note)
    return found


def _cell(row: re.Match[str]) -> str:
    """Return what a row of a table says beside its key."""
    text = row["value"].rstrip()
    return text[:-1].rstrip() if text.endswith("|") else text


def _status_heading(note: Note) -> dict[str, list[Said]]:
    """Return the status of a note that says it in a heading: ``## Status: accepted``."""
    for heading in note.headings():
        match = _FIELD.match(heading.text)
        if match and match["value"].strip() and canonical_key(match["key"]) == "status":
            return {"status": [Said(match["value"].strip(), heading.start + match.start("value"))]}
    return {}


def _parts(line: Said) -> Iterator[Said]:
    """Yield the fields that one line holds."""
    start = 0
    if _FIELD.match(line.text):
        for seam in _SEAM.finditer(line.text):
            yield Said(line.text[start : seam.start()], line.start + start)
            start = seam.end()
    yield Said(line.text[start:], line.start + start)


def _lines(source: Source, blocks: Iterable[Block]) -> Iterator[Said]:
    """Yield the lines of paragraphs, list items and quotes, nested ones too."""
    for block in blocks:
        if block.kind == PARAGRAPH:
            for index, line in enumerate(block.text.split("\n")):
                yield Said(line[:LONGEST], outline.find(source, block.first + index, line))
        elif block.kind in (LIST, ITEM, QUOTE):
            yield from _lines(source, block.children)


def _status(note: Note, fields: dict[str, list[Said]]) -> tuple[Said, ...]:
    written = note.frontmatter.get("status")
    values = scalars(written) or in_braces(written)
    if values:
        return (Said(", ".join(value.text for value in values), values[0].start),)
    section = tuple(_stated(list(section_lines(note, STATUS_HEADING))))
    return section or tuple(fields.get("status", ()))


def in_braces(value: Value | None) -> tuple[Scalar, ...]:
    """Return the words of ``{accepted}``: a template's braces that were left standing, to YAML keys without values."""
    if not isinstance(value, Mapping) or any(scalars(inner) for _, inner in value.pairs):
        return ()
    return tuple(key for key, _ in value.pairs if key.text.strip())


def _stated(lines: list[Said]) -> Iterator[Said]:
    """Yield the lines that say something: of a list of choices the ticked ones, of a table the row of the status."""
    boxes = [_BOX.match(line.text) for line in lines]
    chosen = any(boxes)
    for line, box in zip(lines, boxes, strict=True):
        row = _TABLE_ROW.match(line.text)
        if line.text.startswith("|"):
            if row and canonical_key(row["key"]) == "status":
                yield Said(_cell(row), line.start + row.start("value"))
        elif box and box["mark"] != " ":
            yield Said(line.text[box.end() :], line.start + box.end())
        elif not chosen:
            yield line


def _date(note: Note, fields: dict[str, list[Said]]) -> str:
    """Return the day of the decision as written: its own word for it first, then what comes near."""
    for key in ("date", "decided", "decision date", "date decided", "introduced", "created"):
        written = note.frontmatter.text(key.replace(" ", "_")) or next((one.text for one in fields.get(key, ())), "")
        if written:
            return written
    return next((said.text for said in section_lines(note, _DATE_HEADING)), "")


def section_lines(note: Note, heading: re.Pattern[str]) -> Iterator[Said]:
    """Yield the lines of the sections with such a heading that are not blank, each up to its first sub-heading."""
    for _, blocks in note.sections(heading):
        for block in blocks:
            if block.kind == HEADING:
                break
            yield from (said for said in _lines(note.source, [block]) if said.text.strip())


def _linked(note: Note, fields: dict[str, list[Said]]) -> tuple[tuple[Said, ...], tuple[Said, ...]]:
    """Return what the note says it supersedes, and what it says supersedes it, from every place that a dialect uses."""
    old = list(_named(note, "supersedes", "supercedes"))
    new = list(_named(note, "superseded_by", "superceded_by", "supersededby"))
    lines = list(_status(note, fields))
    if not note.frontmatter.get("status"):
        lines += fields.get("status", ())
    for kind, names_of in (("supersedes", old), ("superseded_by", new)):
        names_of += [Said(one.text, one.start) for one in related(note.frontmatter, kind)]
    for key in ("supersedes", "supercedes", "superseded by", "superceded by", "superseded-by"):
        lines += [Said(f"{key} {said.text}", said.start - len(key) - 1) for said in fields.get(key, ())]
    lines += section_lines(note, LINKS_HEADING)
    for line in lines:
        said = relations(line.text)
        old += [Said(name, max(line.start, 0)) for name in said.supersedes]
        new += [Said(name, max(line.start, 0)) for name in said.superseded_by]
    return _distinct(old), _distinct(new)


def _named(note: Note, *keys: str) -> tuple[Said, ...]:
    return tuple(
        Said(name, value.start)
        for value in scalars(note.frontmatter.get(*keys))
        if not says_nothing(value.text)
        for name in names(value.text)
    )


def _distinct(links: Iterable[Said]) -> tuple[Said, ...]:
    found: dict[str, Said] = {}
    for link in links:
        found.setdefault(link.text, link)
    return tuple(found.values())
