"""A status and links in Nygard's `## Status` section, as adr-tools writes them: a line each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.vault import dialects
from adrguard.vault.head.edits import SpliceError
from adrguard.vault.linking.pointing import by_title
from adrguard.vault.links import relations
from adrguard.vault.outline import HEADING
from adrguard.vault.restating.status_line import cased, reworded, superseded
from adrguard.vault.status import SUPERSEDED, judge

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from adrguard.vault.dialects import Said
    from adrguard.vault.head.edits import Edit, Written
    from adrguard.vault.note import Note
    from adrguard.vault.outline import Block
    from adrguard.vault.restating.restate import Restated


_CASE = "Accepted"
"""How adr-tools begins the line of a status."""


def restated(written: Written, note: Note, wanted: Restated, table: Mapping[str, str]) -> bytes:
    """Return the note with the line of its status replaced, and a line for each decision that it supersedes."""
    lines = list(dialects.section_lines(note, dialects.STATUS_HEADING))
    line = _status_line(written, lines, table)
    more = [f"Supersedes {by_title(note, other)}" for other in wanted.supersedes]
    new = _said(note, wanted, line, table)
    edits: list[Edit] = []
    if new and line and not _is_link(line, wanted):
        edits.append(written.instead(line.start, line.text, new))
    elif new:
        more.insert(0, new)
    if more:
        block = _block(written, note, line)
        edits.append(written.after(block.first, block.last, "".join(2 * written.eol + one for one in more)))
    return written.edited(edits)


def _said(note: Note, wanted: Restated, line: Said | None, table: Mapping[str, str]) -> str:
    """Return the line that says the new status, "" for none."""
    if wanted.superseded_by:
        links = [by_title(note, other) for other in wanted.superseded_by]
        return superseded(line.text if line and not _is_link(line, wanted) else _CASE, links, table)
    if not wanted.status or line is None:
        return cased(wanted.status, _CASE)
    return reworded(line.text, wanted.status, wanted.date, table)


def _is_link(line: Said, wanted: Restated) -> bool:
    """Say whether the line links to a successor, so that a further one goes on a line of its own."""
    return bool(wanted.superseded_by and relations(line.text).superseded_by)


def _status_line(written: Written, lines: Sequence[Said], table: Mapping[str, str]) -> Said | None:
    """Return the line that states the status, None if all of them say something else."""
    words = [judge([line.text], table).word for line in lines]
    if SUPERSEDED in words:
        return lines[words.index(SUPERSEDED)]
    stating = [(line, word) for line, word in zip(lines, words, strict=True) if word]
    known = [line for line, word in stating if word in table] or [line for line, _ in stating[:1]]
    if len({word for _, word in stating if word in table}) > 1:
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
