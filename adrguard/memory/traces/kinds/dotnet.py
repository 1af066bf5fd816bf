"""MSBuild's own words, and tests as `dotnet test` tells of them; its compilers' are read as tsc's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.memory.traces.kind import Kind, pattern

if TYPE_CHECKING:
    from adrguard.memory.traces.book import Book

BUILD, TEST = "msbuild", "dotnet"
_TOLD = pattern(
    r"^\s*(.+?)(?:\((\d+)(?:,(\d+))?(?:,\d+,\d+)?\))? ?: (?:fatal )?(error|warning) ([A-Z]+\d+): "
    r"(.*?)(?: \[[^\]]+proj(?:::[^\]]*)?\])?$"
)
_ENDED = pattern(r"^(?:Build (?:FAILED|succeeded)\.|Build (?:failed|succeeded) with )")
_COUNTED = pattern(r"^ +\d+ (?:Warning|Error)\(s\)$")
_CASE = pattern(r"^ +(?:Failed|\x{d7}) (\S.*?) \[[^\]]+\]$")
_LABEL = pattern(r"^ +(Error Message|Stack Trace|Standard Output Messages|Standard Error Output Messages):$")
_FRAME = pattern(r"^ +at .* in (.+?):line (\d+)$")
_SUMMED = pattern(r"^(?:Failed!|Passed!) +- Failed: |^(?:Test Run (?:Failed|Successful)\.|Total tests: )")
_MESSAGE = "Error Message"
_CROSS = "\u00d7"
_MOST_FOLLOWED = 60


class _Reader:
    def __init__(self, book: Book) -> None:
        self.follows = False
        self._book = book
        self._told = 0
        self._again = False
        self._case = ""
        self._at = 0
        self._label = ""
        self._words = ""
        self._left = 0

    def read(self, text: str, at: int) -> bool:
        if self.follows:
            return self._follow(text, at)
        return self._built(text, at) or self._tested(text, at)

    def _built(self, text: str, at: int) -> bool:
        if _ENDED.match(text):
            self._book.result(at, text)
            self._again = self._told > 0  # from here on all is told once more
            return True
        if _COUNTED.match(text):
            self._book.result(at, text)
            return True
        found = _TOLD.match(text)
        if not found:
            return False
        path, line, column, level, code, message = found.groups()
        if code.startswith("TS") or (
            not line and not code.startswith(("MSB", "CS", "NU", "NETSDK", "LNK", "FS", "BC"))
        ):
            return False
        if not self._again:
            self._told += 1
            self._book.phase(BUILD, "Compilation", at)
            one = (self._book.error if level == "error" else self._book.warning)(BUILD, at, code, message)
            if line or "." in path.rpartition("/")[2]:
                one.place(path.strip(), int(line or 0), int(column or 0))
        return True

    def _tested(self, text: str, at: int) -> bool:
        case = _CASE.match(text)
        if case:
            self._close()
            self._book.phase(TEST, "Tests", at)
            self._case, self._at, self._words, self._label = case[1], at, "", ""
            self.follows, self._left = True, _MOST_FOLLOWED
        elif _SUMMED.match(text):
            self._book.result(at, text)
        else:
            return False
        return True

    def _follow(self, text: str, at: int) -> bool:
        self._left -= 1
        label, frame = _LABEL.match(text), _FRAME.match(text)
        said = text.startswith(" ") or self._label == _MESSAGE
        if self._left < 0 or not said or _CASE.match(text) or _SUMMED.match(text):
            self._close()
            return self._tested(text, at)
        if label:
            self._label = label[1]
        elif frame:
            self._close((frame[1], int(frame[2])))
        elif not self._words and self._label == _MESSAGE and text.strip():
            self._words = text.strip()
        return True

    def _close(self, place: tuple[str, int] = ("", 0)) -> None:
        self.follows = False
        if self._case:
            code, colon, rest = self._words.partition(" : ")
            named = bool(colon) and code.endswith(("Exception", "Error"))
            words = rest if named else self._words or self._case
            key = "" if named else _skeleton(words)
            self._book.error(TEST, self._at, code.rpartition(".")[2] if named else "", words, key).place(*place)
        self._case = ""

    def end(self) -> None:
        self._close()


def _skeleton(message: str) -> str:
    from adrguard.memory.traces.book import skeleton

    return skeleton(message)


KIND = Kind(
    BUILD,
    (
        r"\s*.+(?:\(\d+(?:,\d+)*\))? ?: (?:fatal )?(?:error|warning) [A-Z]+\d+: ",
        r"Build (?:FAILED|succeeded|failed)",
        r" +\d+ (?:Warning|Error)\(s\)$",
        rf" +(?:Failed|{_CROSS}) .+ \[[^\]]+\]$",
        r"(?:Failed!|Passed!) +- Failed: ",
        r"(?:Test Run (?:Failed|Successful)\.|Total tests: )",
    ),
    _Reader,
)
