"""The second tier: an output longer than the threshold goes to a node, and a diagram of it takes its place.

An output is long if it has more lines than the threshold, or more than 512 bytes for each of so many. Where the diagram
would not save half, the mark alone takes the place; where that saves nothing, the output stays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.memory.gc import measure
from adrguard.memory.gc.facts.tools import about
from adrguard.memory.gc.marks import FOLDED, Mark
from adrguard.memory.tokens import size
from adrguard.memory.traces.drawing import Drawing
from adrguard.memory.traces.trace import Phase, Trace
from adrguard.model.record import Record

if TYPE_CHECKING:
    from adrguard.memory.gc.facts.outcome import Outcome
    from adrguard.memory.gc.parts import Output, Shelf

BYTES_OF_A_LINE = 512
_WORTH = 60
"""Tokens that a mark takes."""
_WORDS = (100, 48, 20, 0)
_SHARE, _LEAST_ROOM = 10, 120


class Fold(Record):
    """What takes an output's place: the text, and the node."""

    text: str
    node: str


def is_long(output: Output, threshold: int) -> bool:
    """Say whether an output is to be folded."""
    text = output.result.text
    lines = text.count("\\n" if output.result.shadow else "\n") + (not text.endswith("\n"))
    return lines > threshold or len(text) > threshold * BYTES_OF_A_LINE or size(text) > threshold * BYTES_OF_A_LINE


def fold(output: Output, trace: Trace | None, done: Outcome, shelf: Shelf, how: str) -> Fold | None:
    """Put an output away, unless that saves nothing; `how` says how to see it."""
    before = measure.tokens(output.result.text)
    if before <= _WORTH:
        return None
    kept = output.put(shelf, about(output.call))
    mark = Mark(FOLDED, kept.node, kept.lines, before)
    shown = how.format(node=kept.node)
    if output.result.shadow:
        return Fold(mark.text, kept.node)
    drawn = _drawn(output, trace or _plain(output, kept.lines), mark, done)
    text = f"{mark.text}\n```mermaid\n{drawn}```\n{shown}"
    if measure.tokens(text) * 2 > before:
        text = f"{mark.text} {shown}"
    return Fold(text, kept.node) if measure.tokens(text) < before else None


def _drawn(output: Output, trace: Trace, mark: Mark, done: Outcome) -> str:
    ending = f"exit code {done.code}" if done.code is not None else "failed" if done.failed else ""
    drawing = Drawing(trace, mark.node, (), about(output.call), ending)
    room = max(mark.tokens // _SHARE, _LEAST_ROOM)
    text = ""
    for words in _WORDS:
        text = drawing.text(words)
        if measure.tokens(text) <= room:
            break
    return text


def _plain(output: Output, lines: int) -> Trace:
    """Return the trace of what is no log: errors in it are only what it speaks of."""
    name = output.call.name if output.call else "Output"
    return Trace((), (Phase(name, 1, lines, 0, 0),), (), (), 0, 0, 0, (), (), lines, len(output.clean))
