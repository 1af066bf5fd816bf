"""jest, vitest and node's own test runner (TAP as well)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.memory.traces.kind import Kind, pattern

if TYPE_CHECKING:
    import re2

    from adrguard.memory.traces.book import Book

JEST, VITEST, TAP = "jest", "vitest", "tap"
_JEST = pattern(r"^ {1,4}● (.+)$")
_VITEST = pattern(r"^ *FAIL  (\S+.*? > .+)$")
_TAP = pattern(r"^ *not ok \d+(?: -)? ?(.*)$")
_SUITE = pattern(r"^\s+failureType: '(subtestsFailed)'$")
_FRAME = pattern(r"^\s+at .*?\(?((?:file://)?[^\s()]+):(\d+):(\d+)\)?$")
_ARROW = pattern(r"^ *\x{276f} (?:.* )?(\S+):(\d+):(\d+)$")
_LOCATION = pattern(r"^\s+location: ['\"](.+):(\d+):(\d+)['\"]$")
_TOLD = pattern(r"^\s+error: (?:\|-?|['\"](.*?)['\"])$")
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
        self._place: tuple[str, int, int] | None = None
        self._awaits_words = False
        self._again = False
        self._is_suite = False

    def read(self, text: str, at: int) -> bool:
        if text.startswith(_AGAIN):
            self._again = True
            return True
        begun = self._begun(text)
        if begun:
            self.end()
            if not self._again:
                self._begin(begun, at)
            return True
        if _SUMMED.match(text):
            self.end()
            self._book.result(at, text)
            return True
        if not self._open or not self.follows:
            return False
        return self._follow_tap(text) if self._open[0] == TAP else self._follow(text)

    def _begun(self, text: str) -> tuple[str, str] | None:
        for tool, shape in ((JEST, _JEST), (VITEST, _VITEST), (TAP, _TAP)):
            found = shape.match(text)
            if found and "Console" not in found[1]:
                return tool, found[1]
        return None

    def _begin(self, begun: tuple[str, str], at: int) -> None:
        self._book.phase(begun[0], "Tests", at)
        self._open, self._words, self._place = (begun[0], at, begun[1]), "", None
        self._left, self.follows, self._awaits_words = _MOST_FOLLOWED, True, False

    def _follow(self, text: str) -> bool:
        self._left -= 1
        place = _FRAME.match(text) or _ARROW.match(text)
        if place and not any(part in place[1] for part in _FOREIGN):
            self._place = _placed(place)
            self.end()
        elif self._left < 0:
            self.end()
            return False
        elif not self._words and text.strip():
            self._words = text.strip()
        return True

    def _follow_tap(self, text: str) -> bool:
        """Read the block of particulars that stands between ``---`` and ``...``."""
        self._left -= 1
        place, told = _LOCATION.match(text), _TOLD.match(text)
        if _SUITE.match(text):
            self._is_suite = True  # its tests are told one by one
        if place:
            self._place = _placed(place)
        elif told:
            self._words, self._awaits_words = told[1] or "", not told[1]
        elif self._awaits_words and text.strip():
            self._words, self._awaits_words = text.strip(), False
        if self._left < 0 or text.strip() == "...":
            self.end()
        return True

    def end(self) -> None:
        self.follows = False
        if self._open and not self._is_suite:
            tool, at, title = self._open
            named = _NAMED.match(self._words)
            code, message = (named[1], named[2]) if named else ("", self._words or title)
            key = f"{code} {_skeleton(message)}" if code in ("", "AssertionError", "Error") else ""
            found = self._book.error(tool, at, code, message, key)
            if self._place:
                found.place(*self._place)
        self._open, self._is_suite = None, False


def _placed(found: re2._Match[str]) -> tuple[str, int, int]:
    return found[1].removeprefix("file://"), int(found[2]), int(found[3])


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
