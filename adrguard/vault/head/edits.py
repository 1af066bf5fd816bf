"""Edits of a note's text: every byte outside of them stays, whatever it is."""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING

from adrguard.model.errors import AdrguardError, Problem
from adrguard.model.record import Record
from adrguard.vault.source import Source

if TYPE_CHECKING:
    from collections.abc import Iterable

_FOREIGN = (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_BOM = codecs.BOM_UTF8
_SURROGATE = re.compile("[\udc80-\udcff]")


class SpliceError(AdrguardError):
    """A note cannot be edited safely; `problem` says where and why. Nothing has been changed."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(f"{problem.place}: {problem.message}", problem.hint)
        self.problem = problem


class Edit(Record):
    """The text from offset `start` up to `end` gives way to `new`."""

    start: int
    end: int
    new: str


class Written:
    """A note's bytes as text that turns back into the same bytes, and as the `Source` that places refer to.

    A byte that is no UTF-8 stands as a lone surrogate in `text` and as U+FFFD in `source`, so that offsets agree;
    `readable` is the latter as bytes. Raises `SpliceError` for a note that is no UTF-8 text.
    """

    def __init__(self, path: str, data: bytes) -> None:
        if data.startswith(_FOREIGN):
            message = "the note is UTF-16 or UTF-32, and only UTF-8 can be edited"
            raise SpliceError(Problem(path, 1, 1, message, "save it as UTF-8", "encoding"))
        self.mark = _BOM if data.startswith(_BOM) else b""
        self.text = data[len(self.mark) :].decode("utf-8", "surrogateescape")
        self.readable = _BOM + _SURROGATE.sub("\ufffd", self.text).encode()
        self.source = Source(path, self.readable)
        if "\0" in self.text:
            raise SpliceError(self.source.problems[0])

    def edited(self, edits: Iterable[Edit]) -> bytes:
        """Return the bytes of the note with the edits made. They must not overlap; equal places keep their order."""
        parts: list[str] = []
        at = 0
        for edit in sorted(edits, key=lambda edit: edit.start):
            parts += (self.text[at : edit.start], edit.new)
            at = edit.end
        return self.mark + "".join((*parts, self.text[at:])).encode("utf-8", "surrogateescape")

    @property
    def eol(self) -> str:
        """The line end that most of the note's lines have."""
        return "\r\n" if 2 * self.text.count("\r\n") > self.text.count("\n") else "\n"

    def instead(self, start: int, old: str, new: str) -> Edit:
        """Return the edit that puts `new` where the readable text `old` stands. Raises `SpliceError` if it does not."""
        if not self.source.text.startswith(old, start):
            raise self.error(start, "this line cannot be edited safely", "edit it by hand")
        return Edit(start, start + len(old), new)

    def after(self, first: int, last: int, new: str) -> Edit:
        """Return the edit that adds `new` behind the last line from `first` up to `last` that says anything.

        Lines are those that Markdown sees. Raises `SpliceError` if that one ends in a lone carriage return.
        """
        line = max(first, last - 1)
        while line > first and not self.source.lines[line].strip():
            line -= 1
        at = self.source.starts[line] + len(self.source.lines[line])
        return self._inserted(at, new)

    def at_end(self, new: str) -> Edit:
        """Return the edit that adds `new` at the end of the note, before its last line end and blank lines."""
        return self._inserted(len(self.text.rstrip()), new)

    def _inserted(self, at: int, new: str) -> Edit:
        if (self.text[at : at + 2].startswith("\r") and self.text[at : at + 2] != "\r\n") or (
            "\r" in self.text and "\n" not in self.text
        ):
            raise self.error(at, "this line ends in a lone carriage return", "end it in a line feed")
        return Edit(at, at, new)

    def line_end(self, offset: int) -> int:
        """Return where the line around `offset` ends, before its line feed and a carriage return."""
        end = self.text.find("\n", offset)
        end = len(self.text) if end < 0 else end
        return end - 1 if end > offset and self.text[end - 1] == "\r" else end

    def error(self, offset: int, message: str, hint: str, code: str = "not-spliced") -> SpliceError:
        """Say why the note cannot be edited at `offset`."""
        return SpliceError(self.source.problem(offset, message, hint, code))
