"""tsc, in both of its forms, and MSBuild's compilers, which share one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.memory.traces.kind import Kind, pattern

if TYPE_CHECKING:
    from adrguard.memory.traces.book import Book, Found

NAME = "tsc"
_DIAGNOSTIC = pattern(
    r"^\s*(.+?)(?:\((\d+),(\d+)\): |:(\d+):(\d+) - )(error|warning) ([A-Z]+\d+): (.*?)(?: \[[^\]]+proj\])?$"
)
_GLOBAL = pattern(r"^(error|warning) (TS\d+): (.*)$")
_SUMMED = pattern(r"^Found \d+ errors?")


class _Reader:
    def __init__(self, book: Book) -> None:
        self.follows = False
        self._book = book

    def read(self, text: str, at: int) -> bool:
        found = _DIAGNOSTIC.match(text)
        if found:
            path, line, column, line2, column2, level, code, message = found.groups()
            self._write(at, level, code, message).place(path, int(line or line2), int(column or column2))
            return True
        bare = _GLOBAL.match(text)
        if bare:
            self._write(at, bare[1], bare[2], bare[3])
            return True
        if _SUMMED.match(text):
            self._book.result(at, text)
            return True
        return False

    def _write(self, at: int, level: str, code: str, message: str) -> Found:
        tool = NAME if code.startswith("TS") else "msbuild"
        self._book.phase(tool, "Compilation", at)
        return (self._book.error if level == "error" else self._book.warning)(tool, at, code, message)

    def end(self) -> None:
        """Nothing is left open."""


KIND = Kind(
    NAME,
    (
        r"\s*.+(?:\(\d+,\d+\): |:\d+:\d+ - )(?:error|warning) [A-Z]+\d+: ",
        r"(?:error|warning) TS\d+: ",
        r"Found \d+ errors?",
    ),
    _Reader,
)
