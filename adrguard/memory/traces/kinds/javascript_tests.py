"""jest, vitest and node's own test runner (TAP as well)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.memory.traces.kind import Kind, pattern

if TYPE_CHECKING:
    from adrguard.memory.traces.book import Book, Found

JEST, VITEST, TAP = "jest", "vitest", "tap"
_JEST = pattern(r"^ {1,4}● (.+)$")
_VITEST = pattern(r"^ *FAIL  (\S+.*? > .+)$")
_TAP = pattern(r"^ *not ok \d+(?: -)? ?(.*)$")
_FRAME = pattern(r"^\s+at .*?\(?((?:file://)?[^\s()]+):(\d+):(\d+)\)?$")
_ARROW = pattern(r"^ *\x{276f} (?:.* )?(\S+):(\d+):(\d+)$")
_LOCATION = pattern(r"^\s+location: ['\"](.+):(\d+):(\d+)['\"]$")
_TOLD = pattern(r"^\s+error: ['\"|](.*?)['\"-]?$")
_NAMED = pattern(r"^\s*(\w*Error)\b(?: \[\w+\])?: (.*)$")
_SUMMED = pattern(r"^ *(?:Tests|Test Suites|Test Files)(?::| ) *\d+ |^# (?:tests|pass|fail) \d+$")
_FOREIGN = ("node_modules", "node:internal", "node:")
_MOST_FOLLOWED = 80
_AGAIN = "Summary of all failing tests"


class _Reader:
    def __init__(self, book: Book) -> None:
        self.follows = False
        self._book = book
        self._left = 0
        self._open: tuple[str, int, str] | None = None
        self._words = ""
        self._again = False

    def read(self, text: str, at: int) -> bool:
        if text.startswith(_AGAIN):
            self._again = True
            return True
        begun = self._begun(text)
        if begun:
            self.end()
            if not self._again:
                self._book.phase(begun[0], "Tests", at)
                self._open, self._words, self._left, self.follows = (begun[0], at, begun[1]), "", _MOST_FOLLOWED, True
            return True
        if _SUMMED.match(text):
            self.end()
            self._book.result(at, text)
            return True
        return self._follow(text) if self.follows else False

    def _begun(self, text: str) -> tuple[str, str] | None:
        for tool, shape in ((JEST, _JEST), (VITEST, _VITEST), (TAP, _TAP)):
            found = shape.match(text)
            if found and "Console" not in found[1]:
                return tool, found[1]
        return None

    def _follow(self, text: str) -> bool:
        self._left -= 1
        place = _FRAME.match(text) or _ARROW.match(text) or _LOCATION.match(text)
        if place and not any(part in place[1] for part in _FOREIGN):
            self._write().place(place[1].removeprefix("file://"), int(place[2]), int(place[3]))
            self._open, self.follows = None, False
        elif self._left < 0:
            self.end()
            return False
        told = _TOLD.match(text)
        if told and self._open and self._open[0] == TAP:
            self._words = told[1]
        elif not self._words and text.strip() and self._open and self._open[0] != TAP:
            self._words = text.strip()
        return True

    def _write(self) -> Found:
        tool, at, title = self._open or (JEST, 0, "")
        named = _NAMED.match(self._words)
        code, message = (named[1], named[2]) if named else ("", self._words or title)
        key = f"{code} {_skeleton(message)}" if code in ("", "AssertionError", "Error") else ""
        return self._book.error(tool, at, code, message, key)

    def end(self) -> None:
        self.follows = False
        if self._open:
            self._write()
        self._open = None


def _skeleton(message: str) -> str:
    from adrguard.memory.traces.book import skeleton

    return skeleton(message)


KIND = Kind(
    JEST,
    (
        r" {1,4}● ",
        r" *FAIL  \S+.* > ",
        r" *not ok \d+",
        r" *(?:Tests|Test Suites|Test Files)(?::| ) *\d+ ",
        r"# (?:tests|pass|fail) \d+$",
        _AGAIN,
    ),
    _Reader,
)
