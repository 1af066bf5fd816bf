"""Which errors a call met."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.memory.gc.facts.commands import is_reading
from adrguard.memory.gc.facts.tools import OTHER, RUN, about, command_of, kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adrguard.memory.gc.facts.outcome import Outcome
    from adrguard.memory.gc.parts import Call
    from adrguard.memory.traces.trace import Failure, Trace

_WRAPPED = ("<tool_use_error>", "</tool_use_error>")


def is_log(call: Call | None, done: Outcome) -> bool:
    """Say whether what a call gave back is the log of what ran: what a file holds is no error that was met."""
    if not done.text:
        return False
    what = kind(call)
    return what == OTHER or (what == RUN and not (call and is_reading(command_of(call.arguments))))


def errors(call: Call | None, done: Outcome, trace: Trace | None) -> Iterator[str]:
    """Yield the errors that a call met: each kind that its log shows, or what the tool says of its failure."""
    failures = trace.failures if trace else ()
    yield from (_worded(one) for one in failures)
    if trace and trace.unlisted:
        yield f"{trace.unlisted} errors more, of kinds beyond the first {len(failures)}"
    if done.failed and not failures:
        yield _failure(call, done)


def _worded(one: Failure) -> str:
    return " ".join(part for part in (one.code, one.place, one.message) if part)


def _failure(call: Call | None, done: Outcome) -> str:
    """Return what a tool says of its failure, and what it was that failed."""
    text = done.text
    for mark in _WRAPPED:
        text = text.replace(mark, "")
    said = next((line.strip() for line in text.split("\n") if line.strip()), "")
    code = f"exit code {done.code}" if done.code not in (None, 0) and "code" not in said.lower() else ""
    return (
        ": ".join(part for part in (about(call), " ".join(part for part in (code, said) if part)) if part)
        or "a tool failed"
    )


def noted(text: str) -> Iterator[str]:
    """Yield the errors that the diagram of a log names which is gone."""
    inside = False
    for line in text.split("\n"):
        inside = (inside or "note right of" in line) and "end note" not in line
        words = line.strip()
        if inside and "note right of" not in line and not words.startswith("and "):
            yield words
