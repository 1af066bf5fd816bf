"""eslint, stylelint, biome, oxlint and prettier."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.memory.traces.kind import Kind, pattern

if TYPE_CHECKING:
    from adrguard.memory.traces.book import Book

ESLINT, STYLELINT, BIOME, OXLINT, PRETTIER = "eslint", "stylelint", "biome", "oxlint", "prettier"
_ENDING = r"(?:[cm]?[jt]sx?|vue|svelte|astro|css|scss|sass|less|html|json[c5]?|md|mdx|ya?ml|graphql|hbs)"
_FILE = pattern(rf"^((?:[A-Za-z]:[\\/])?[^\s:][^:]*\.{_ENDING})$")
_ROW = pattern(r"^\s+(\d+):(\d+)\s+(error|warning|[\x{2716}\x{d7}\x{26a0}]\x{fe0f}?)\s+(.+?)(?:\s{2,}(\S+))?\s*$")
_BIOME = pattern(
    r"^(\S.*?)(?::(\d+):(\d+))? ((?:lint|assist|plugin|suppressions)/\S+|parse|format|organizeImports)\s.*\x{2501}{3,}$"
)
_MARKED = pattern(r"^ *([\x{d7}\x{2716}\x{26a0}!i]) (.+)$")
_GRAPHIC = pattern(r"^ *([\x{d7}\x{26a0}]) (?:([\w@/-]+\([\w@/-]+\)): )?(.+)$")
_FRAME = pattern(r"^ *\x{256d}\x{2500}+\[(.+?):(\d+):(\d+)\]$")
_PRETTIER = pattern(r"^\[(error|warn)\] (.*)$")
_BROKEN = pattern(r"^(\S+): (\w+Error): (.*?) ?\((\d+):(\d+)\)$")
_SUMMED = pattern(
    r"^(?:\x{2716} \d+ problems? \(|Found \d+ (?:errors|warnings?)|\d+ problems? \(|Checked \d+ files? in |"
    r"\[warn\] Code style issues)"
)
_CROSS = "\u00d7"
_MOST_FOLLOWED = 4


class _Reader:
    def __init__(self, book: Book) -> None:
        self.follows = False
        self._book = book
        self._file = ""
        self._head: tuple[str, int, str, tuple[str, int, int]] | None = None
        self._graphic: tuple[int, bool, str, str] | None = None
        self._left = 0

    def read(self, text: str, at: int) -> bool:
        if self.follows:
            return self._biome_words(text) if self._head else self._frame(text)
        if _SUMMED.match(text):
            self._book.result(at, text)
            return True
        return self._row(text, at) or self._begun(text, at) or self._prettier(text, at)

    def _row(self, text: str, at: int) -> bool:
        file = _FILE.match(text)
        if file:
            self._file = file[1]
            return False  # it is a heading only if rows follow
        found = _ROW.match(text) if self._file else None
        if found:
            line, column, level, message, rule = found.groups()
            tool = ESLINT if level in ("error", "warning") else STYLELINT
            warns = level == "warning" or level.startswith("\u26a0")
            self._write(tool, at, rule or "", message, (self._file, int(line), int(column)), warns=warns)
        return bool(found)

    def _begun(self, text: str, at: int) -> bool:
        biome = _BIOME.match(text)
        if biome:
            path, line, column, rule = biome.groups()
            self._head = (rule, at, "", (path, int(line or 0), int(column or 0)))
            self.follows, self._left = True, _MOST_FOLLOWED
            return True
        graphic = _GRAPHIC.match(text)
        if graphic:
            self._graphic = (at, graphic[1] == "\u26a0", graphic[2] or "", graphic[3])
            self.follows, self._left = True, _MOST_FOLLOWED
        return False

    def _biome_words(self, text: str) -> bool:
        self._left -= 1
        marked = _MARKED.match(text)
        if self._head and (marked or self._left <= 0 or not text.strip().strip("\u2501")):
            if not marked and self._left > 0:
                return True
            rule, begun, _, place = self._head
            level = marked[1] if marked else "!"
            self._head, self.follows = None, False
            if level != "i" or rule.startswith("lint/"):
                message = marked[2] if marked else rule
                self._write(BIOME, begun, rule, message, place, warns=level in "!i\u26a0")
        return bool(marked)

    def _frame(self, text: str) -> bool:
        """Read what follows the words: where it is, else it was something else."""
        self._left -= 1
        place = _FRAME.match(text)
        if place and self._graphic:
            at, warns, rule, message = self._graphic
            self._write(OXLINT, at, rule, message, (place[1], int(place[2]), int(place[3])), warns=warns)
        if place or self._left < 0 or not text.strip():
            self.follows, self._graphic = False, None
        return bool(place)

    def _prettier(self, text: str, at: int) -> bool:
        found = _PRETTIER.match(text)
        if not found:
            return False
        broken = _BROKEN.match(found[2])
        if broken and found[1] == "error":
            path, code, message, line, column = broken.groups()
            self._write(PRETTIER, at, code, message, (path, int(line), int(column)), warns=False)
            return True
        file = _FILE.match(found[2])
        if file and found[1] == "warn":
            self._write(PRETTIER, at, "format", "it is not formatted", (file[1], 0, 0), warns=True)
        return bool(file) or (found[1] == "error" and found[2].lstrip()[:1] in tuple(">|0123456789"))

    def _write(  # noqa: PLR0913 -- what a finding has
        self, tool: str, at: int, code: str, message: str, place: tuple[str, int, int], *, warns: bool
    ) -> None:
        self._book.phase(tool, "Lint", at)
        (self._book.warning if warns else self._book.error)(tool, at, code, message).place(*place)

    def end(self) -> None:
        """Nothing is left open."""


KIND = Kind(
    ESLINT,
    (
        rf"(?:[A-Za-z]:[\\/])?[^\s:][^:]*\.{_ENDING}$",
        rf"\s+\d+:\d+\s+(?:error|warning|✖|{_CROSS}|⚠)",
        r".* (?:(?:lint|assist|plugin|suppressions)/\S+|parse|format|organizeImports)\s.*━━━$",
        rf" *(?:{_CROSS}|⚠) \S",
        r"\[(?:error|warn)\] ",
        r"✖ \d+ problems? \(",
        r"\d+ problems? \(",
        r"Checked \d+ files? in ",
        r"Found \d+ warnings? and ",
    ),
    _Reader,
)
