"""A session that is being collected: what its items say, which turns are cold, and what took the place of what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.memory.gc import digest, measure
from adrguard.memory.gc.grouping import turns_of
from adrguard.memory.gc.marks import DIGEST, mark_of
from adrguard.memory.gc.outputs import Outputs
from adrguard.memory.gc.tiers import hot

if TYPE_CHECKING:
    from adrguard.memory.gc.document import Document
    from adrguard.memory.gc.marks import Mark
    from adrguard.memory.gc.parts import Output, Shelf, Turn
    from adrguard.memory.gc.shapes.shape import Shape


class Session:
    """The session.

    turns, cold, hot   by where they end
    new                the texts that results have now, by item and slot
    """

    def __init__(self, document: Document, shape: Shape, hot_window: int, shelf: Shelf) -> None:
        self.document = document
        self.shape = shape
        self.shelf = shelf
        self.values = document.values
        self.entries = shape.entries(self.values)
        self.turns = turns_of(self.entries)
        self.cold, self.hot = hot.split(self.turns, hot_window)
        self.cold_items = {at for turn in self.cold for at in turn.items}
        self.outputs = Outputs(self.entries, shelf)
        self.new: dict[int, dict[int, str]] = {}
        self._saved: dict[int, int] = {}

    def may_change(self, output: Output) -> bool:
        """Say whether an output may give way to something."""
        return output.item in self.cold_items and not output.result.fixed and not output.aside

    def text_of(self, output: Output) -> str:
        """Return the text that a result has now."""
        return self.new.get(output.item, {}).get(output.slot, output.result.text)

    def replace(self, output: Output, text: str) -> None:
        """Put a text in the place of a result's."""
        if not output.result.shadow:
            saved = measure.tokens(self.text_of(output)) - measure.tokens(text)
            self._saved[output.item] = self._saved.get(output.item, 0) + saved
        self.new.setdefault(output.item, {})[output.slot] = text

    def digest_of(self, turn: Turn) -> Mark | None:
        """Return the mark of a turn that is a digest."""
        entry = self.entries[turn.items[0]]
        mark = mark_of(entry.text) if entry.asks and len(turn.items) == 1 else None
        return mark if mark and mark.sort == DIGEST and digest.is_one(entry.text) else None

    def before(self, turn: Turn) -> int:
        """Return the tokens of a turn as it came."""
        return sum(self.entries[at].tokens for at in turn.items)

    def now(self, turn: Turn) -> int:
        """Return the tokens of a turn as it is now."""
        return self.before(turn) - sum(self._saved.get(at, 0) for at in turn.items)

    def originally(self, turn: Turn) -> int:
        """Return the tokens of a turn before anything of it was ever put away."""
        mark = self.digest_of(turn)
        if mark:
            return mark.tokens
        total = self.before(turn)
        for at in turn.items:
            entry = self.entries[at]
            for result in () if entry.side else entry.results:
                folded = None if result.shadow else mark_of(result.text)
                total += folded.tokens - measure.tokens(result.text) if folded else 0
        return total
