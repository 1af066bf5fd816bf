"""What all tools of a session gave back, each with its call, without secrets, and as the log that it may be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.memory.gc.facts.errors import is_log
from adrguard.memory.gc.facts.outcome import outcome
from adrguard.memory.gc.grouping import calls_by_result
from adrguard.memory.gc.marks import DIGEST, mark_of
from adrguard.memory.gc.parts import Call, Output
from adrguard.memory.secrets.redaction import redact
from adrguard.memory.traces.reading import read_bytes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adrguard.memory.gc.facts.outcome import Outcome
    from adrguard.memory.gc.parts import Entry, Result, Shelf
    from adrguard.memory.traces.trace import Trace


class Outputs:
    """The outputs in the session's order."""

    def __init__(self, entries: Sequence[Entry], shelf: Shelf) -> None:
        self._shelf = shelf
        calls = calls_by_result(entries)
        self.every = [
            self._output(index, result, calls.get((index, result.slot)), aside=bool(entry.side))
            for index, entry in enumerate(entries)
            for result in entry.results
        ]
        self.orphans = sum(not one.call for one in self.every if not one.result.shadow)
        self._outcomes: dict[int, Outcome] = {}
        self._traces: dict[int, Trace | None] = {}

    def _output(self, index: int, result: Result, call: Call | None, *, aside: bool) -> Output:
        call = call or (Call("", result.name, {}) if result.name else None)
        mark = mark_of(result.text)
        if not mark or mark.sort == DIGEST:
            clean, redacted = ("", -1) if result.shadow else redact(result.text)
            return Output(index, call, result, clean, aside=aside, redacted=redacted)
        held = self._shelf.read(mark.node)
        return Output(index, call, result, result.text if held is None else held, mark.node, held is None, aside)

    def put_away(self, number: int, node: str) -> None:
        """Take note that an output is in a node now."""
        self.every[number] = self.every[number].replace(node=node)

    def outcome(self, number: int) -> Outcome:
        """Return how a call went."""
        if number not in self._outcomes:
            output = self.every[number]
            self._outcomes[number] = outcome(output.result, output.clean)
        return self._outcomes[number]

    def trace(self, number: int) -> Trace | None:
        """Return what the log says that a call gave back, None where it gave none back."""
        if number not in self._traces:
            output, done = self.every[number], self.outcome(number)
            readable = not output.result.shadow and not output.lost and is_log(output.call, done)
            self._traces[number] = read_bytes(done.text.encode("utf-8", "replace")) if readable else None
        return self._traces[number]
