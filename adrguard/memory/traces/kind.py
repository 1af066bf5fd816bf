"""What a kind of log is: which lines it wants to see, and a reader that makes something of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import re2

from adrguard.model.record import Record

if TYPE_CHECKING:
    from collections.abc import Callable

    from adrguard.memory.traces.book import Book

# A CI service's stamp, or that of a build step, may stand before any line.
STAMP = r"(?:\d{4}-\d\d-\d\dT[\d:.]+Z ?)?(?:#\d+ \d+\.\d+ )?"
PATH = r"(?:[A-Za-z]:[\\/])?[^\s:()'\"][^:()'\"]*?"
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


def pattern(source: str) -> re2._Regexp[str]:
    """Compile a pattern that takes linear time whatever the line."""
    return re2.compile(source, options())
