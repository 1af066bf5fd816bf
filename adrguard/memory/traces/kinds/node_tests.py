"""node's own tests as people are shown them (``spec``), and those of bun and deno."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.memory.traces.kind import Kind, pattern

if TYPE_CHECKING:
    from adrguard.memory.traces.book import Book

NAME, BUN, DENO = "node", "bun", "deno"
_AT = pattern(r"^test at (.+):(\d+):(\d+)$")
_CASE = pattern(r"^ *\x{2716} (.+?) \([\d.]+m?s\)$")
_AGAIN = pattern(r"^\x{2716} failing tests:$")
_ENDS = pattern(r"^\x{2716} failing tests:$|^\S.* => (?:file://)?\S+:\d+:\d+$|^ FAILURES $|^(?:ok|FAILED) \| ")
_STEP = pattern(r"^ *(?:[\x{25b6}\x{2714}\x{2139}] |\x{2716} .+ \([\d.]+m?s\)$)")
_BUN = pattern(r"^\(fail\) (.+?)(?: \[[\d.]+m?s\])?$")
_BUN_FILE = pattern(r"^(\S+\.(?:test|spec)\.[cm]?[jt]sx?):$|^bun test v")
_BUN_SAID = pattern(r"^(?:error: (.*)|(\w*Error): (.*))$")
_UNHANDLED = "# Unhandled error between tests"
_DENO = pattern(r"^(.+?) \.\.\. .*FAILED.* \([\d.]+m?s\)$")
_DENO_CASE = pattern(r"^(\S.*) => (?:file://)?(\S+?):(\d+):(\d+)$")
_NAMED = pattern(
    r"^\s*(?:error: )?(?:Uncaught )?(?:\(in promise\) )?(\w*(?:Error|Exception))\b(?: \[\w+\])?(?:: (.*))?$"
)
_FRAME = pattern(r"^\s+at (?:.*? \()?(?:async )?(?:file://)?([^\s()]+):(\d+):(\d+)\)?$")
_SUMMED = pattern(
    r"^(?:\x{2139} (?:tests|pass|fail) \d+| +\d+ (?:pass|fail|errors?)$|Ran \d+ tests across |"
    r"(?:ok|FAILED) \| \d+ passed)"
)
_FOREIGN = ("node_modules", "node:", "ext:", "jsr.io", "deno.land", "https://")
_OF_BUN = ("at ", "error: ", "Error: ", "TypeError: ", "AssertionError: ", "ReferenceError: ", "RangeError: ")
_MOST_FOLLOWED = 80
_MOST_KEPT = 400

Place = tuple[str, int, int]


class _Case:
    """A test that failed: where it is told, its name, where it is, and what was thrown where."""

    __slots__ = ("at", "code", "name", "place", "thrown", "tool", "words")

    def __init__(self, tool: str, at: int, name: str, place: Place = ("", 0, 0)) -> None:
        self.tool, self.at, self.name, self.place = tool, at, name, place
        self.code, self.words = "", ""
        self.thrown: Place = ("", 0, 0)


class _Reader:
    def __init__(self, book: Book) -> None:
        self.follows = False
        self._book = book
        self._inline: list[_Case] = []
        self._case: _Case | None = None
        self._told = False
        self._place: Place = ("", 0, 0)
        self._left = 0
        self._bun: _Case | None = None
        self._by_bun = False
        self._by_deno = False
        self._alone = False

    def read(self, text: str, at: int) -> bool:
        if self.follows and self._case:
            return self._follow(text, at)
        if not (self._by_bun or self._by_deno) and text.lstrip().startswith(_OF_BUN) and " => " not in text:
            return False  # a log may have a million of them, and none is of these tests
        return self._begun(text, at) or self._of_bun(text, at) or self._of_deno(text, at)

    def _begun(self, text: str, at: int) -> bool:
        place, case = _AT.match(text), _CASE.match(text)
        if _AGAIN.match(text):
            self._told, self._inline = True, []
        elif _SUMMED.match(text):
            self._close()
            self._book.result(at, text)
        elif place:
            self._place = (place[1], int(place[2]), int(place[3]))
        elif case:
            self._book.phase(NAME, "Tests", at)
            self._begin(_Case(NAME, at, case[1], self._place))
            self._place = ("", 0, 0)
        else:
            return False
        return True

    def _begin(self, case: _Case) -> None:
        self._close()
        self._case, self.follows, self._left = case, True, _MOST_FOLLOWED

    def _follow(self, text: str, at: int) -> bool:
        self._left -= 1
        case = self._case
        if not case or self._left < 0 or _STEP.match(text) or _AT.match(text) or _ENDS.match(text):
            self._close()
            return self._begun(text, at) or self._of_deno(text, at)
        self._take(case, text)
        if not text[:1].isspace() and text.strip() and case.tool == NAME:
            self._close()
            return False
        if case.thrown[0] and case.tool == DENO:
            self._close()
        return True

    def _take(self, case: _Case, text: str) -> None:
        """Take from a line what was thrown, or where."""
        frame, named = _FRAME.match(text), _NAMED.match(text)
        if frame:
            if not case.thrown[0] and not any(part in frame[1] for part in _FOREIGN):
                case.thrown = (frame[1], int(frame[2]), int(frame[3]))
        elif named and not case.words:
            case.code, case.words = named[1], named[2] or named[1]
        elif not case.words and text.strip():
            case.words = text.strip().removeprefix("error: ")

    def _of_bun(self, text: str, at: int) -> bool:
        """Read bun's: what was thrown and where stands before the name of the test."""
        if _BUN_FILE.match(text):
            self._by_bun = True
            self._book.phase(BUN, "Tests", at)
            return True
        failed = _BUN.match(text)
        if failed:
            self._by_bun = True
            self._write(self._bun or _Case(BUN, at, failed[1]))
            self._bun = None
            return True
        self._alone = self._alone or text == _UNHANDLED
        said = _BUN_SAID.match(text) if self._by_bun else None
        if said:
            self._bun = _Case(BUN, at, "")
        if self._bun:
            self._take(self._bun, text)
        if self._bun and self._alone and self._bun.thrown[0]:
            self._write(self._bun)
            self._bun, self._alone = None, False
        return bool(said) or (self._by_bun and bool(_FRAME.match(text)))

    def _of_deno(self, text: str, at: int) -> bool:
        case = _DENO_CASE.match(text)
        if case:
            self._begin(_Case(DENO, at, case[1], (case[2], int(case[3]), int(case[4]))))
            return True
        if _DENO.match(text):
            self._by_deno = True
            self._book.phase(DENO, "Tests", at)
            return True
        return self._by_deno and text == "error: Test failed"

    def _close(self) -> None:
        self.follows = False
        case, self._case = self._case, None
        if case and (case.words or case.thrown[0] or self._told):
            if case.tool != NAME or self._told:
                self._write(case)
            elif len(self._inline) < _MOST_KEPT:
                self._inline.append(case)

    def _write(self, case: _Case) -> None:
        vague = case.code in ("", "Error", "AssertionError")
        words = case.words or case.name
        found = self._book.error(
            case.tool, case.at, case.code, words, f"{case.code} {_skeleton(words)}" if vague else ""
        )
        place = case.thrown if case.thrown[0] else case.place
        if place[0]:
            found.place(*place)

    def end(self) -> None:
        """Where the list at the end is missing, what was told on the way stands."""
        self._close()
        for case in self._inline:
            self._write(case)
        self._inline = []


def _skeleton(message: str) -> str:
    from adrguard.memory.traces.book import skeleton

    return skeleton(message)


KIND = Kind(
    NAME,
    (
        r"test at .+:\d+:\d+$",
        r" *✖ .+ \([\d.]+m?s\)$",
        r"✖ failing tests:$",
        "\u2139 (?:tests|pass|fail) \\d+",
        r"\(fail\) ",
        r"bun test v",
        r"\S+\.(?:test|spec)\.[cm]?[jt]sx?:$",
        r"error: ",
        r"\w*Error: ",
        r"\s+at .+:\d+:\d+\)?$",
        r" +\d+ (?:pass|fail|errors?)$",
        r"# Unhandled error between tests$",
        r"Ran \d+ tests across ",
        r".+ \.\.\. .*FAILED",
        r"\S.* => (?:file://)?\S+:\d+:\d+$",
        r"(?:ok|FAILED) \| \d+ passed",
    ),
    _Reader,
)
