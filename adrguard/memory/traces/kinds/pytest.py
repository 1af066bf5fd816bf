"""pytest: failing tests and errors of collection, each with where it broke."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.memory.traces.kind import Kind, pattern

if TYPE_CHECKING:
    from adrguard.memory.traces.book import Book

NAME = "pytest"
_SECTION = pattern(r"^=+ (.+?) =+$", "=")
_CASE = pattern(r"^_{3,} (.+?) _{3,}$", "_")
_WORDS = pattern(r"^E   (.*)$", "E")
_WHERE = pattern(r"^(?:E +)?([^\s:][^:]*\.\w+):(\d+): (?:in |([\w.]*\w)?(?:: (.*))?$)")
_NAMED = pattern(r"^([A-Za-z_][\w.]*(?:Error|Exception|Exit|Interrupt|Warning|Failed|Skipped|Group)\w*)(?:: (.*))?$")
_ENDED = pattern(r"^(FAILED|ERROR) (.+?)(?: - (.*))?$", "FE")
_SUMMED = pattern(r"^(?:\d+ [a-z]+, )*\d+ [a-z]+ in [\d.]+s", "0123456789")
_CASES = {"FAILURES": "Tests", "ERRORS": ""}
_NATIVE = pattern(r'^ +File "(.+?)", line (\d+)')
_FOREIGN = ("site-packages", "dist-packages", "/lib/python", "\\Lib\\", "<frozen ")
_RAISED = pattern(r"^([A-Za-z_][\w.]*)(?:: (.*))?$")
_CAPTURED = pattern(r"^-{3,} Captured .+ -{3,}$", "-")
_TRACEBACK = "Traceback (most recent call last):"
_LINKED = ("During handling of the above exception", "The above exception was the direct cause")
_TESTED = (".py", ".txt", ".md", ".rst", ".yaml", ".yml", ".json")
_SHOWN = ("    ", ">   ")
_WENT = pattern(
    r"^(?:\S+::.* (?:PASSED|FAILED|ERROR|SKIPPED|XFAIL|XPASS)(?: \(.*\))? +\[ *\d+%\]|\[gw\d+\] \[ *\d+%\] [A-Z]+ .*)$"
)
_CRASHED = "INTERNALERROR>"


class _Reader:
    def __init__(self, book: Book) -> None:
        self.follows = False
        self._book = book
        self._case = ""
        self._at = 0
        self._words = ""
        self._code = ""
        self._place: tuple[str, int] = ("", 0)
        self._native = self._broken = self._captured = False
        self._in_cases = False
        self._cases = 0
        self._crash: tuple[int, str, str] | None = None
        self._crash_place: tuple[str, int] = ("", 0)

    def read(self, text: str, at: int) -> bool:
        if text.startswith(_CRASHED):
            return self._crashed(text.removeprefix(_CRASHED)[1:], at)
        if _WENT.match(text):
            return True  # what went wrong is told at the end
        section = _SECTION.match(text)
        if section:
            return self._section(section[1], at)
        if _SUMMED.match(text):
            self._close()
            self._book.result(at, text)
            return True
        if text.startswith(("collected ", "collecting ... ")):
            self._book.phase(NAME, "Tests", at)
            return True
        return self._inside(text, at) if self._in_cases else self._ended(text, at)

    def _section(self, title: str, at: int) -> bool:
        self._close()
        self.follows = self._in_cases = title in _CASES
        if _CASES.get(title):
            self._book.phase(NAME, _CASES[title], at)
        if title == "test session starts":
            self._book.phase(NAME, "Collection", at)
        elif _SUMMED.match(title) or title.startswith("no tests ran"):
            self._book.result(at, title)
        return True

    def _inside(self, text: str, at: int) -> bool:
        case = _CASE.match(text)
        if case:
            if "_ _" in text:
                return True  # between two frames of one traceback
            self._close()
            self._case, self._at = case[1], at
            return True
        if self._captured or (self._case and _CAPTURED.match(text)):
            self._captured = True  # what the test printed: whatever failed in it, the test is what failed
            return True
        if self._native or (self._case and text == _TRACEBACK and not self._words):
            return self._by_python(text)
        words = _WORDS.match(text)
        if words:
            return self._told(words[1], at)
        if text.startswith(_LINKED):
            self._words = self._code = ""  # what was raised last is what failed
            return True
        return self._placed(text, at)

    def _told(self, words: str, at: int) -> bool:
        """Take words of what was raised."""
        broken = _NATIVE.match(words)
        if broken:  # of a file that cannot be parsed
            self._place, self._words, self._broken = (broken[1], int(broken[2])), "", True
        elif not (self._broken and words.startswith("  ")):
            self._at = at if not self._words else self._at
            self._words = self._words or words.strip()
            self._code = self._code or _name_in(words)
        return True

    def _placed(self, text: str, at: int) -> bool:
        if self._case and text.startswith(_SHOWN):
            return True  # the source, in which an error is no error
        where = _WHERE.match(text)
        if where and not self._case:  # --tb=line
            self._write(at, where[3] or "", where[4] or "", (where[1], int(where[2])))
        elif where:
            self._place = (where[1], int(where[2]))
            self._code = where[3] or self._code
        return bool(where)

    def _by_python(self, text: str) -> bool:
        """Read a traceback as Python writes it (--tb=native)."""
        frame, raised = _NATIVE.match(text), _RAISED.match(text)
        self._native = self._native or text == _TRACEBACK
        if frame:
            own = not any(part in frame[1] for part in _FOREIGN)
            self._place = (frame[1], int(frame[2])) if own or not self._place[0] else self._place
        elif raised:
            self._code, self._words, self._native = raised[1].rpartition(".")[2], raised[2] or raised[1], False
        return True

    def _crashed(self, text: str, at: int) -> bool:
        """Read the traceback of pytest itself, or of a plugin: what was raised last is what failed."""
        frame, raised = _NATIVE.match(text), _RAISED.match(text)
        if frame:
            own = not any(part in frame[1] for part in _FOREIGN)
            if own or not self._crash_place[0]:
                self._crash_place = (frame[1], int(frame[2]))
        elif raised:
            self._crash = (self._crash or (at,))[0], raised[1].rpartition(".")[2], raised[2] or ""
        return True

    def _close(self) -> None:
        self._native = self._broken = self._captured = False
        if self._case:
            self._write(self._at, self._code, _without(self._words or self._case, self._code), self._place)
        self._case = self._words = self._code = ""
        self._place = ("", 0)

    def _write(self, at: int, code: str, message: str, place: tuple[str, int]) -> None:
        self._cases += 1
        key = f"{code} {message}" if code in ("", "AssertionError") else ""
        found = self._book.error(NAME, at, code.rpartition(".")[2], message, _key(key))
        found.place(*place)

    def _ended(self, text: str, at: int) -> bool:
        # Most lines that begin so are of other programs: the pattern takes longer to tell.
        if not text.partition(" ")[2].partition("::")[0].partition(" ")[0].endswith(_TESTED):
            return False
        ended = _ENDED.match(text)
        if not ended:
            return False
        path, _, _ = ended[2].partition("::")
        if not self._cases:
            reason = ended[3] or ended[2]
            code = _name_in(reason)
            self._book.phase(NAME, "Tests", at)
            self._book.error(NAME, at, code, _without(reason, code), _key(reason) if not code else "").place(path)
        return True

    def end(self) -> None:
        if self._crash:
            self._book.error(NAME, *self._crash).place(*self._crash_place)
        self._crash = None
        self._close()


def _key(text: str) -> str:
    from adrguard.memory.traces.book import skeleton

    return skeleton(text)


def _name_in(words: str) -> str:
    if words.lstrip().startswith("assert "):
        return "AssertionError"
    named = _NAMED.match(words.strip())
    return named[1].rpartition(".")[2] if named else ""


def _without(words: str, code: str) -> str:
    """Return the words without the name of the exception before them."""
    head, colon, rest = words.partition(": ")
    return rest if colon and code and head.rpartition(".")[2] == code.rpartition(".")[2] else words


KIND = Kind(
    NAME,
    (
        r"=+ .+ =+$",
        r"_{3,} .+ _{3,}$",
        r"E   +",
        r"(?:E +)?[^\s:][^:]*\.\w+:\d+: ",
        r"(?:FAILED|ERROR) [^\s:]+\.\w+",
        r"(?:collecting \.\.\. )?collected \d+ items?",
        r"(?:\d+ [a-z]+, )*\d+ [a-z]+ in [\d.]+s",
        r"INTERNALERROR>",
        r"\S+::.* (?:PASSED|FAILED|ERROR|SKIPPED|XFAIL|XPASS)(?: \(.*\))? +\[ *\d+%\]$",
        r"\[gw\d+\] \[ *\d+%\] [A-Z]+ ",
    ),
    _Reader,
)
