"""A status and links in the `Status: …` lines of MADR 2, log4brains and others: items, lines or rows of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.vault import dialects
from adrguard.vault.head.edits import SpliceError
from adrguard.vault.linking.pointing import by_id
from adrguard.vault.links import LONGEST
from adrguard.vault.outline import LIST
from adrguard.vault.restating import restate_links
from adrguard.vault.restating.status_line import reworded, superseded
from adrguard.vault.status import word_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from adrguard.vault.dialects import Said
    from adrguard.vault.head.edits import Edit, Written
    from adrguard.vault.note import Note
    from adrguard.vault.restating.restate import Restated


_PAIR = 2


def restated(written: Written, note: Note, wanted: Restated, table: Mapping[str, str]) -> bytes:
    """Return the note with its status line's value replaced, and its date where that is the day of the last change."""
    own = _edits(written, note, wanted, table) if wanted.status or wanted.superseded_by else ()
    return written.edited([*own, *restate_links.edits(written, note, wanted.supersedes)])


def _edits(written: Written, note: Note, wanted: Restated, table: Mapping[str, str]) -> Iterator[Edit]:
    fields = dialects.fields_of(note)
    status = fields["status"][0]
    _refuse(written, fields["status"], table)
    text = _cell(written, status)
    if wanted.superseded_by:
        new = superseded(text, [by_id(note, other) for other in wanted.superseded_by], table)
    else:
        new = reworded(text, wanted.status, wanted.date, table)
    yield written.instead(status.start, text, new)
    for date in fields.get("date", ())[:1]:
        # In a list, as MADR 2 and log4brains have it, it is the day of the last change by their own words.
        if wanted.date and _is_item(written, note, date):
            text = date.text.split("<!--", 1)[0].rstrip()
            yield written.instead(date.start, text, wanted.date)


def _refuse(written: Written, found: list[Said], table: Mapping[str, str]) -> None:
    if len(found) > 1:
        problem = written.source.problem(found[1].start, "the status stands twice", "keep one of them", "two-statuses")
        raise SpliceError(problem)
    if len(found[0].text) > LONGEST // 2 or _heads_a_column(written, found[0], table):
        raise written.error(found[0].start, "this is no status that can be replaced", "write one word there")


def _heads_a_column(written: Written, said: Said, table: Mapping[str, str]) -> bool:
    """Say whether the word "Status" heads a column, so that what stands beside it is no status."""
    if not _is_row(written, said) or word_of(_cell(written, said), table) in table:
        return False
    at = written.source.line_of(said.start)
    below = [line for line in written.source.lines[at + 1 : at + 3] if line.strip(" |:-")]
    cells = [one.strip() for line in (written.source.lines[at], *below) for one in line.strip().strip("|").split("|")]
    return len(cells) != _PAIR * (1 + len(below)) or any(word_of(one, table) in table for one in cells)


def _is_row(written: Written, said: Said) -> bool:
    return written.source.lines[written.source.line_of(said.start)].lstrip().startswith("|")


def _cell(written: Written, said: Said) -> str:
    return said.text.split("|", 1)[0].rstrip() if _is_row(written, said) else said.text


def _is_item(written: Written, note: Note, said: Said) -> bool:
    at = written.source.line_of(said.start)
    return any(block.kind == LIST and block.first <= at < block.last for block in note.preamble())
