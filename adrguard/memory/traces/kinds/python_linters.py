"""ruff, flake8, pylint, ty and black: findings of one line each, grouped by file, or with their source."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.memory.traces.kind import Kind, pattern

if TYPE_CHECKING:
    from adrguard.memory.traces.book import Book

NAME, FLAKE8, PYLINT, TY = "ruff", "flake8", "pylint", "ty"
_CODE = r"[A-Z]{1,6}\d{2,5}|invalid-syntax"
_PATH = r"(?:[A-Za-z]:[\\/])?[^\s:][^:]*"
_ON_LINE = pattern(rf"^({_PATH}):(\d+):(\d+): ({_CODE})(:?) (?:\[([*-])\] )?(.*)$")
_TY = pattern(rf"^({_PATH}):(\d+):(\d+): (error|warning)\[([a-z][\w-]+)\] (.*)$")
_HEAD = pattern(rf"^({_CODE}):? (?:\[[*-]\] )?(\S.*)$")
_TY_HEAD = pattern(r"^(error|warning)\[([a-z][\w-]+)\]: (.*)$")
_ARROW = pattern(r"^ *--> (.+?):(\d+):(\d+)$")
_FILE = pattern(r"^(\S+\.(?:pyi?|ipynb)):$")
_IN_FILE = pattern(rf"^\s+(?:cell \d+:)?(\d+):(\d+)\s+({_CODE}):? (?:\[[*-]\] )?(.*)$")
_UNFORMATTED = pattern(r"^[Ww]ould reformat:? (\S+)$")
_SYMBOL = pattern(r"^(.*) \([a-z][a-z-]+\)$")
_SUMMED = pattern(r"^(?:Found \d+ diagnostics?|Your code has been rated |\d+ files? would be reformatted)")


class _Reader:
    def __init__(self, book: Book) -> None:
        self.follows = False
        self._book = book
        self._file = ""
        self._head: tuple[int, str, str, str, bool] | None = None
        self._sure = False

    def read(self, text: str, at: int) -> bool:
        if self.follows:
            return self._place(text)
        return self._line(text, at) or self._begun(text, at) or self._grouped(text, at)

    def _line(self, text: str, at: int) -> bool:
        found = _ON_LINE.match(text)
        if found:
            path, line, column, code, colon, fixable, message = found.groups()
            by_pylint = bool(colon) and code != "invalid-syntax"
            named = _SYMBOL.match(message) if by_pylint else None
            self._sure = self._sure or bool(fixable or code == "invalid-syntax")
            tool = PYLINT if by_pylint else NAME
            self._write((tool, at), code, named[1] if named else message, _place(path, line, column))
            return True
        checked = _TY.match(text)
        if checked:
            path, line, column, level, code, message = checked.groups()
            self._write((TY, at), code, message, _place(path, line, column), warns=level == "warning")
        return bool(checked)

    def _begun(self, text: str, at: int) -> bool:
        """Take the first line of a finding; only if the next one says where it is, it is one."""
        head, checked = _HEAD.match(text), _TY_HEAD.match(text)
        if head:
            self._head = (at, NAME, head[1], head[2], False)
        elif checked:
            self._head = (at, TY, checked[2], checked[3], checked[1] == "warning")
        self.follows = bool(head or checked)
        return bool(checked)

    def _place(self, text: str) -> bool:
        self.follows = False
        place = _ARROW.match(text)
        if place and self._head:
            at, tool, code, message, warns = self._head
            self._sure = True
            self._write((tool, at), code, message, _place(place[1], place[2], place[3]), warns=warns)
        return bool(place)

    def _grouped(self, text: str, at: int) -> bool:
        file = _FILE.match(text)
        if file:
            self._file = file[1]
            return False
        found, unformatted = _IN_FILE.match(text), _UNFORMATTED.match(text)
        if found and self._file:
            self._sure = True
            self._write((NAME, at), found[3], found[4], _place(self._file, found[1], found[2]))
        elif unformatted:
            self._book.error("formatter", at, "", "it would be reformatted", "reformat").place(unformatted[1])
        elif _SUMMED.match(text):
            self._book.result(at, text)
        else:
            return False
        return True

    def _write(
        self, whose: tuple[str, int], code: str, message: str, place: tuple[str, int, int], *, warns: bool = False
    ) -> None:
        tool, at = whose
        self._book.phase(tool, "Lint", at)
        (self._book.warning if warns else self._book.error)(tool, at, code, message).place(*place)

    def end(self) -> None:
        """What only ruff writes tells it from flake8."""
        if not self._sure:
            self._book.disown(NAME, FLAKE8)


def _place(path: str, line: str, column: str) -> tuple[str, int, int]:
    return path, int(line), int(column)


KIND = Kind(
    NAME,
    (
        rf"{_PATH}:\d+:\d+: (?:(?:{_CODE}):? |(?:error|warning)\[)",
        rf"(?:{_CODE}):? (?:\[[*-]\] )?\S",
        r"(?:error|warning)\[[a-z][\w-]+\]: ",
        r"\S+\.(?:pyi?|ipynb):$",
        rf"\s+(?:cell \d+:)?\d+:\d+\s+(?:{_CODE}):? ",
        r"[Ww]ould reformat:? \S+$",
        r"(?:Found \d+ diagnostics?|Your code has been rated |\d+ files? would be reformatted)",
    ),
    _Reader,
)
