"""docker build: its steps, and what failed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.memory.traces.kind import Kind, pattern

if TYPE_CHECKING:
    from adrguard.memory.traces.book import Book

NAME = "docker"
_STEP = pattern(r"^(?:Step (\d+/\d+) : |#\d+ \[(?:[\w.-]+ )?(\d+/\d+)\] )(\w+)")
_FAILED = pattern(r"^(?:ERROR: )?(failed to (?:solve|build).*|The command '.*' returned a non-zero code: \d+)$")
_STEP_FAILED = pattern(r"^#\d+ ERROR: (.*)$")
_FILE = pattern(r"^(\S*Dockerfile\S*):(\d+)$")


class _Reader:
    def __init__(self, book: Book) -> None:
        self.follows = False
        self._book = book
        self._file: tuple[str, int] = ("", 0)
        self._told = False

    def read(self, text: str, at: int) -> bool:
        step = _STEP.match(text)
        if step:
            self._book.phase(NAME, f"Step {step[1] or step[2]} {step[3]}", at)
            return True
        file = _FILE.match(text)
        if file:
            self._file = (file[1], int(file[2]))
            return True
        failed = _FAILED.match(text)
        if failed:
            self._book.error(NAME, at, "", failed[1]).place(*self._file)
            return True
        failed = _STEP_FAILED.match(text)
        if failed:  # told again at the end, with its place
            self._book.result(at, failed[1])
        return bool(failed)

    def end(self) -> None:
        """Nothing is left open."""


KIND = Kind(
    NAME,
    (
        r"Step \d+/\d+ : ",
        r"#\d+ \[(?:[\w.-]+ )?\d+/\d+\] ",
        r"#\d+ ERROR: ",
        r"(?:ERROR: )?failed to (?:solve|build)",
        r"The command '.*' returned a non-zero code",
        r"\S*Dockerfile\S*:\d+$",
    ),
    _Reader,
)
