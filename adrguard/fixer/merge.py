"""Carry a rewrite over to another version of its text, where the lines that it touches are the same."""

from __future__ import annotations

from adrguard.fixer.differences import Differences
from adrguard.fixer.edits import lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from difflib import Match


def carried(base: str, new: str, other: str) -> str | None:
    """Return `other` with all that makes `new` of `base`; None where it differs from `base` right there.

    Line ends are those of `other`.
    """
    before, after, there = map(_bare, (base, new, other))
    blocks = Differences(before, there).get_matching_blocks()
    rows = lines(other)
    end = "\r\n" if any(row.endswith("\r\n") for row in rows) else "\n"
    made: list[str] = []
    at = 0
    for kind, first, last, start, stop in Differences(before, after).get_opcodes():
        if kind == "equal":
            continue
        place = _there(blocks, first, last, len(before))
        if place is None:
            return None
        made += rows[at:place]
        made += [row + end for row in after[start:stop]]
        at = place + last - first
    made += rows[at:]
    text = "".join(made)
    return text if not rows or rows[-1].endswith("\n") or at < len(rows) else text.removesuffix(end)


def _bare(text: str) -> list[str]:
    return [line.removesuffix("\n").removesuffix("\r") for line in lines(text)]


def _there(blocks: list[Match], first: int, last: int, count: int) -> int | None:
    """Return where lines of the base stand in the other text; what is only put in needs the lines on both sides."""
    low, high = (first, last) if last > first else (max(first - 1, 0), min(first + 1, count))
    for block in blocks:
        if block.a <= low and high <= block.a + block.size:
            return block.b + first - block.a
    return None
