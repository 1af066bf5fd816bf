"""Make a new decision's note of a filled template: what it says of itself is what was asked for.

A template may have a choice where the status belongs (``{proposed | accepted}``), an example for a heading, or no place
for a status at all. Each is mended in the template's own dialect, and what comes out is read again.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from adrguard.model.record import Record
from adrguard.vault import outline
from adrguard.vault.dialects import STATUS_HEADING, describe
from adrguard.vault.head.edits import SpliceError
from adrguard.vault.head.splice import Put, splice
from adrguard.vault.head.values import Listing, Mapping
from adrguard.vault.head.yaml_text import scalar
from adrguard.vault.note import parse
from adrguard.vault.outline import HEADING
from adrguard.vault.status import judge

if TYPE_CHECKING:
    from collections.abc import Mapping as Table

    from adrguard.vault.note import Note

_INLINE = re.compile(r"(?<!\\)([\\*_\[\]<&])")
_CODE = re.compile(r"`[^`]+`")
_CLOSES = re.compile(r"(?:^|(?<= ))#+$")
_ENDS_A_FIELD = re.compile(r"^\s*(?:$|[-*+]\s|#|\||[*_]{0,2}[A-Za-z][A-Za-z -]{1,30}[*_]{0,2}:)")


class Meant(Record):
    """What a new note says of itself. `heading` is its first heading, with the number where the folder writes one.

    `status` is written as given; `id` is put into the frontmatter, "" when the file's name says it. `date` is ISO,
    "" to leave it as the template has it.
    """

    id: str
    title: str
    heading: str
    status: str
    date: str


def heading(text: str) -> str:
    """Return a text as a heading that reads as this text; Markdown stays only where it marks code."""
    if not _CODE.search(text) and outline.plain(text) != text:
        text = _INLINE.sub(r"\\\1", text)
    return _CLOSES.sub(r"\\\g<0>", text)


def settled(path: str, text: str, meant: Meant, table: Table[str, str]) -> bytes:
    """Return the note with its heading, status, date and id as they are meant.

    `text` has line feeds at its line ends. Raises `SpliceError` where the template cannot be made to say it.
    """
    text = _with_title(parse(path, text.encode()), meant)
    text = _with_heading(parse(path, text.encode()), meant)
    text = _with_status(parse(path, text.encode()), meant, table)
    text = _with_date(parse(path, text.encode()), meant)
    if meant.id:
        text = _put(parse(path, text.encode()), "id", meant.id)
    data = text.encode()
    _verify(parse(path, data), meant, table)
    return data


def _with_title(note: Note, meant: Meant) -> str:
    stands = "title" in note.frontmatter.entries and meant.title not in note.frontmatter.text("title")
    return _put(note, "title", meant.title) if stands else note.source.text


def _with_heading(note: Note, meant: Meant) -> str:
    text = note.source.text
    first = next((one for one in note.headings() if one.level == 1), None)
    if first is not None:
        if outline.plain(first.text) == outline.plain(meant.heading):
            return text
        return text[: first.start] + meant.heading + text[first.start + len(first.text) :]
    if describe(note).title in (meant.title, outline.plain(meant.title)):
        return text
    at = note.source.starts[note.frontmatter.body] if note.frontmatter.body < len(note.source.starts) else len(text)
    return f"{text[:at]}\n# {meant.heading}\n\n{text[at:].lstrip()}" if at else f"# {meant.heading}\n\n{text.lstrip()}"


def _with_status(note: Note, meant: Meant, table: Table[str, str]) -> str:
    if "status" in note.frontmatter.entries:
        return _put(note, "status", meant.status)
    said = describe(note).status
    section = next(note.sections(STATUS_HEADING), None)
    if section is not None and not (said and said[0].start < section[0].start):
        if judge([one.text for one in said], table).word == meant.status.lower():
            return note.source.text
        return _section_instead(note, section[0], meant.status)
    if said:
        return _field_instead(note, said[0].start, meant.status)
    empty = _empty_field(note, "status")
    if empty is not None:
        return f"{note.source.text[:empty]} {meant.status}{note.source.text[empty:]}"
    return _put(note, "status", meant.status)


def _with_date(note: Note, meant: Meant) -> str:
    head, said = note.frontmatter, describe(note).date
    if not meant.date or said == meant.date:
        return note.source.text
    if head.kind and ("date" in head.entries or not said):
        return _put(note, "date", meant.date)
    at = note.source.text.find(said) if said else -1
    if at >= 0:
        return _field_instead(note, at, meant.date)
    empty = _empty_field(note, "date")
    return note.source.text if empty is None else f"{note.source.text[:empty]} {meant.date}{note.source.text[empty:]}"


def _put(note: Note, key: str, value: str) -> str:
    text, standing = note.source.text, note.frontmatter.get(key)
    if isinstance(standing, Listing | Mapping) and text[standing.start] in "[{":
        # What a template says in braces is a mapping to YAML: `{YYYY-MM-DD when the decision was made}`.
        text = f"{text[: standing.start]}{scalar(value)}{text[standing.end :]}"
    new = splice(note.path, text.encode(), {key: Put(value)}, create=True).decode()
    made = len(new) - len(text)
    return new if note.frontmatter.kind or not text else f"{new[:made]}\n{new[made:]}"


def _section_instead(note: Note, heading: outline.Block, status: str) -> str:
    """Replace all that a status section says: in a template that is the choice, or what to choose it by."""
    source = note.source
    following = next((one for one in note.blocks if one.first >= heading.last and one.kind == HEADING), None)
    start = source.starts[heading.last] if heading.last < len(source.starts) else len(source.text)
    end = source.starts[following.first] if following else len(source.text)
    gap = "" if source.text[:start].endswith("\n") else "\n"
    return f"{source.text[:start]}{gap}\n{status}\n" + (f"\n{source.text[end:]}" if following else "")


def _field_instead(note: Note, start: int, value: str) -> str:
    """Replace a field's value: to the end of its cell or line, and the lines that go on with it."""
    text = note.source.text
    line_start = text.rfind("\n", 0, start) + 1
    if text[line_start:].lstrip().startswith("|"):
        cell = text.find("|", start)
        return f"{text[:start]}{value} {text[cell:]}" if cell >= 0 else text[:start] + value
    end = _line_end(text, start)
    while end < len(text) and not _ENDS_A_FIELD.match(text[end + 1 : _line_end(text, end + 1)]):
        end = _line_end(text, end + 1)
    return text[:start] + value + text[end:]


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return end if end >= 0 else len(text)


