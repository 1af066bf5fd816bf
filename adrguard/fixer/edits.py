"""Edits of a text: places and what stands there instead. What no edit touches stays as it is, byte for byte."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from adrguard.fixer.differences import Differences
from adrguard.model.record import Record

if TYPE_CHECKING:
    from collections.abc import Iterable

    from adrguard.model.findings import Finding


class Edit(Record):
    """Put `text` in the place of what stands from `start` to `end`, character offsets, end exclusive."""

    start: int
    end: int
    text: str


class Left(Record):
    """A finding that is not mended, and why, in words that go on from "left: "."""

    finding: Finding
    reason: str


class Proposal(Record):
    """What one rule's rewrite makes of one text: all of its edits, or none, as an import may hang on each of them.

    `fixed` are the findings that the edits mend, `left` the others with the reason. `names` is true where the edits
    touch what names of the file mean: two such proposals must not be made on the same text.
    """

    edits: tuple[Edit, ...] = ()
    fixed: tuple[Finding, ...] = ()
    left: tuple[Left, ...] = ()
    names: bool = False


class CannotRewriteError(ValueError):
    """A text, or a place in it, that cannot be rewritten with certainty; the message is a `Left.reason`."""


def ordered(edits: Iterable[Edit]) -> list[Edit]:
    """Return edits in order of place, each once."""
    return sorted(dict.fromkeys(edits), key=lambda one: (one.start, one.end, one.text))


def overlap(edits: Iterable[Edit], others: Iterable[Edit]) -> bool:
    """Say whether any edit touches what one of the others does; two insertions at one place touch each other too."""
    spans = sorted([(one.start, one.end, 0) for one in edits] + [(one.start, one.end, 1) for one in others])
    latest = [-1, -1]
    begun = [-1, -1]
    for start, end, whose in spans:
        if start < latest[1 - whose] or start == begun[1 - whose]:
            return True
        latest[whose] = max(latest[whose], end)
        begun[whose] = start
    return False


def sound(edits: Iterable[Edit]) -> bool:
    """Say whether no edit lies over another, so that they may be made together."""
    end = 0
    for one in ordered(edits):
        if one.start < end:
            return False
        end = one.end
    return True


def apply(text: str, edits: Iterable[Edit]) -> str:
    """Return the text with the edits made. They must be sound."""
    parts, at = [], 0
    for one in ordered(edits):
        parts += [text[at : one.start], one.text]
        at = one.end
    return "".join([*parts, text[at:]])


def newline_of(text: str, at: int) -> str:
    r"""Return the line end that the text has around an offset: ``\r\n`` or ``\n``."""
    end = text.find("\n", at)
    if end < 0:
        end = text.rfind("\n")
    return "\r\n" if end > 0 and text[end - 1] == "\r" else "\n"


def lines(text: str) -> list[str]:
    """Return the lines of a text with their ends: a line ends at a line feed and nowhere else."""
    parts = text.split("\n")
    return [*[part + "\n" for part in parts[:-1]], *([parts[-1]] if parts[-1] else [])]


def between(old: str, new: str) -> list[Edit]:
    """Return edits, whole lines each, that lead from one text to the other."""
    before, after = lines(old), lines(new)
    starts = [0, *accumulate(map(len, before))]
    return [
        Edit(starts[first], starts[last], "".join(after[start:end]))
        for kind, first, last, start, end in Differences(before, after).get_opcodes()
        if kind != "equal"
    ]
