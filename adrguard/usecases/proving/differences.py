"""The lines of an example as they are and as they would be, for a person to compare, and as edits of the note."""

from __future__ import annotations

import codecs

from adrguard.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from adrguard.usecases.proving.comparing import Proposal
    from adrguard.usecases.proving.samples import Part, Sample, TestNote

Splice = tuple[int, int, str]


class Difference(Record):
    """One line of a note: its number, what it says, and what it would have to say."""

    line: int
    before: str
    after: str


def splices(test: TestNote, sample: Sample, proposals: Iterable[Proposal]) -> list[Splice]:
    """Return what to put in place of what, as offsets in the note's text: marks, and lists of lines."""
    found: list[Splice] = []
    for one in proposals:
        part = sample.parts[one.part]
        found += [_of_row(test, part, row, behind) for row, behind in one.rows.items()]
        if one.lines is not None:
            start, end = part.info.lines_at
            found.append((part.start + start, part.start + end, one.lines))
    return found


def _of_row(test: TestNote, part: Part, row: int, behind: str) -> Splice:
    """Return the splice that puts a mark behind a row, in place of the one that it has."""
    index = part.first + row
    raw = test.source.lines[index]
    marked = part.marked.get(row)
    bare = raw
    if marked is not None:
        # The note's line may be indented, or quoted; it ends like the row.
        head = raw[: raw.rindex("<--")].rstrip()
        bare = head[: len(head) - len(marked.style.opener)].rstrip() if marked.style.opener else head
    start = test.source.starts[index]
    return start + len(bare), start + len(raw), behind


def differences(test: TestNote, found: Iterable[Splice]) -> tuple[Difference, ...]:
    """Return the lines that splices change."""
    changed: dict[int, list[Splice]] = {}
    for one in found:
        changed.setdefault(test.source.line_of(one[0]), []).append(one)
    told = []
    for index, inside in sorted(changed.items()):
        base, raw = test.source.starts[index], test.source.lines[index]
        after = spliced(raw, [(start - base, end - base, new) for start, end, new in inside])
        told.append(Difference(test.source.position(base)[0], raw, after))
    return tuple(told)


def spliced(text: str, found: Iterable[Splice]) -> str:
    """Return a text with parts of it replaced."""
    for start, end, new in sorted(found, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def rewritten(test: TestNote, found: Iterable[Splice]) -> bytes | None:
    """Return the note's bytes with parts of its text replaced, None where it is not UTF-8: nothing else changes."""
    bom = codecs.BOM_UTF8 if test.data.startswith(codecs.BOM_UTF8) else b""
    if bom + test.source.text.encode("utf-8", "replace") != test.data:
        return None
    return bom + spliced(test.source.text, found).encode("utf-8")
