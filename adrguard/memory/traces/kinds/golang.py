"""go build, vet and test; panics with their goroutines."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from adrguard.memory.traces.kind import Kind, pattern

if TYPE_CHECKING:
    from adrguard.memory.traces.book import Book, Found

NAME = "go"
_COMPILE = pattern(r"^(?:vet: )?((?:[A-Za-z]:[\\/])?[^\s:]+\.go):(\d+):(\d+): (.*)$")
_FAIL = pattern(r"^ *--- FAIL: (\S+)")
_SAID = pattern(r"^ {4,}([^\s:]+\.go):(\d+): (.*)$")
_FRAME = pattern(r"^\t(\S+\.go):(\d+)(?: \+0x[0-9a-f]+)?$")
_PANIC = pattern(r"^(panic|fatal error): (.*)$")
_SUMMED = pattern(r"^(?:FAIL\t|FAIL$|ok  \t|exit status )")
_FOREIGN = ("/usr/local/go/src/", "/src/runtime/", "/src/testing/", "/src/reflect/", "/src/net/http/")
_MORE = "too many errors"
_MOST_FOLLOWED = 60
_EVENT = ('{"Time":"', '{"Action":"', '{"ImportPath":"')
_MOST_TESTS = 2000


class _Reader:
    def __init__(self, book: Book) -> None:
        self.follows = False
        self._book = book
        self._open: Found | None = None
        self._said: tuple[str, int, str] | None = None
        self._left = 0
        self._tests: dict[str, _Reader] = {}

    def read(self, text: str, at: int) -> bool:
        if text.startswith(_EVENT) and self._event(text, at):
            return True
        if self.follows:
            return self._follow(text)
        return self._compile(text, at) or self._test(text, at)

    def _event(self, text: str, at: int) -> bool:
        """Take a line of ``go test -json``: what a test says comes between what others say."""
        try:
            event: Any = json.loads(text)
        except (ValueError, RecursionError):
            return False
        if not isinstance(event, dict) or "Action" not in event:
            return False
        name = f"{event.get('Package') or event.get('ImportPath')} {event.get('Test')}"
        if isinstance(event.get("Output"), str) and (name in self._tests or len(self._tests) < _MOST_TESTS):
            self._tests.setdefault(name, _Reader(self._book)).read(event["Output"].rstrip("\n"), at)
        elif event["Action"] in ("pass", "fail", "skip"):
            self._tests.pop(name, None)
        return True

    def _compile(self, text: str, at: int) -> bool:
        found = _COMPILE.match(text)
        if found and not found[4].startswith(("error: ", "warning: ", "note: ")):
            self._book.phase(NAME, "Compilation", at)
            if found[4] == _MORE:
                self._book.result(at, text)
                return True
            self._book.error(NAME, at, "", found[4]).place(found[1], int(found[2]), int(found[3]))
            return True
        return False

    def _test(self, text: str, at: int) -> bool:
        failed, said, panic = _FAIL.match(text), _SAID.match(text), _PANIC.match(text)
        if text.startswith("=== RUN"):
            self._said = None
            self._book.phase(NAME, "Tests", at)
        elif failed:
            self._fail(failed[1], at)
        elif said:
            self._told((said[1], int(said[2]), said[3]))
        elif panic:
            if self._open:
                self._open.say(panic[2])
            else:
                self._open = self._book.error(NAME, at, "panic", panic[2])
            self.follows, self._left = True, _MOST_FOLLOWED
        elif _SUMMED.match(text):
            self._book.result(at, text)
        else:
            return False
        return True

    def _told(self, said: tuple[str, int, str]) -> None:
        """Take what a test said: it stands before its verdict with -v, after it without."""
        if self._open:
            self._open.place(said[0], said[1])
            self._open.say(said[2])
            self._open = None
        else:
            self._said = said

    def _fail(self, name: str, at: int) -> None:
        self._book.phase(NAME, "Tests", at)
        words = self._said[2] if self._said else ""
        self._open = self._book.error(NAME, at, f"FAIL {name}", words)
        if self._said:
            self._open.place(self._said[0], self._said[1])
            self._open = self._said = None

    def _follow(self, text: str) -> bool:
        self._left -= 1
        frame = _FRAME.match(text)
        if frame and not any(part in frame[1] for part in _FOREIGN):
            if self._open:
                self._open.place(frame[1], int(frame[2]))
            self.follows, self._open = False, None
            return True
        if self._left < 0 or _SUMMED.match(text):
            self.follows, self._open = False, None
            return False
        return True

    def end(self) -> None:
        """Nothing is left open."""


KIND = Kind(
    NAME,
    (
        r"(?:vet: )?(?:[A-Za-z]:[\\/])?[^\s:]+\.go:\d+:\d+: ",
        r" *--- FAIL: ",
        r" {4,}[^\s:]+\.go:\d+: ",
        r"(?:panic|fatal error): ",
        r"=== RUN ",
        r"FAIL\t",
        r"FAIL$",
        r"exit status \d+$",
        r'\{"(?:Time|Action|ImportPath)":"',
    ),
    _Reader,
)
