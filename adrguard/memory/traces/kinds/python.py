"""Tracebacks of Python, unittest's among them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.memory.traces.kind import Kind, pattern

if TYPE_CHECKING:
    from adrguard.memory.traces.book import Book

NAME = "python"
UNITTEST = "unittest"
_BEGINS = pattern(r"^[\s|+-]*(?:Exception Group )?Traceback \(most recent call last\):")
_FRAME = pattern(r'^[\s|]*File "(.+?)", line (\d+)')
_RAISED = pattern(r"^[\s|]*([A-Za-z_][\w.]*)(?:: (.*))?$")
_CASE = pattern(r"^(?:ERROR|FAIL): \S+ \(.+\)")
_ENDED = pattern(r"^(.+) \.\.\. (?:ok|FAIL|ERROR|skipped .*|expected failure|unexpected success)$")
_METHOD = pattern(r"^\s*\w+ \([\w.]+\)")
_LINKED = ("During handling of the above exception", "The above exception was the direct cause")
_FOREIGN = ("site-packages", "dist-packages", "/lib/python", "\\Lib\\", "<frozen ")
_MOST_FOLLOWED = 400


class _Reader:
    def __init__(self, book: Book) -> None:
        self.follows = False
        self._book = book
        self._tool = NAME
        self._left = 0
        self._verbose = False
        self._own: tuple[str, int] = ("", 0)
        self._last: tuple[str, int] = ("", 0)
        self._raised: tuple[int, str, str] | None = None

    def read(self, text: str, at: int) -> bool:
        if self.follows:
            return self._follow(text, at)
        if _BEGINS.match(text) or _FRAME.match(text):
            self._begin()
            return self._follow(text, at)
        if _CASE.match(text):
            self._tool = UNITTEST
            self._book.phase(UNITTEST, "Tests", at)
            return True
        ended = _ENDED.match(text)
        if ended:
            return self._told(ended[1], at)
        if text.startswith(("Ran ", "FAILED (")):
            self._book.result(at, text)
            return True
        return False

    def _told(self, text: str, at: int) -> bool:
        """Take a line that says how a test went (-v): what went wrong is told at the end."""
        if _METHOD.match(text):
            self._verbose = True
            self._book.phase(UNITTEST, "Tests", at)
        return self._verbose

    def _begin(self) -> None:
        self.follows = True
        self._left = _MOST_FOLLOWED
        self._own = self._last = ("", 0)
        self._raised = None

    def _follow(self, text: str, at: int) -> bool:
        self._left -= 1
        if self._left < 0:
            self.end()
            return False
        if self._raised:
            return self._after(text)
        frame = _FRAME.match(text)
        if frame:
            self._last = (frame[1], int(frame[2]))
            if not any(part in frame[1] for part in _FOREIGN):
                self._own = self._last
            return True
        if _BEGINS.match(text) or text.startswith((" ", "|", "\t", "+")) or not text.strip():
            return True
        raised = _RAISED.match(text)
        if raised:
            self._raised = (at, raised[1].rpartition(".")[2], raised[2] or "")
            self._left = min(self._left, 3)
        else:
            self.end()
        return bool(raised)

    def _after(self, text: str) -> bool:
        # An exception that another one followed is part of its story, not an error more.
        if text.startswith(_LINKED):
            self._begin()
            return True
        if text.strip():
            self.end()
        return False

    def end(self) -> None:
        self.follows = False
        if self._raised:
            at, code, message = self._raised
            key = f"{code} {_skeleton(message)}" if code == "AssertionError" else code
            self._book.error(self._tool, at, code, message, key).place(*(self._own if self._own[0] else self._last))
        self._raised = None


def _skeleton(message: str) -> str:
    from adrguard.memory.traces.book import skeleton

    return skeleton(message)


KIND = Kind(
    NAME,
    (
        r"[\s|+-]*(?:Exception Group )?Traceback \(most recent call last\):",
        r' +File ".+", line \d+',
        r"(?:ERROR|FAIL): \S+ \(.+\)",
        r".+ \.\.\. (?:ok|FAIL|ERROR)$",
        r"Ran \d+ tests? in ",
        r"FAILED \((?:failures|errors)=",
    ),
    _Reader,
)
