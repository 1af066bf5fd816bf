"""Compilers that write `file:line:column: error: …` (gcc, clang, javac and many more), linkers, and make."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.memory.traces.kind import Kind, pattern

if TYPE_CHECKING:
    from adrguard.memory.traces.book import Book

NAME = "gcc"
_DIAGNOSTIC = pattern(
    r"^((?:[A-Za-z]:[\\/])?[^:\s][^:]*):(\d+):(?:(\d+):)? "
    r"(fatal error|error|warning)(?:\[([\w-]+)\])?: (.*?)(?: \[(-W[\w=+-]+)\])?$"
)
_LINKED = pattern(r"^(?:(?:.*/)?(?:ld|ld\.\w+|mold|collect2|clang|lld): )?(.*undefined (?:reference to|symbol:?) .*)$")
_LINKER = pattern(r"^(?:.*/)?(?:ld|ld\.\w+|mold|lld): (?:error: )?(.*)$")
_OBJECT = pattern(r"^(?:.*/)?([^/:()\s]+\.[cCmM]\w*):(\d+): ")
_MAKE = pattern(
    r"^(?:g?make(?:\[\d+\])?: \*\*\* |ninja: build stopped|FAILED: |collect2: error: |"
    r"fatal error: too many errors emitted|(?:\S*/)?clang(?:\+\+)?(?:-\d+)?: error: linker command failed)"
)
_UNMADE = pattern(
    r"^(?:g?make(?:\[\d+\])?|((?:[A-Za-z]:)?[^\s:]+):(\d+)): \*\*\* ([^\[\s].*?)(?:\. +Stop\.| +Stop\.)?$"
)
_FELL = pattern(r"^g?make(?:\[\d+\])?: \*\*\* \[(?:([^\s:\]]+):(\d+): )?[^\]]+\] Error \d+$")
_WAITING = "Waiting for unfinished jobs"
MAKE = "make"
_BUILDS = pattern(r"^(?:\[ *\d+(?:%|/\d+)\] )?(?:Building|Linking|(?:g?cc|g\+\+|clang(?:\+\+)?|c\+\+) )")
_TOOLS = {"java": "javac", "kt": "kotlinc", "swift": "swiftc", "go": "go", "scala": "scalac"}


class _Reader:
    def __init__(self, book: Book) -> None:
        self.follows = False
        self._book = book
        self._compiles = False

    def read(self, text: str, at: int) -> bool:
        found = _DIAGNOSTIC.match(text)
        if found:
            self._diagnostic(found.groups(), at)
            return True
        if self._made(text, at):
            return True
        linked = _LINKED.match(text)
        if linked:
            self._book.phase(NAME, "Linking", at)
            one = self._book.error(NAME, at, "link", linked[1].rpartition(": ")[2] or linked[1])
            place = _OBJECT.match(text)
            if place:
                one.place(place[1], int(place[2]))
            return True
        return self._other(text, at)

    def _made(self, text: str, at: int) -> bool:
        """Take what make says, and what only sums up: that a command failed is the error where that said nothing."""
        unmade = _UNMADE.match(text)
        if unmade and not unmade[3].startswith(_WAITING):
            self._book.error(MAKE, at, "", unmade[3]).place(unmade[1] or "", int(unmade[2] or 0))
            return True
        if not _MAKE.match(text):
            return False
        fell = _FELL.match(text)
        if fell:
            self._book.otherwise(MAKE, at, text, (fell[1] or "", int(fell[2] or 0)))
        self._book.result(at, text)
        return True

    def _diagnostic(self, found: tuple[str | None, ...], at: int) -> None:
        path, line, column, level, named, message, flag = found
        tool = _TOOLS.get((path or "").rpartition(".")[2], NAME)
        if not self._compiles:
            self._book.phase(tool, "Compilation", at)
            self._compiles = True
        write = self._book.warning if level == "warning" else self._book.error
        code = (flag or named or "").replace("-Werror=", "-W")
        write(tool, at, code, message or "").place(path or "", int(line or 0), int(column or 0))

    def _other(self, text: str, at: int) -> bool:
        builds = _BUILDS.match(text)
        if builds:
            self._compiles = "Linking" not in builds[0]
            self._book.phase(NAME, "Compilation" if self._compiles else "Linking", at)
            return True
        linker = _LINKER.match(text)
        if linker and not linker[1].startswith(("warning", "in function")) and "in function" not in linker[1]:
            self._book.phase(NAME, "Linking", at)
            self._book.error(NAME, at, "link", linker[1])
            return True
        return bool(linker)

    def end(self) -> None:
        """Nothing is left open."""


KIND = Kind(
    NAME,
    (
        r"(?:[A-Za-z]:[\\/])?[^:\s][^:]*:\d+:(?:\d+:)? (?:fatal error|error|warning)(?:\[[\w-]+\])?: ",
        r".*undefined (?:reference to|symbol)",
        r"(?:\S*/)?(?:ld|ld\.\w+|mold|lld): ",
        r"(?:g?make(?:\[\d+\])?: \*\*\* |ninja: build stopped|FAILED: |collect2: error: |fatal error: too many errors)",
        r"(?:[A-Za-z]:)?[^\s:]+:\d+: \*\*\* ",
        r"(?:\S*/)?clang(?:\+\+)?(?:-\d+)?: error: linker ",
        r"(?:\[ *\d+(?:%|/\d+)\] )?(?:Building|Linking) ",
        r"(?:g?cc|g\+\+|clang(?:\+\+)?|c\+\+) ",
    ),
    _Reader,
)
