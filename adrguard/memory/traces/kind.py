"""What a kind of log is: which lines it wants to see, and a reader that makes something of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import re2

from adrguard.memory.spans import ANYWHERE, AT_START, asked
from adrguard.model.record import Record

if TYPE_CHECKING:
    from collections.abc import Callable

    from adrguard.memory.traces.book import Book

# A CI service's stamp, or that of a build step, may stand before any line.
STAMP = r"(?:\d{4}-\d\d-\d\dT[\d:.]+Z ?)?(?:#\d+ \d+\.\d+ )?"
_MEMORY = 32 << 20


class Reader(Protocol):
    """Reads the lines of one kind.

    While `follows` is true it is given every line, else those that match a trigger of its kind.
    """

    follows: bool

    def read(self, text: str, at: int) -> bool:
        """Take a line (its stamp cut off) and its number; say whether it is this kind's alone."""

    def end(self) -> None:
        """Write down what is still open."""


class Kind(Record):
    """A kind of log: its name, patterns (RE2, from a line's beginning) of lines to be shown, how to make a reader."""

    name: str
    triggers: tuple[str, ...]
    reader: Callable[[Book], Reader]


def options() -> re2.Options:
    """Return the options of every pattern here; one that does not fit its memory is an error, not a slow search."""
    made = re2.Options()
    made.log_errors = False
    made.max_mem = _MEMORY
    return made


class Pattern:
    """A compiled pattern for lines."""

    __slots__ = ("_begins", "_matched")

    def __init__(self, source: str, begins: str = "") -> None:
        self._matched = asked(source.encode(), options())
        self._begins = begins

    def match(self, text: str) -> Match | None:
        """Return the match at the beginning of a text."""
        if self._begins and text[:1] not in self._begins:
            return None
        data = text.encode("utf-8", "replace")
        spans = self._matched(AT_START, data, 0, len(data))
        return Match(data, spans) if spans[0][0] >= 0 else None

    def search(self, text: str) -> Match | None:
        """Return the first match in a text."""
        data = text.encode("utf-8", "replace")
        spans = self._matched(ANYWHERE, data, 0, len(data))
        return Match(data, spans) if spans[0][0] >= 0 else None


class Match:
    """What a pattern matched."""

    __slots__ = ("_data", "_spans")

    def __init__(self, data: bytes, spans: list[tuple[int, int]]) -> None:
        self._data = data
        self._spans = spans

    def __getitem__(self, group: int) -> Any:
        """Return the text of a group, None where it matched nothing."""
        start, end = self._spans[group]
        return self._data[start:end].decode() if start >= 0 else None

    def groups(self) -> tuple[Any, ...]:
        """Return the texts of all groups."""
        data = self._data
        return tuple([data[start:end].decode() if start >= 0 else None for start, end in self._spans[1:]])

    def end(self, group: int = 0) -> int:
        """Return where in the text a group ends."""
        return len(self._data[: self._spans[group][1]].decode())


def pattern(source: str, begins: str = "") -> Pattern:
    """Compile a pattern that takes linear time whatever the line; `begins` are all signs that it can begin with."""
    return Pattern(source, begins)
