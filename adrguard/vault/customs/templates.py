"""Fill the placeholders of a template: Obsidian's and Templater's, adr-tools' words, and our own.

``{{title}}`` is filled anywhere, in frontmatter as a value that YAML reads as this text. What nobody has a value for
stays as it is, in quotes where YAML would take it for something else, and says so to whoever edits the note.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from adrguard.system import resources
from adrguard.vault.customs import moments
from adrguard.vault.customs.manners import FRONTMATTER
from adrguard.vault.head.yaml_text import DOUBLE, PLAIN, SINGLE, as_text, scalar

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import datetime

    Value = str | tuple[str, ...]

_NAME = r"\{\{\s*(?P<name>[A-Za-z][\w-]*+(?: ++[\w-]++)*+)\s*+(?::(?P<form>[^{}\n]*))?\}\}"
_TEMPLATER = (
    r"<%[-_*+]?\s*tp\.(?:(?P<file>file\.title)|date\.now\(\s*+(?:[\"'](?P<now>[^\"'\n]*)[\"'])?\s*\))\s*[-_]?%>"
)
_PLACEHOLDER = re.compile(f"{_NAME}|{_TEMPLATER}")
_ENTRY = re.compile(r"^(?P<head>\s*(?:- )?(?:[^\s:#'\"{}\[\]-][^:#{}]*:\s++|(?<=- )))(?P<value>\S(?:.*\S)?)\s*$")
_ASKED = re.compile(r"\{[^:{}\]]*+\]\([^:{}]*+\}$")
"""MADR 3 asks in braces, without quotes: ``{proposed | … | superseded by [ADR-1](1.md)}``, a link that is no YAML."""
_FRONTMATTER = re.compile(r"\A\ufeff?---[ \t]*\n(?P<head>(?:.*\n)*?)(?:---|\.\.\.)[ \t]*(?:\n|\Z)")
_ADR_TOOLS = re.compile(r"^# .*\b(?:NUMBER|TITLE)\b", re.MULTILINE)
_ADR_TOOLS_WORD = re.compile(r"\b(?:NUMBER|TITLE|DATE|STATUS)\b")
_DAYS = ("date", "time", "today")
_SAME = {"name": "title", "adr_number": "number", "adr_title": "title", "today": "date", "filename": "title"}


def built_in(dialect: str) -> str:
    """Return our own template for a dialect of `manners`; frontmatter for notes that show none."""
    return resources.read_text(f"hooks/templates/{dialect or FRONTMATTER}.md")


def fill(text: str, values: Mapping[str, Value], moment: datetime) -> str:
    """Return a template with its placeholders filled.

    `values` are by name, lower case with underscores; a list is written as one in frontmatter, and with commas in a
    text. ``date`` and ``time`` are those of the moment where they are given no value of their own. Line ends of `text`
    are line feeds.
    """
    known = {"date": moments.spelt(moment, moments.DAY), "time": moments.spelt(moment, moments.TIME), **values}
    filler = _Filler(known, moment)
    match = _FRONTMATTER.match(text)
    start, end = match.span("head") if match else (0, 0)
    head = "".join(filler.entry(f"{line}\n") for line in text[start:end].split("\n")[:-1])
    return text[:start] + head + filler.body(text[end:])


def dates(text: str) -> bool:
    """Say whether a template has a place for the date, so that its form is the template's."""
    found = (match for match in _PLACEHOLDER.finditer(text))
    return any(
        match["name"].lower() in ("date", "today") if match["name"] else match["file"] is None for match in found
    )


class _Filler:
    def __init__(self, values: Mapping[str, Value], moment: datetime) -> None:
        self.values = values
        self.moment = moment

    def body(self, text: str) -> str:
        """Fill Markdown."""
        adr_tools = _ADR_TOOLS.search(text) is not None
        text = _PLACEHOLDER.sub(self._as_text, text)
        return _ADR_TOOLS_WORD.sub(lambda match: self._text(match[0].lower(), match[0]), text) if adr_tools else text

    def entry(self, line: str) -> str:
        """Fill a line of frontmatter, quoting its value where the text needs it."""
        match = _ENTRY.match(line)
        if not _PLACEHOLDER.search(line):
            asks = match is not None and _ASKED.match(match["value"])
            return f"{match['head']}{as_text(match['value'])}\n" if match and asks else line
        if match is None:
            return _PLACEHOLDER.sub(self._as_text, line)
        return match["head"] + self._entry_value(match["value"]) + "\n"

    def _entry_value(self, written: str) -> str:
        quotes = written[0] if written[0] in (SINGLE, DOUBLE) and written[0] == written[-1] else PLAIN
        inner = written[1:-1] if quotes else written
        if written[0] == "[" and written[-1] == "]":
            return self._listed(written[1:-1])
        whole = _PLACEHOLDER.fullmatch(inner)
        value = self._value(whole) if whole else None
        if isinstance(value, tuple):
            return _flow(value)
        # What nobody has a value for stays, as a text: in YAML braces would mean something else.
        value = _PLACEHOLDER.sub(self._as_text, inner) if value is None else value
        if not value:
            return ""
        return scalar(value, quotes) if quotes or (whole and _is_moment(whole)) else as_text(value)

    def _listed(self, inside: str) -> str:
        """Fill what stands in brackets: each part between commas may be a text or a list."""
        found: list[str] = []
        for part in filter(None, (one.strip() for one in inside.split(","))):
            bare = part.strip("'\"")
            whole = _PLACEHOLDER.fullmatch(bare)
            value = self._value(whole) if whole else None
            value = _PLACEHOLDER.sub(self._as_text, bare) if value is None else value
            found += value if isinstance(value, tuple) else [value] if value else []
        return _flow(found)

    def _as_text(self, match: re.Match[str]) -> str:
        value = self._value(match)
        if value is None:
            return match[0]
        return ", ".join(value) if isinstance(value, tuple) else value

    def _text(self, name: str, otherwise: str) -> str:
        value = self.values.get(name, otherwise)
        return value if isinstance(value, str) else ", ".join(value)

    def _value(self, match: re.Match[str]) -> Value | None:
        """Return what a placeholder stands for, None when nobody knows."""
        if match["file"]:
            return self.values.get("title")
        if match["name"] is None:
            return moments.spelt(self.moment, match["now"] or moments.DAY)
        name = match["name"].lower().replace("-", "_").replace(" ", "_")
        name = _SAME.get(name, name)
        if match["form"] is not None:
            return moments.spelt(self.moment, match["form"].strip()) if name in ("date", "time") else None
        return self.values.get(name)


def _is_moment(placeholder: re.Match[str]) -> bool:
    """Say whether a date is wanted, which YAML may then read as one."""
    return placeholder["name"].lower() in _DAYS if placeholder["name"] else placeholder["file"] is None


def _flow(texts: Iterable[str]) -> str:
    return f"[{', '.join(map(as_text, texts))}]"
