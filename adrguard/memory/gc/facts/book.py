"""The book of what a session came to: read turn by turn, or restored from a digest and read on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.memory.gc.facts.decisions import decided_by, decisions, records
from adrguard.memory.gc.facts.edits import edits
from adrguard.memory.gc.facts.errors import errors, noted
from adrguard.memory.gc.facts.names import Names
from adrguard.memory.gc.facts.outcome import outcome
from adrguard.memory.gc.facts.said import LONGEST
from adrguard.memory.gc.facts.tasks import Tasks

if TYPE_CHECKING:
    from collections.abc import Mapping

    from adrguard.memory.gc.facts.edits import Written
    from adrguard.memory.gc.parts import Call, Entry, Output
    from adrguard.memory.traces.trace import Trace

MOST_ASKED = 20
_LONGEST_ASKED = 300


class Book:
    """What was asked and decided, which records of decisions were named, files edited, errors met, tasks left open.

    Reading a turn again changes nothing.
    """

    def __init__(self, written: Written = lambda _: ()) -> None:
        self.asked = Names()
        self.decisions = Names()
        self.records = Names()
        self.edits = Names()
        self.errors = Names()
        self.tasks = Tasks()
        self._written = written

    def ask(self, entry: Entry) -> None:
        """Take what a person asks for in an item."""
        if entry.asks:
            self.asked.add(_first_words(entry.text))

    def read(self, entry: Entry, outputs: Mapping[int, Output]) -> None:
        """Take what an item says, but for its results; `outputs` are the results by `id` of the call."""
        if entry.failure:
            self.errors.add(entry.failure)
        for one in decisions(entry.text):
            self.decisions.add(one)
        for one in records(entry.text):
            self.records.add(one)
        self.tasks.say(entry.text)
        for call in entry.calls:
            self._call(call, outputs.get(id(call)))

    def _call(self, call: Call, output: Output | None) -> None:
        done = outcome(output.result, output.clean) if output else None
        for path in edits(call, done, self._written):
            self.edits.add(path)
            for one in records(path):
                self.records.add(one)
        for one in decided_by(call, done):
            self.decisions.add(one)
        self.tasks.call(call, output.clean if output else "")

    def result(self, output: Output, trace: Trace | None) -> None:
        """Take what a call gave back; `trace` is its log, where it was read."""
        if output.lost:
            for one in noted(output.clean):
                self.errors.add(one)
            return
        done = outcome(output.result, output.clean)
        for one in errors(output.call, done, trace):
            self.errors.add(one)


def _first_words(text: str) -> str:
    words = " ".join(text[:LONGEST].split())
    return words if len(words) <= _LONGEST_ASKED else words[: _LONGEST_ASKED - 1] + "…"
