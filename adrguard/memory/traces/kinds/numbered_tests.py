"""mocha and Playwright, which number the tests that failed and tell of each at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.memory.traces.kind import Kind, pattern

if TYPE_CHECKING:
    from adrguard.memory.traces.book import Book

MOCHA, PLAYWRIGHT = "mocha", "playwright"
_SPEC = pattern(r"^ +\d+\) (?:\[[^\]]+\] \x{203a} )?(\S[^:]*):(\d+):(\d+) \x{203a} (.+?)(?: \x{2500}+)?$")
_CASE = pattern(r"^ {2}\d+\) (.+)$")
_FAILING = pattern(r"^ {2}\d+ failing$")
_SUMMED = pattern(r"^ {2}\d+ (?:passing|failing|pending|failed|passed|flaky|skipped|did not run)\b")
_NAMED = pattern(r"^\s*(\w*(?:Error|Exception))\b(?: \[\w+\])?(?:: (.*))?$")
_FRAME = pattern(r"^\s+at (?:.*? \()?(?:file://)?((?:[A-Za-z]:)?[^\s():]+):(\d+):(\d+)\)?$")
_FOREIGN = ("node_modules", "node:")
_THEN = "\u203a"
_MOST_FOLLOWED = 80


class _Reader:
    def __init__(self, book: Book) -> None:
        self.follows = False
        self._book = book
        self._failing = False
        self._tool = ""
        self._title = ""
        self._in_title = False
        self._at = 0
        self._code = self._words = ""
        self._place = ("", 0, 0)
        self._left = 0

    def read(self, text: str, at: int) -> bool:
        spec = _SPEC.match(text)
        case = _CASE.match(text) if self._failing and not spec else None
        if spec:
            self._begin(PLAYWRIGHT, at, spec[4], (spec[1], int(spec[2]), int(spec[3])))
        elif case:
            self._begin(MOCHA, at, case[1], ("", 0, 0))
            self._in_title = not case[1].endswith(":")
        elif _SUMMED.match(text):
            self.end()
            self._failing = self._failing or bool(_FAILING.match(text))
            self._book.result(at, text.strip())
        elif self.follows:
            return self._follow(text)
        else:
            return False
        return True

    def _begin(self, tool: str, at: int, title: str, place: tuple[str, int, int]) -> None:
        self.end()
        self._book.phase(tool, "Tests", at)
        self._tool, self._at, self._title, self._place = tool, at, title, place
        self._code = self._words = ""
        self._in_title = False
        self.follows, self._left = True, _MOST_FOLLOWED

    def _follow(self, text: str) -> bool:
        self._left -= 1
        if self._left < 0:
            self.end()
            return False
        if self._in_title:
            self._in_title = not text.rstrip().endswith(":")
            return True
        frame = _FRAME.match(text)
        if frame and not any(part in frame[1] for part in _FOREIGN):
            self._place = (frame[1], int(frame[2]), int(frame[3]))
            self.end()
        elif not self._words and text.strip():
            named = _NAMED.match(text)
            self._code, self._words = (named[1], named[2] or named[1]) if named else ("", text.strip())
        return True

    def end(self) -> None:
        """Write down the test that is open; what follows its first frame is not asked."""
        self.follows = False
        if self._tool:
            words = self._words or self._title
            vague = self._code in ("", "Error", "AssertionError")
            key = f"{self._code} {_skeleton(words)}" if vague else ""
            found = self._book.error(self._tool, self._at, self._code, words, key)
            if self._place[0]:
                found.place(*self._place)
        self._tool = ""


def _skeleton(message: str) -> str:
    from adrguard.memory.traces.book import skeleton

    return skeleton(message)


KIND = Kind(
    MOCHA,
    (
        rf" +\d+\) (?:\[[^\]]+\] {_THEN} )?\S[^:]*:\d+:\d+ {_THEN} ",
        r"  \d+\) \S",
        r"  \d+ (?:passing|failing|pending|failed|passed|flaky|skipped|did not run)",
    ),
    _Reader,
)