def _empty_field(note: Note, key: str) -> int | None:
    """Return where the value of a field belongs that has none (``* Status:``), None when there is no such field."""
    shape = re.compile(rf"^\s*+(?:[-*+]\s*+)?[*_]{{0,3}}{key}[*_]{{0,3}}:[*_]{{0,3}}[ \t]*$", re.IGNORECASE)
    for block in note.preamble():
        for index in range(block.first, block.last):
            line = note.source.lines[index]
            if shape.match(line):
                return note.source.starts[index] + len(line.rstrip())
    return None


def _verify(note: Note, meant: Meant, table: Table[str, str]) -> None:
    wrong = next((one for one in note.problems if one.severity == "error"), None)
    if wrong is not None:
        raise SpliceError(wrong)
    described = describe(note)
    judged = judge([one.text for one in described.status], table)
    if judged.word != meant.status.lower() or not judged.known:
        at = described.status[0].start if described.status else 0
        message = f"the note's status would be read as '{judged.word}', not as '{meant.status.lower()}'"
        raise SpliceError(note.source.problem(at, message, "give the template one place for the status", "template"))
    if meant.date and described.date and meant.date not in described.date:
        message = f"the note's date would be read as '{described.date}', not as '{meant.date}'"
        raise SpliceError(note.source.problem(0, message, "give the template one place for the date", "template"))
