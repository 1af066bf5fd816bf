"""Read a log: find what matters in one pass, looking closely only at lines that may say something."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import re2

from adrguard.memory.spans import ANYWHERE, AT_START, asked
from adrguard.memory.traces.book import Book
from adrguard.memory.traces.folding import folded
from adrguard.memory.traces.kind import STAMP, options
from adrguard.memory.traces.kinds import KINDS
from adrguard.memory.traces.portions import portions

if TYPE_CHECKING:
    from adrguard.memory.spans import Matched
    from adrguard.memory.traces.book import Last
    from adrguard.memory.traces.kind import Reader
    from adrguard.memory.traces.portions import Portion, Source
    from adrguard.memory.traces.trace import Trace

LONGEST_LINE = 4000
"""Bytes of a line that are looked at."""

_MOST_KNOWN = 2000
_FIGURES = bytes.maketrans(b"123456789", b"0" * 9)
_STAMPED = (*(b"%d" % figure for figure in range(10)), b"#")
_PLAIN = [len(KINDS) - 1]


def read(source: Source) -> Trace:
    """Return what a log says; `source(n)` returns up to n of its bytes, b"" at its end."""
    reading = Reading()
    for portion in portions(source):
        reading.feed(portion)
    return reading.end()


def read_bytes(data: bytes) -> Trace:
    """Return what a log says that is at hand."""
    return read(source_of(data))


def source_of(data: bytes) -> Source:
    """Return a source of bytes that are at hand."""
    at = 0

    def source(size: int) -> bytes:
        nonlocal at
        part = data[at : at + size]
        at += len(part)
        return part

    return source


class Reading:
    """A log that is being read; `feed` it all portions in order, then `end` it."""

    def __init__(self) -> None:
        self._book = Book()
        self._readers: list[Reader] = [kind.reader(self._book) for kind in KINDS]
        self._following: Reader | None = None
        self._known: dict[bytes, Last] = {}
        self._again = False
        self._near = False
        self._line = 1
        self._inside = False
        self._size = 0
        self._encoding = "utf-8"
        self._search, self._set, self._stamp = _patterns()

    @property
    def lines(self) -> int:
        """How many lines there were so far, the last one counted whether it has ended or not."""
        return self._line - (not self._inside)

    def feed(self, portion: Portion) -> None:
        """Take the next portion."""
        self._size += len(portion.raw)
        self._encoding = portion.encoding
        data = folded(portion.text)
        at = 0
        if self._inside:  # the line that the last portion began was looked at already
            at = data.find(b"\n") + 1
            self._line += at > 0
            if not at:
                return
        self._lines(data, at)
        self._inside = not data.endswith(b"\n") and bool(data)

    def _lines(self, data: bytes, at: int) -> None:
        while at < len(data):
            start = at
            if self._following is None:
                at = self._repeated(data, at) if self._again else at
                start = self._next(data, at)
                if start < 0:
                    break
                self._line += data.count(b"\n", at, start)
            stop = data.find(b"\n", start)
            stop = len(data) if stop < 0 else stop
            self._take(data[start : min(stop, start + LONGEST_LINE)])
            self._line += stop < len(data)
            at = stop + 1
        self._line += data.count(b"\n", at)

    def _next(self, data: bytes, at: int) -> int:
        """Return where the next line begins that may say something, -1 if none does."""
        stop = data.find(b"\n", at)
        if self._near and stop > at:  # one error is likely to follow another
            start = self._search(ANYWHERE, data, at, stop)[0][0]
            if start >= 0:
                return start
        start = self._search(ANYWHERE, data, at, len(data))[0][0]
        self._near = 0 <= start <= stop
        return start

    def _repeated(self, data: bytes, at: int) -> int:
        """Count lines that were there before with other figures: a log may have a million of them in a row."""
        known, again = self._known, self._book.again
        while known:
            stop = data.find(b"\n", at)
            last = known.get(data[at:stop].translate(_FIGURES)) if 0 <= stop - at < LONGEST_LINE else None
            if last is None:
                self._again = False
                break
            again(last, self._line)
            self._line += 1
            at = stop + 1
        return at

    def _take(self, whole: bytes) -> None:
        stamp = self._stamp(AT_START, whole, 0, len(whole))[0][1] if whole[:1] in _STAMPED else 0
        line = whole[stamp:] if stamp else whole
        text = line.decode("utf-8", "replace")
        if self._following is not None:
            claimed = self._following.read(text, self._line)
            if not self._following.follows:
                self._following = None
            if claimed:
                return
        kinds = sorted(self._set.Match(line) or ())  # the order of the registry
        if kinds == _PLAIN:
            self._plain(text, whole)
        else:
            self._closely(text, kinds)

    def _plain(self, text: str, whole: bytes) -> None:
        figures = whole.translate(_FIGURES)
        known = self._known.get(figures)
        self._again = known is not None
        if known:
            self._book.again(known, self._line)
            return
        before = self._book.written
        self._readers[_PLAIN[0]].read(text, self._line)
        if self._book.written == before + 1 and self._book.last and len(self._known) < _MOST_KNOWN:
            self._known[figures] = self._book.last

    def _closely(self, text: str, kinds: list[int]) -> None:
        for index in kinds:
            reader = self._readers[index]
            claimed = reader.read(text, self._line)
            if reader.follows:
                self._following = reader
            if claimed:
                return

    def end(self) -> Trace:
        """Return what the log says."""
        for reader in self._readers:
            reader.end()
        return self._book.trace(self.lines, self._size, self._encoding)


@functools.cache
def _patterns() -> tuple[Matched, re2.Set, Matched]:
    bytewise = options()
    bytewise.encoding = re2.Options.Encoding.LATIN1
    every = re2.Set.SearchSet(bytewise)
    for kind in KINDS:
        every.Add(f"^(?:{'|'.join(kind.triggers)})".encode())
    every.Compile()
    bytewise.never_nl = True  # a trigger speaks of one line
    triggers = "|".join(dict.fromkeys(trigger for kind in KINDS for trigger in kind.triggers))
    search = asked(f"(?m)^{STAMP}(?:{triggers})".encode(), bytewise)
    return search, every, asked(STAMP.encode(), bytewise)
