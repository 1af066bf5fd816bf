"""The end of collecting: what the cold part holds, how much of it goes into the digest, and the text that comes out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from adrguard.memory.gc import digest as digests
from adrguard.memory.gc import measure
from adrguard.memory.gc.facts.names import Names
from adrguard.memory.gc.framing import dumped
from adrguard.memory.gc.marks import DIGEST, FOLDED, REPEATED, Mark, mark_of
from adrguard.memory.gc.statistics import Statistics
from adrguard.memory.gc.tiers import digesting
from adrguard.memory.tokens import size
from adrguard.model.record import Record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adrguard.memory.gc.facts.book import Book
    from adrguard.memory.gc.parts import Output
    from adrguard.memory.gc.session import Session

_NODE = re.compile(r"\bnode_[0-9a-f]{8}\b")
_NO_NODE = "node_00000000"


class Collection(Record):
    """What came of it: the trajectory, the figures, the digest's text and node ("" for none), what the cold part holds.

    `nodes` are all that the trajectory refers to.
    """

    text: str
    statistics: Statistics
    digest: str
    node: str
    book: Book
    nodes: tuple[str, ...]


class _Digest(Record):
    """The digest: its text ("" for none), its node, the items that it stands for, the one whose place it takes."""

    text: str
    node: str
    items: tuple[int, ...]
    item: int


def close(session: Session, book: Book, window: int, how: str) -> Collection:
    """Apply the fourth tier, and return what came of all. Raises `WriteError`."""
    _read(session, book)
    made = _Plan(session, book, window, how).made()
    text = session.document.changed(_written(session, made))
    nodes = dict.fromkeys(_NODE.findall(text))
    settled = session.shelf.settle(nodes)
    others = settled.others
    for promised, got in others.items():
        text = text.replace(promised, got)
    digest = made.text
    for promised, got in others.items():
        digest = digest.replace(promised, got)
    named = tuple(dict.fromkeys(others.get(one, one) for one in nodes))
    figures = _figures(session, made, window).replace(redacted=settled.redacted)
    return Collection(text, figures, digest, others.get(made.node, made.node), book, named)


def _read(session: Session, book: Book) -> None:
    """Write into the book what the cold part holds, digests first as they are the oldest."""
    by_call: dict[int, Output] = {}
    by_item: dict[int, list[int]] = {}
    for number, output in enumerate(session.outputs.every):
        if not output.result.shadow:
            by_item.setdefault(output.item, []).append(number)
            if output.call:
                by_call.setdefault(id(output.call), output)
    for turn in session.cold:
        if session.digest_of(turn):
            digests.restore(book, session.entries[turn.items[0]].text)
            continue
        for at in turn.items:
            book.read(session.entries[at], by_call)
            for number in by_item.get(at, ()):
                book.result(session.outputs.every[number], session.outputs.trace(number))


class _Plan:
    """Finds out how many of the cold turns are to be in the digest."""

    def __init__(self, session: Session, book: Book, window: int, how: str) -> None:
        self._session = session
        self._book = book
        self._window = window
        self._how = how
        self._cold = session.cold
        self._hot = {at for turn in session.hot for at in turn.items}
        self._marks = [session.digest_of(turn) for turn in self._cold]
        self._original = [session.originally(turn) for turn in self._cold]
        self._asked = list(book.asked)
        self._sizes: dict[int, int] = {}

    def made(self) -> _Digest:
        """Return the digest that reaches the goal, or comes nearest to it."""
        following = self._session.hot[0] if self._session.hot else None
        cuts = digesting.cuts(self._cold, following, alternates=self._session.shape.alternates)
        turns = self._gone(digesting.count(self._need(), cuts))
        if not turns:
            return _Digest("", "", (), -1)
        first = self._marks[turns[0]]
        node = first.node if first and len(turns) == 1 else self._kept(turns)
        items = tuple(sorted(at for turn in turns for at in self._cold[turn].items))
        item = self._session.shape.successor(self._session.values, items, self._hot)
        return _Digest(self._text(turns, node), node, items, item)

    def _need(self) -> digesting.Need:
        session = self._session
        apart = [turn for turn in session.turns if turn.kept] + session.hot
        return digesting.Need(
            self._window,
            sum(map(session.before, apart)),
            sum(self._original),
            self._turns(range(len(self._cold))),
            [session.now(turn) for turn in self._cold],
            max((at + 1 for at, mark in enumerate(self._marks) if mark), default=0),
            self._size,
        )

    def _gone(self, cut: int) -> list[int]:
        """Return which turns go if so many are to: not those that the hot ones refer to."""
        session = self._session
        turns = list(range(cut))
        while turns:
            gone = {at for turn in turns for at in self._cold[turn].items}
            anchors = session.shape.anchors(session.values, gone, self._hot)
            going = [turn for turn in turns if anchors.isdisjoint(self._cold[turn].items)]
            if going == turns:
                break
            turns = going
        return turns

    def _turns(self, turns: Sequence[int]) -> int:
        return sum(mark.count if (mark := self._marks[turn]) else 1 for turn in turns)

    def _size(self, cut: int) -> int:
        if cut not in self._sizes:
            self._sizes[cut] = measure.tokens(self._text(self._gone(cut), _NO_NODE)) + measure.MESSAGE
        return self._sizes[cut]

    def _text(self, turns: Sequence[int], node: str) -> str:
        """Return the digest's text; what stays asks for itself."""
        self._book.asked = Names()
        for name in self._asked:
            self._book.asked.restore(name)
        for turn in turns:
            if not self._marks[turn]:
                for at in self._cold[turn].items:
                    self._book.ask(self._session.entries[at])
        mark = Mark(DIGEST, node, self._turns(turns), sum(self._original[turn] for turn in turns))
        return digests.rendered(self._book, mark, self._how)

    def _kept(self, turns: Sequence[int]) -> str:
        """Put the turns away as they came, with what an earlier digest stands for; return the node."""
        session = self._session
        held: dict[int, str] = {}
        places: list[int] = []
        for turn in turns:
            mark = self._marks[turn]
            text = session.shelf.read(mark.node) if mark else None
            items = self._cold[turn].items
            if text is not None:
                held[items[0]] = text
            places += items[:1] if text is not None else items
        parts = (held[at] if at in held else session.document.slice(at) for at in sorted(places))
        lines = (part.removesuffix("\n") + "\n" for part in parts)
        return session.shelf.keep(lines, f"{self._turns(turns)} turns of a session").node


