"""A status and links in Nygard's `## Status` section, as adr-tools writes them: a line each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.vault import dialects
from adrguard.vault.edits import Edit, SpliceError, Written
from adrguard.vault.note import parse
from adrguard.vault.outline import HEADING
from adrguard.vault.pointing import by_title
from adrguard.vault.status import SUPERSEDED, judge, word_of
from adrguard.vault.status_line import cased, reworded

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from adrguard.vault.dialects import Said
    from adrguard.vault.note import Note
    from adrguard.vault.outline import Block
    from adrguard.vault.restate import Restated


def restated(path: str, data: bytes, wanted: Restated, table: Mapping[str, str]) -> bytes:
    """Return the note with the line of its status replaced, and a line for each decision that it supersedes."""
    written = Written(path, data)
    note = parse(path, written.readable)
    lines = list(dialects.section_lines(note, dialects.STATUS_HEADING))
    line = _status_line(written, lines, table)
    ended = f"{cased(SUPERSEDED, line.text if line else 'A')} by " + ", ".join(
        by_title(note, other) for other in wanted.superseded_by
    )
    more = [f"Supersedes {by_title(note, other)}" for other in wanted.supersedes]
    edits: list[Edit] = []
    if wanted.superseded_by and (line is None or judge([line.text], table).word == SUPERSEDED):
        more.insert(0, ended)
    elif wanted.superseded_by and line:
        edits.append(written.instead(line.start, line.text, ended))
    elif wanted.status and line:
        edits.append(written.instead(line.start, line.text, reworded(line.text, wanted.status, wanted.date, table)))
    elif wanted.status:
        more.insert(0, cased(wanted.status, "A"))
    if more:
        block = _block(written, note, line)
        edits.append(written.after(block.first, block.last, "".join(2 * written.eol + one for one in more)))
    return written.edited(edits)


def _status_line(written: Written, lines: Sequence[Said], table: Mapping[str, str]) -> Said | None:
    """Return the line that states the status, None if all of them say something else."""
    stating = [line for line in lines if judge([line.text], table).word]
    known = [line for line in stating if word_of(line.text, table) in table] or stating[:1]
    if len({judge([line.text], table).word for line in known}) > 1:
        place = written.source.problem(
            known[1].start,
            f"the Status section says '{known[0].text.strip()}' and '{known[1].text.strip()}'",
            "keep the line that holds",
            "two-statuses",
        )
        raise SpliceError(place)
    return known[0] if known else None


def _block(written: Written, note: Note, line: Said | None) -> Block:
    """Return the block after which more is said: that of the status line, else the section's heading."""
    heading, blocks = next(iter(note.sections(dialects.STATUS_HEADING)))
    if line is None:
        return heading
    at = written.source.line_of(line.start)
    for _, found in note.sections(dialects.STATUS_HEADING):
        for block in found:
            if block.first <= at < block.last and block.kind != HEADING:
                return block
    return blocks[0]
