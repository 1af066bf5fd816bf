"""npm, pnpm, pip and uv."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.memory.traces.kind import Kind, pattern

if TYPE_CHECKING:
    from adrguard.memory.traces.book import Book, Found

NPM, PIP, UV, PNPM = "npm", "pip", "uv", "pnpm"
_CROSS = "\u00d7"
_MOST_FOLLOWED = 4
_NPM = pattern(r"^(?:npm|pnpm) (?:ERR!|error) ?(.*)$")
_NPM_WARNS = pattern(r"^(?:npm|pnpm) (?:WARN|warn) (?:(deprecated|EBADENGINE|ERESOLVE) )?(.*)$")
_CODED = pattern(r"^code (\S+)$")
_IDLE = pattern(
    r"^(?:$|syscall |errno |path |command |cwd |A complete log|.*\d{4}-\d\d-\d\dT.*debug|"
    r"Lifecycle script|workspace |location )"
)
_SCRIPT = pattern(r"^> (\S+@\S+ \S+|[a-z.][^>]*)$")
_PNPM = pattern(r"^(?:Error: |\s*)\[?(ERR_PNPM_\w+)\]?(?:\s+(.*))?$")
_UV = pattern(
    r"^(?:error: |  \x{d7} )((?:No solution found|Failed to |Distribution not found|Package .* was not found).*)$"
)
_CAUSE = pattern(r"^\s+(?:cause: |Caused by: |[\x{251c}\x{2570}]\x{2500}\x{25b6} |\x{d7} )(.*)$")
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

        self._left = 0

    def read(self, text: str, at: int) -> bool:
        if self.follows:
            return self._cause(text)
        return self._npm(text, at) or self._resolved(text, at) or self._pip(text, at)

    def _resolved(self, text: str, at: int) -> bool:
        """Take the first words of uv and pnpm; the lines below say why."""
        uv, pnpm = _UV.match(text), _PNPM.match(text)
        if uv:
            self._open = self._book.error(UV, at, uv[1].split(" when ")[0], "")
        elif pnpm:
            self._open = self._book.error(PNPM, at, pnpm[1], pnpm[2] or "")
        self.follows, self._left = bool(uv or (pnpm and not pnpm[2])), _MOST_FOLLOWED
        return bool(uv or pnpm)

    def _cause(self, text: str) -> bool:
        self._left -= 1
        found = _CAUSE.match(text)
        if found and self._open and (not text.lstrip().startswith("\u00d7") or self._left < 1):
            self._open.say(found[1])
        self.follows = self._left > 0 and not (found and not text.lstrip().startswith("\u00d7"))
        return bool(found) or not text.strip()

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
        r"(?:Error: |\s*)\[?ERR_PNPM_",
        rf"  {_CROSS} (?:No solution|Failed to|Distribution not|Package )",
        r"(?:Collecting |Downloading |Installing collected|Obtaining |Building wheels? for |Processing )",
        r"(?:added \d+ packages?|Successfully (?:installed|built) )",
    ),
    _Reader,
)
