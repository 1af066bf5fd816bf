"""XCTest and Swift Testing, by `swift test` or `xcodebuild`; the compiler's own words are read as gcc's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.memory.traces.kind import Kind, pattern

if TYPE_CHECKING:
    from adrguard.memory.traces.book import Book

XCTEST, TESTING = "xctest", "swift-testing"
_ASSERTED = pattern(r"^(\S.*?\.swift):(\d+): error: (?:-\[[\w.]+ \w+\]|[\w.]+\.\w+) : (.*)$")
_RECORDED = pattern(r"^\S{1,4} Test (.+?) recorded an issue(?: with .*?)? at (\S.*?\.swift):(\d+):(\d+): (.*)$")
_BEGUN = pattern(r"^(?:Test Suite '.*' started|\S{1,4} Test run started\.)")
_SUMMED = pattern(r"^(?:\s*Executed \d+ tests?, with |\*\* (?:TEST|BUILD) \w+ \*\*|\S{1,4} Test run with \d+ tests? )")


class _Reader:
    def __init__(self, book: Book) -> None:
        self.follows = False
        self._book = book

    def read(self, text: str, at: int) -> bool:
        asserted, recorded = _ASSERTED.match(text), _RECORDED.match(text)
        if asserted:
            self._write(XCTEST, at, asserted[3], (asserted[1], int(asserted[2]), 0))
        elif recorded:
            self._write(TESTING, at, recorded[5], (recorded[2], int(recorded[3]), int(recorded[4])))
        elif _BEGUN.match(text):
            self._book.phase(XCTEST if text.startswith("Test Suite") else TESTING, "Tests", at)
        elif _SUMMED.match(text):
            self._book.result(at, text.strip())
        else:
            return False
        return True

    def _write(self, tool: str, at: int, words: str, place: tuple[str, int, int]) -> None:
        self._book.phase(tool, "Tests", at)
        words = words.rstrip().removesuffix(" -")  # after it the message would stand
        name, colon, rest = words.partition(": ")
        named = bool(colon) and name.endswith("failed")
        self._book.error(tool, at, name if named else "", rest if named else words, _skeleton(words)).place(*place)

    def end(self) -> None:
        """Nothing is left open."""


def _skeleton(message: str) -> str:
    from adrguard.memory.traces.book import skeleton

    return skeleton(message)


KIND = Kind(
    XCTEST,
    (
        r"\S.*\.swift:\d+: error: (?:-\[[\w.]+ \w+\]|[\w.]+\.\w+) : ",
        r"\S+ Test .+ recorded an issue",
        r"(?:Test Suite '.*' started|\S+ Test run started\.)",
        r"(?:\s*Executed \d+ tests?, with |\*\* (?:TEST|BUILD) \w+ \*\*|\S+ Test run with \d+ tests? )",
    ),
    _Reader,
)
