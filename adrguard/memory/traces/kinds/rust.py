"""cargo and rustc: diagnostics, panics, test results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.memory.traces.kind import Kind, pattern

if TYPE_CHECKING:
    from adrguard.memory.traces.book import Book, Found

NAME = "cargo"
_DIAGNOSTIC = pattern(r"^(error|warning)(?:\[([A-Z]+\d+)\])?: (.+)$")
_PLACE = pattern(r"^ *(?:-->|:::) (.+?):(\d+):(\d+)$")
_STEP = pattern(
    r"^ +(Compiling|Checking|Building|Documenting|Running|Doc-tests|Downloading|Downloaded|Updating|Locking) "
)
_SUMS = pattern(
    r"^(?:could not (?:compile|document) |aborting due to |test failed, to rerun|\d+ targets? failed|"
    r"build failed, waiting|.* generated \d+ warnings?|\d+ warnings? emitted|failed to run custom build command)"
)
_PANIC = pattern(r"^thread '(.*)' (?:\(\d+\) )?panicked at (.+):(\d+):(\d+):?$")
_OLD_PANIC = pattern(r"^thread '(.*)' panicked at '(.*)', (.+):(\d+):(\d+)$")
_NEXTEST = pattern(r"^ +(?:Starting \d+ tests? across |Summary \[ *[\d.]+s\] )")
_FAILED = pattern(r"^test (.+) \.\.\. FAILED$")
# Many a program says `error: …`; of such a line only these words tell whose it is.
_OWN = pattern(
    r"Cargo\.(?:toml|lock)|\b(?:cargo|rustc|rustup|crates?|E\d{4})\b|"
    r"\b(?:package|target|feature|toolchain|dependency|command:?|named|expected(?: one of)?) `"
)
_CLOSE = 8
_PHASES = {
    "Running": "Tests",
    "Doc-tests": "Tests",
    "Downloading": "Resolution",
    "Downloaded": "Resolution",
    "Updating": "Resolution",
    "Locking": "Resolution",
}


class _Reader:
    def __init__(self, book: Book) -> None:
        self.follows = False
        self._book = book
        self._open: Found | None = None
        self._opened = 0
        self._panics = 0
        self._sure = False
        self._failed: tuple[int, str] | None = None

    def read(self, text: str, at: int) -> bool:
        if self.follows:
            return self._words(text)
        if text[0] in "ew":
            return self._diagnostic(text, at)
        if text[0] == "t":
            return self._panic(text, at) or self._other(text, at)
        return self._place(text, at) or self._other(text, at)

    def _words(self, text: str) -> bool:
        # A panic says why on the line after the one that says where.
        self.follows = False
        if self._open and text.strip():
            self._open.say(text)
        return bool(text.strip())

    def _diagnostic(self, text: str, at: int) -> bool:
        found = _DIAGNOSTIC.match(text)
        if not found:
            return False
        self._sure = self._sure or bool(found[2] or _SUMS.match(found[3]) or _OWN.search(found[3]))
        if _SUMS.match(found[3]):
            self._book.result(at, text)
            return True
        write = self._book.error if found[1] == "error" else self._book.warning
        self._open, self._opened = write(NAME, at, found[2] or "", found[3]), at
        return True

    def _place(self, text: str, at: int) -> bool:
        found = _PLACE.match(text)
        if found and self._open and at - self._opened < _CLOSE:
            self._open.place(found[1].strip(), int(found[2]), int(found[3]))
            self._open = None
            self._sure = True
        return bool(found)

    def _panic(self, text: str, at: int) -> bool:
        found = _PANIC.match(text)
        old = None if found else _OLD_PANIC.match(text)
        if found:
            self._open = self._book.error(NAME, at, "panic", "", f"panic {found[1]}")
            self._open.place(found[2], int(found[3]), int(found[4]))
            self.follows = True
        elif old:
            self._book.error(NAME, at, "panic", old[2], f"panic {old[1]}").place(old[3], int(old[4]), int(old[5]))
        self._panics += bool(found or old)
        self._sure = self._sure or bool(found or old)
        return bool(found or old)

    def _other(self, text: str, at: int) -> bool:
        step, failed = _STEP.match(text), _FAILED.match(text)
        if step:
            self._book.phase(NAME, _PHASES.get(step[1], "Compilation"), at)
        elif failed:
            self._failed = self._failed or (at, failed[1])
        elif text.startswith("test result: ") or _NEXTEST.match(text):
            self._book.phase(NAME, "Tests", at)
            self._book.result(at, text)
        known = bool(step or failed) or text.startswith("test result: ") or bool(_NEXTEST.match(text))
        self._sure = self._sure or known
        return known

    def end(self) -> None:
        """A test that returned an error has no panic; and where nothing is cargo's for sure, nothing is."""
        if not self._sure:
            self._book.disown(NAME)
        if self._failed and not self._panics:
            self._book.error(NAME, self._failed[0], "FAILED", f"test {self._failed[1]}")


KIND = Kind(
    NAME,
    (
        r"(?:error|warning)(?:\[[A-Z]+\d+\])?: ",
        r" *(?:-->|:::) .+:\d+:\d+$",
        r" +(?:Compiling|Checking|Building|Documenting|Running|Doc-tests|Downloading|Downloaded|Updating|Locking) ",
        r"thread '.*' (?:\(\d+\) )?panicked at ",
        r"test .+ \.\.\. FAILED$",
        r"test result: ",
        r" +(?:Starting \d+ tests? across |Summary \[)",
    ),
    _Reader,
)
