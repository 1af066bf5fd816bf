"""cmake and ctest: what stops a configuration, and the tests that fail."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.memory.traces.kind import Kind, pattern

if TYPE_CHECKING:
    from adrguard.memory.traces.book import Book, Found

NAME, CTEST = "cmake", "ctest"
_SAID = pattern(
    r"^CMake (Error|Warning|Deprecation Warning|Deprecation Error)(?: \(dev\))?"
    r"(?: (?:at|in) ([^:]+?)(?::(\d+))?(?: \(([\w.]+)\))?)?:(?: (.*))?$"
)
_STEP = pattern(r"^-- (?:The \w+ compiler identification|Detecting |Configuring |Generating )")
_ENDED = pattern(r"^-- (Configuring incomplete.*|Build files have been written to: .*)$")
_TEST = pattern(r"^\s*\d+/\d+ Test\s+#\d+: (\S+) [ .]*(?:[A-Za-z][\w ]*)?\*\*\*(Failed|Timeout|Not Run|Exception)")
_TESTS = pattern(r"^(?:Test project |\s*Start +\d+: |\d+% tests passed, )")
_LONGEST = 400


class _Reader:
    def __init__(self, book: Book) -> None:
        self.follows = False
        self._book = book
        self._open: Found | None = None
        self._said = ""

    def read(self, text: str, at: int) -> bool:
        if self.follows:
            return self._words(text)
        said = _SAID.match(text)
        if said:
            self._say(said.groups(), at)
            return True
        test = _TEST.match(text)
        if test:
            self._book.phase(CTEST, "Tests", at)
            self._book.error(CTEST, at, test[2], test[1], f"test {test[1]}")
        elif _TESTS.match(text):
            self._book.phase(CTEST, "Tests", at)
            if "%" in text:
                self._book.result(at, text)
        elif _STEP.match(text):
            self._book.phase(NAME, "Configuration", at)
        else:
            return False
        ended = _ENDED.match(text)
        if ended:
            self._book.result(at, ended[1])
        return True

    def _say(self, found: tuple[str | None, ...], at: int) -> None:
        level, path, line, command, words = found
        self._book.phase(NAME, "Configuration", at)
        write = self._book.error if (level or "").endswith("Error") else self._book.warning
        self._open = write(NAME, at, command or "", words or "", f"{command} {path}:{line}" if path else "")
        if path:
            self._open.place(path, int(line or 0))
        self.follows, self._said = not words, ""

    def _words(self, text: str) -> bool:
        """Take the first words, which stand below, indented, up to a blank line."""
        if text.startswith("  ") and text.strip() and len(self._said) < _LONGEST:
            self._said = f"{self._said} {text.strip()}".strip()
            return True
        if self._said or text.strip():
            self.end()
        return False

    def end(self) -> None:
        self.follows = False
        if self._open and self._said:
            self._open.say(self._said)
        self._said = ""


KIND = Kind(
    NAME,
    (
        r"CMake (?:Error|Warning|Deprecation)",
        r"-- (?:The \w+ compiler identification|Detecting |Configuring |Generating )",
        r"\s*\d+/\d+ Test\s+#\d+: .*\*\*\*",
        r"(?:Test project |\s*Start +\d+: |\d+% tests passed, )",
    ),
    _Reader,
)
