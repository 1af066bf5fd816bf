"""mypy and pyright: the rule may stand at the end of the words, some lines further on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.memory.traces.kind import Kind, pattern

if TYPE_CHECKING:
    from adrguard.memory.traces.book import Book

MYPY, PYRIGHT = "mypy", "pyright"
_MYPY = pattern(r"^((?:[A-Za-z]:[\\/])?[^\s:][^:]*\.pyi?):(\d+):(?:(\d+):)?(?:\d+:\d+:)? (error|warning): (.*)$")
_PYRIGHT = pattern(r"^ +((?:[A-Za-z]:[\\/])?[^\s:][^:]*):(\d+):(\d+) - (error|warning|information): (.*)$")
_CODED = pattern(r"^(.*?) *\[([a-z][a-z0-9-]*)\]$")
_RULED = pattern(r"^(.*?) *\((report\w+)\)$")
_WRAPPED = pattern(r"^[^\s:][^:]*(?::[^\d].*)?$")
_TOTAL = pattern(r"^(?:Found \d+ error|Success: )")
_DEEPER = pattern(r"^[ \x{a0}]{4,}[^ \x{a0}]")
_SUMMED = pattern(r"^\d+ errors?, \d+ warnings?, \d+ (?:information|note)s? *$")
_MOST_LINES, _MOST_WRAPPED = 8, 3


class _Reader:
    def __init__(self, book: Book) -> None:
        self.follows = False
        self._book = book
        self._open: tuple[int, str, tuple[str, int, int], bool] | None = None
        self._words = self._begun = ""
        self._left = 0
        self._sure = False

    def read(self, text: str, at: int) -> bool:
        if self.follows and self._goes_on(text):
            return True
        self._close("")
        if _SUMMED.match(text):
            self._book.result(at, text)
            return True
        for tool, shape in ((MYPY, _MYPY), (PYRIGHT, _PYRIGHT)):
            found = shape.match(text)
            if found:
                self._begin(tool, found.groups(), at)
                return True
        return False

    def _begin(self, tool: str, found: tuple[str | None, ...], at: int) -> None:
        path, line, column, level, words = found
        self._open = (at, tool, (path or "", int(line or 0), int(column or 0)), level != "error")
        self._left = _MOST_WRAPPED if tool == MYPY else _MOST_LINES
        self._words, self._begun, self.follows = "", words or "", True
        self._say(words or "")

    def _say(self, words: str) -> None:
        """Add to the words; they are at their end where they name the rule."""
        ended = (_CODED if self._open and self._open[1] == MYPY else _RULED).match(words)
        self._words = f"{self._words} {(ended[1] if ended else words).strip()}".strip()
        if ended:
            self._close(ended[2])

    def _goes_on(self, text: str) -> bool:
        self._left -= 1
        shape = _WRAPPED if self._open and self._open[1] == MYPY else _DEEPER
        if self._left < 0 or not shape.match(text) or _SUMMED.match(text) or _TOTAL.match(text):
            return False
        self._say(text)
        return True

    def _close(self, code: str) -> None:
        self.follows = False
        if self._open:
            at, tool, place, warns = self._open
            self._open = None
            self._sure = self._sure or bool(code) or tool == PYRIGHT
            self._book.phase(tool, "Type check", at)
            write = self._book.warning if warns else self._book.error
            # Without a rule at their end, the lines that follow were not of these words.
            write(tool, at, code, self._words if code or tool == PYRIGHT else self._begun).place(*place)

    def end(self) -> None:
        """Where nothing named a rule, it may be anybody's."""
        self._close("")
        if not self._sure:
            self._book.disown(MYPY)


KIND = Kind(
    MYPY,
    (
        r"(?:[A-Za-z]:[\\/])?[^\s:][^:]*\.pyi?:\d+:(?:\d+:)?(?:\d+:\d+:)? (?:error|warning): ",
        r" +(?:[A-Za-z]:[\\/])?[^\s:][^:]*:\d+:\d+ - (?:error|warning|information): ",
        r"\d+ errors?, \d+ warnings?, \d+ (?:information|note)s? *$",
    ),
    _Reader,
)
