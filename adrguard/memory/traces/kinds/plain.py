"""Logs of no tool that is known: lines marked by a level, shells' complaints, groups of CI services."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.memory.traces.book import PLAIN, skeleton
from adrguard.memory.traces.kind import Kind, pattern

if TYPE_CHECKING:
    from adrguard.memory.traces.book import Book

_GROUP = pattern(r"^(?:##\[group\]|::group::)(.+)$")
_COMMAND = pattern(r"^(?:\$ |\++ |##\[command\]|\[command\])(\S.*)$")
_LEVEL = pattern(
    r"(?:^|[\s\[(|\"=:<])(ERROR|FATAL|CRITICAL|SEVERE|EMERG|ALERT|PANIC|WARN|WARNING|"
    r"error|fatal|critical|panic|warn|warning|Error|Fatal|Warning)"
    r"(?:[\s\])|\":>,]|$)"
)
_FIELD = pattern(r"\"?(?:msg|message)\"?[=:] ?(?:\"((?:[^\"\\]|\\.)*)\"|(\S+))")
_PLACE = pattern(
    r"(?:^|[\s(\['\"])((?:[A-Za-z]:[\\/])?[\w.@+~-]*[\w/\\.@+~-]+\.[A-Za-z]\w{0,9}):(\d+)(?::(\d+))?(?:\D|$)"
)
_SHELL = pattern(
    r"(?:command not found|No such file or directory|[Pp]ermission denied|Segmentation fault|core dumped|"
    r"Killed|Out of memory|No space left on device|^\S*sh: \d+: .*: not found)\W*$"
)
_MARK = pattern(r"^(?:##\[(error|warning)\]|::(error|warning)(?: [^:]*)?::)(.*)$")
_MARKS = ("##[", "::", "$ ", "+", "[command]")
_WARNINGS = frozenset(("warn", "warning"))


class _Reader:
    def __init__(self, book: Book) -> None:
        self.follows = False
        self._book = book

    def read(self, text: str, at: int) -> bool:
        if text.startswith(_MARKS):
            group = _GROUP.match(text)
            if group:
                self._book.phase(PLAIN, group[1], at)
                return True
            command = _COMMAND.match(text)
            if command:
                self._book.command(at, command[1])
                return True
            mark = _MARK.match(text)
            if mark:
                self._write(at, mark[3], warns=(mark[1] or mark[2]) == "warning")
                return True
        return self._leveled(text, at)

    def _leveled(self, text: str, at: int) -> bool:
        level = _LEVEL.search(text)
        if level:
            field = _FIELD.search(text) if "msg" in text or "message" in text else None
            words = (field[1] or field[2]) if field else text[level.end(1) :].lstrip(' ]):|>",-')
            self._write(at, words or text, text, warns=level[1].lower() in _WARNINGS)
            return True
        if _SHELL.search(text):
            self._write(at, text)
            return True
        return False

    def _write(self, at: int, words: str, whole: str = "", *, warns: bool = False) -> None:
        write = self._book.warning if warns else self._book.error
        one = write(PLAIN, at, "", words, skeleton(words))
        place = _PLACE.search(whole or words) if one.first else None
        if place:
            one.place(place[1], int(place[2]), int(place[3] or 0))

    def end(self) -> None:
        """Nothing is left open."""


KIND = Kind(
    PLAIN,
    (
        r"(?:##\[|::)(?:group|error|warning|command)",
        r"(?:\$ |\++ |\[command\])\S",
        r"(?:.*[\s\[(|\"=:<])?(?:ERROR|FATAL|CRITICAL|SEVERE|EMERG|ALERT|PANIC|WARN|WARNING)(?:[\s\])|\":>,]|$)",
        r"(?:.*(?:[\s\[(|]|level\"?[=:] ?\"?))?(?:error|fatal|critical|panic|Error|Fatal)(?:[\])|\":]|$)",
        (
            r".*(?:command not found|No such file or directory|[Pp]ermission denied|Segmentation fault|core dumped|"
            r"Killed|Out of memory|No space left on device)"
        ),
        r"\S*sh: \d+: .*: not found",
    ),
    _Reader,
)
