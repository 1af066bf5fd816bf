"""Yarn: the classic one, whose errors are a word and a sentence, and that of today, whose lines have a code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.memory.traces.kind import Kind, pattern

if TYPE_CHECKING:
    from adrguard.memory.traces.book import Book

NAME = "yarn"
_ARROW = "\u27a4"
_BEGUN = pattern(r"^yarn (?:\S+ )?v\d+\.\d+\.\d+$")
_OVER = pattern(r"^(?:Done in [\d.]+m?s\.$|info Visit https://yarnpkg\.com/)")
_RUN = pattern(r"^\$ (.+)$")
_CLASSIC = pattern(r"^(error|warning) (.+)$")
_FAILED = "Command failed"
_CODED = pattern(r"^\x{27a4} YN(\d{4}): (?:[^\w\s] )?(?:Error: )?(.+)$")
_ERRORS = frozenset((1, *range(9, 13), *range(14, 19), *range(20, 29), 30, 35, 36, 41, 46, *range(80, 84)))
"""Which codes stop it. The others are steps, or things to know."""
_WARNINGS = frozenset((2, 60, 86))
_ENDED = "Failed with errors"


class _Reader:
    def __init__(self, book: Book) -> None:
        self.follows = False
        self._book = book
        self._is_classic = False

    def read(self, text: str, at: int) -> bool:
        if _BEGUN.match(text):
            self._is_classic = True
            self._book.phase(NAME, "Installation" if "install" in text else "Script", at)
            return True
        if _OVER.match(text):
            self._is_classic = False
        coded = _CODED.match(text)
        if coded:
            self._coded(int(coded[1]), coded[2], at)
            return True
        return self._is_classic and self._said(text, at)

    def _said(self, text: str, at: int) -> bool:
        command, said = _RUN.match(text), _CLASSIC.match(text)
        if command:
            self._book.command(at, command[1])
        elif said and said[2].startswith(_FAILED):  # what failed in it says so itself, as a rule
            self._book.otherwise(NAME, at, said[2])
        elif said:
            (self._book.error if said[1] == "error" else self._book.warning)(NAME, at, "", said[2])
        return bool(command or said)

    def _coded(self, number: int, words: str, at: int) -> None:
        if number in _ERRORS:
            self._book.error(NAME, at, f"YN{number:04}", words)
        elif number in _WARNINGS:
            self._book.warning(NAME, at, f"YN{number:04}", words)
        elif words.startswith(_ENDED):
            self._book.result(at, words)

    def end(self) -> None:
        """Nothing is left open."""


KIND = Kind(
    NAME,
    (
        r"yarn (?:\S+ )?v\d+\.\d+\.\d+$",
        r"Done in [\d.]+m?s\.$",
        r"info Visit https://yarnpkg",
        r"\$ \S",
        r"(?:error|warning) [^\s:]",
        rf"{_ARROW} YN\d{{4}}: ",
    ),
    _Reader,
)