def _written(session: Session, made: _Digest) -> dict[int, str | None]:
    """Return the items that change, as they are written."""
    shape, hot = session.shape, {at for turn in session.hot for at in turn.items}
    gone = {at: session.values[at] for at in made.items}
    values = {at: value for at, value in enumerate(session.values) if at not in gone}
    new: dict[int, Any] = {at: shape.replaced(values[at], texts) for at, texts in session.new.items() if at in values}
    if gone:
        values[made.item] = gone[made.item]
        if made.text != session.entries[made.item].text:
            new[made.item] = shape.digest(made.text, gone[made.item])
        new |= shape.linked({**values, **new}, hot, made.item, gone)
    return {
        **dict.fromkeys((at for at in gone if at != made.item), None),
        **{at: dumped(value) for at, value in new.items()},
    }


def _figures(session: Session, made: _Digest, window: int) -> Statistics:
    gone = frozenset(made.items)
    staying = [turn for turn in session.cold if gone.isdisjoint(turn.items)]
    going = [turn for turn in session.cold if not gone.isdisjoint(turn.items)]
    cold = sum(map(session.before, session.cold))
    digest = session.shape.digest(made.text, session.values[made.item]) if gone else None
    after = sum(map(session.now, staying)) + (session.shape.entries([digest])[0].tokens if gone else 0)
    total = sum(map(session.before, session.turns))
    marks = [mark for turn in session.cold if (mark := session.digest_of(turn))]
    given = [output for output in session.outputs.every if output.item not in gone and not output.result.shadow]
    sorts = [
        mark.sort
        for one in given
        if one.slot in session.new.get(one.item, ()) and (mark := mark_of(session.text_of(one)))
    ]
    return Statistics(
        session.shape.name,
        turns=len(session.hot) + len(session.cold),
        hot=len(session.hot),
        cold=len(session.cold),
        kept=sum(turn.kept for turn in session.turns),
        folded=sorts.count(FOLDED),
        repeated=sorts.count(REPEATED),
        digested=len(going) - len(marks),
        digested_before=sum(mark.count for mark in marks),
        before=total,
        after=total - cold + after,
        window=window,
        cold_before=cold,
        cold_after=after,
        original=sum(map(session.originally, session.cold)),
        orphans=session.outputs.orphans,
        cut=size(session.document.tail),
    )
