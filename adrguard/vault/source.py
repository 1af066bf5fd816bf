"""The text of a note, and where each of its characters stands in the file."""

from __future__ import annotations

import codecs
import re
from bisect import bisect_right

from adrguard.model.errors import Problem

_ENCODINGS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
LONGEST_EXCERPT = 500
_LINE_END = re.compile(r"\r\n|\r|\n")


class Source:
    """One note as text, without its byte-order mark, and as the lines that Markdown sees.

    Markdown and YAML break lines at a lone carriage return, too; a place that is shown to a person counts line feeds
    only, as git, grep and the rest of this program do. So offsets in `text` are what parts pass around, and `position`
    turns one into a line and a column.
    """

    def __init__(self, path: str, data: bytes) -> None:
        self.path = path
        self.problems: tuple[Problem, ...] = ()
        self.text = self._decode(data)
        self._newlines = [match.start() for match in re.finditer("\n", self.text)]
        self.starts = [0, *(match.end() for match in _LINE_END.finditer(self.text))]
        self.lines = _LINE_END.split(self.text)

    def _decode(self, data: bytes) -> str:
        text = self._decoded(data)
        at = text.find("\0")
        if at >= 0:
            line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
            message = "this is no text, as it has a NUL character, so its invariants may not be read"
            self.problems = (Problem(self.path, line, column, message, "save the note as UTF-8", "binary"),)
        return text

    def _decoded(self, data: bytes) -> str:
        for mark, encoding in _ENCODINGS:
            if data.startswith(mark):
                return self._decode_as(data[len(mark) :], encoding)
        return self._decode_as(data, "utf-8")

    def _decode_as(self, data: bytes, encoding: str) -> str:
        try:
            return data.decode(encoding)
        except UnicodeDecodeError as error:
            before = data[: error.start].decode(encoding, "replace")
            line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
            self.problems = (
                Problem(
                    self.path,
                    line,
                    column,
                    f"this byte is not {encoding.upper().removesuffix('-LE').removesuffix('-BE')}",
                    hint="save the note as UTF-8; text with such bytes in an invariant matches nothing",
                    code="encoding",
                    severity="warning",
                ),
            )
            return data.decode(encoding, "replace")

    def position(self, offset: int) -> tuple[int, int]:
        """Return the 1-based (line, column) of the character at `offset`, columns counted in characters."""
        line = bisect_right(self._newlines, offset - 1)
        start = self._newlines[line - 1] + 1 if line else 0
        return line + 1, offset - start + 1

    def line_of(self, offset: int) -> int:
        """Return the index in `lines` of the line that Markdown sees around `offset`."""
        return bisect_right(self.starts, offset) - 1

    def offset(self, line: int, column: int) -> int:
        """Return the offset of a 1-based place: the inverse of `position`."""
        return (self._newlines[line - 2] + 1 if line > 1 else 0) + column - 1

    def line_at(self, offset: int) -> str:
        """Return the whole line of the file around `offset`, without its end: what a report quotes; "" if too long."""
        end = self.text.find("\n", offset)
        start = self.text.rfind("\n", 0, offset) + 1
        line = self.text[start : end if end >= 0 else len(self.text)].rstrip("\r")
        return line if len(line) <= LONGEST_EXCERPT else ""

    def problem(self, offset: int, message: str, hint: str = "", code: str = "", severity: str = "error") -> Problem:
        """Say that something is wrong at `offset`."""
        line, column = self.position(offset)
        return Problem(self.path, line, column, message, hint, code, severity, self.line_at(offset))
