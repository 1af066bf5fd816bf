"""npm, yarn, pnpm and pip."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.memory.traces.kind import Kind, pattern

if TYPE_CHECKING:
    from adrguard.memory.traces.book import Book, Found

NPM, PIP = "npm", "pip"
_NPM = pattern(r"^(?:npm|pnpm) (?:ERR!|error) ?(.*)$")
_NPM_WARNS = pattern(r"^(?:npm|pnpm) (?:WARN|warn) (?:(deprecated|EBADENGINE|ERESOLVE) )?(.*)$")
_CODED = pattern(r"^code (\S+)$")
_IDLE = pattern(
    r"^(?:$|syscall |errno |path |command |cwd |A complete log|.*\d{4}-\d\d-\d\dT.*debug|"
    r"Lifecycle script|workspace |location )"
)
_SCRIPT = pattern(r"^> (\S+@\S+ \S+|[a-z.][^>]*)$")
_YARN = pattern(r"^(?:error|➤ YN\d+: .*Error:?) (.*)$")
_PIP = pattern(r"^\s*(?:ERROR|error): (.+)$")
_PIP_SURE = pattern(
    r"^(?:Could not find a version that|No matching distribution found|Failed building wheel|Cannot install |"
    r"Could not install packages|ResolutionImpossible|subprocess-exited-with-error|metadata-generation-failed)"
)
_PIP_STEP = pattern(
    r"^(?:Collecting |Downloading |Installing collected|Obtaining |Building wheels? for |Processing |"
    r"Requirement already)"
)
_ADDED = pattern(r"^(?:added \d+ packages?|Successfully (?:installed|built) |up to date)")


class _Reader:
    def __init__(self, book: Book) -> None:
        self.follows = False
        self._book = book
        self._code = ""
        self._open: Found | None = None
        self._installs = False

    def read(self, text: str, at: int) -> bool:
        return self._npm(text, at) or self._pip(text, at)

    def _npm(self, text: str, at: int) -> bool:
        found = _NPM.match(text)
        if found:
            self._npm_error(found[1], at)
            return True
        warns = _NPM_WARNS.match(text)
        if warns:
            self._book.warning(NPM, at, warns[1] or "", warns[2])
            return True
        self._code, self._open = "", None
        script = _SCRIPT.match(text)
        if script and not text.startswith("> Task "):
            self._book.command(at, script[1])
            return True
        return False

    def _npm_error(self, words: str, at: int) -> None:
        coded = _CODED.match(words)
        if coded:
            self._code = coded[1]
            self._open = self._book.error(NPM, at, self._code, "")
        elif not _IDLE.match(words):
            words = words.removeprefix(self._code).removeprefix(" ")
            if self._open:
                self._open.say(words)
            elif words.strip():
                self._open = self._book.error(NPM, at, "", words)

    def _pip(self, text: str, at: int) -> bool:
        if _PIP_STEP.match(text):
            self._installs = True
            self._book.phase(PIP, "Installation", at)
            return True
        if _ADDED.match(text):
            self._book.result(at, text)
            return True
        found = _PIP.match(text)
        if found and (self._installs or _PIP_SURE.match(found[1])):
            self._book.error(PIP, at, "", found[1])
            return True
        return False

    def end(self) -> None:
        """Nothing is left open."""


KIND = Kind(
    NPM,
    (
        r"(?:npm|pnpm) (?:ERR!|error|WARN|warn)",
        r"> (?:\S+@\S+ \S+|[a-z.][^>]*)$",
        r"\s*(?:ERROR|error): ",
        r"(?:Collecting |Downloading |Installing collected|Obtaining |Building wheels? for |Processing )",
        r"(?:added \d+ packages?|Successfully (?:installed|built) )",
    ),
    _Reader,
)
