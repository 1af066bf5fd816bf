"""The section of a note that links to others, as MADR and log4brains have it: one line more."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from adrguard.vault.dialects import LINKS_HEADING
from adrguard.vault.linking.pointing import by_id
from adrguard.vault.outline import HEADING, LIST, PARAGRAPH

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adrguard.vault.head.edits import Edit, Written
    from adrguard.vault.linking.pointing import Other
    from adrguard.vault.note import Note
    from adrguard.vault.outline import Block

_BULLET = re.compile(r"[ ]{0,3}(?P<bullet>[*+-])[ ]+")


def edits(written: Written, note: Note, others: Sequence[Other]) -> list[Edit]:
    """Return what lets the section of links say that the note supersedes the others; it is made if there is none."""
    if not others:
        return []
    return [_edit(written, note, [f"Supersedes {by_id(note, other)}" for other in others])]


def _edit(written: Written, note: Note, said: list[str]) -> Edit:
    eol = written.eol
    items = eol.join(_bullet(written, note) + one for one in said)
    for heading, blocks in note.sections(LINKS_HEADING):
        last = _last(heading, blocks)
        if last.kind == LIST:
            return written.after(last.first, last.last, eol + items)
        if last.kind == PARAGRAPH:
            # The section is prose, as "More Information" in MADR 3 and 4.
            return written.after(last.first, last.last, "".join(2 * eol + one for one in said))
        return written.after(last.first, last.last, 2 * eol + items)
    return written.at_end(f"{eol}{eol}## Links{eol}{eol}{items}")


def _last(heading: Block, blocks: list[Block]) -> Block:
    last = heading
    for block in blocks:
        if block.kind == HEADING:
            break
        last = block
    return last


def _bullet(written: Written, note: Note) -> str:
    """Return how the note begins an item: as its list of links does, else as its first list."""
    lists = [block for _, blocks in note.sections(LINKS_HEADING) for block in blocks if block.kind == LIST]
    for block in (*lists, *(one for one in note.blocks if one.kind == LIST)):
        match = _BULLET.match(written.source.lines[block.first])
        if match:
            return match[0]
    return "* "
