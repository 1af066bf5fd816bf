"""Collect a trajectory: each tier in turn, then the items that they changed written anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.memory.gc.closing import Collection, close
from adrguard.memory.gc.facts.book import Book
from adrguard.memory.gc.facts.tools import about
from adrguard.memory.gc.marks import REPEATED, Mark, mark_of
from adrguard.memory.gc.measure import tokens
from adrguard.memory.gc.session import Session
from adrguard.memory.gc.tiers import folding, repeats
from adrguard.model.record import Record

if TYPE_CHECKING:
    from adrguard.memory.gc.document import Document
    from adrguard.memory.gc.facts.edits import Written
    from adrguard.memory.gc.parts import Shelf
    from adrguard.memory.gc.shapes.shape import Shape

BY_COMMAND = "'adrguard inspect {node}' shows all of it."
BY_TOOL = "'inspect_log_node' shows all of it."
_NO_NODE = "node_00000000"


class Wanted(Record):
    """How to collect: lines up to which an output stays, turns that stay untouched, tokens of the context window.

    `how` is the sentence that says how to see what was put away.
    """

    threshold: int = 20
    hot_window: int = 5
    context_window: int = 128_000
    how: str = BY_COMMAND


def collect(
    document: Document, shape: Shape, wanted: Wanted, shelf: Shelf, written: Written = lambda _: ()
) -> Collection:
    """Return the trajectory collected. `written` returns the files that a command line writes. Raises `WriteError`."""
    session = Session(shape.settled(document), shape, wanted.hot_window, shelf)
    _fold(session, wanted)
    _collapse(session, wanted)
    return close(session, Book(written), wanted.context_window, wanted.how)


def _fold(session: Session, wanted: Wanted) -> None:
    outputs = session.outputs
    for number, output in enumerate(outputs.every):
        if output.node or not session.may_change(output) or not folding.is_long(output, wanted.threshold):
            continue
        done, trace = outputs.outcome(number), outputs.trace(number)
        fold = folding.fold(output, trace, done, session.shelf, wanted.how)
        if fold:
            session.replace(output, fold.text)
            outputs.put_away(number, fold.node)


def _collapse(session: Session, wanted: Wanted) -> None:
    for number, words in repeats.repeated(session.outputs).items():
        output = session.outputs.every[number]
        mark = mark_of(output.result.text)
        if not session.may_change(output) or (mark and mark.sort == REPEATED):
            continue
        new = mark.replace(sort=REPEATED) if mark else _mark(session, number)
        text = f"{new.text} {words} {wanted.how}"
        if tokens(text.format(node=new.node)) >= tokens(session.text_of(output)):
            continue
        if new.node == _NO_NODE:
            kept = output.put(session.shelf, about(output.call))
            new = new.replace(node=kept.node, count=kept.lines)
            session.outputs.put_away(number, kept.node)
        session.replace(output, f"{new.text} {words} {wanted.how.format(node=new.node)}")


def _mark(session: Session, number: int) -> Mark:
    output = session.outputs.every[number]
    folded = mark_of(session.text_of(output))
    count = folded.count if folded else output.clean.count("\n") + 1
    return Mark(REPEATED, output.node or _NO_NODE, count, tokens(output.result.text))
