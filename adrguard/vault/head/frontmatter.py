"""Frontmatter: YAML between ``---`` and ``---`` or ``...``, TOML between ``+++``; every value and every error placed.

Nothing is constructed from YAML: the nodes are read as written, so a tag can run nothing, a date stays a date's text
and an alias cannot multiply.
"""

from __future__ import annotations

import re
from typing import Any

from adrguard.model.errors import Problem
from adrguard.model.record import Record
from adrguard.vault.head.values import LITERAL, Listing, Mapping, Scalar, Value, normal_key, scalars
from adrguard.vault.source import Source

_KEY_LINE = re.compile(r"[A-Za-z_][\w -]*:(\s|$)")
_TIGHT = re.compile(r"([A-Za-z_][\w-]{0,40}):(?=[^\s:/])")
_OPENED = re.compile(r"quoted scalar|flow (?:sequence|mapping)")
_NULL = "tag:yaml.org,2002:null"
_TOML_PLACE = re.compile(r"\(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)$", re.DOTALL)

_MOST_MISSES = 50
QUOTE_IT = "put the value in quotes"


class Frontmatter(Record):
    """The keys of a note's frontmatter.

    `kind` is ``yaml``, ``toml`` or "" when there is none; `entries` holds values by normalised key, `keys` where each
    key stands; `body` is the index of the first Markdown line after it. `broken` is true when it could not be read.
    `root` is all of it in the order written, keys that stand twice included; None when there is nothing in it.
    """

    kind: str
    entries: dict[str, Value]
    keys: dict[str, Scalar]
    body: int
    problems: tuple[Problem, ...] = ()
    broken: bool = False
    root: Mapping | None = None

    def get(self, *names: str) -> Value | None:
        """Return the value of the first of these keys that is there."""
        for name in names:
            if name in self.entries:
                return self.entries[name]
        return None

    def first(self, *names: str) -> Scalar | None:
        """Return the single value of the first of these keys that has one (the first of a list)."""
        found = scalars(self.get(*names))
        return found[0] if found else None

    def text(self, *names: str) -> str:
        """Return the text of `first`, "" when there is none."""
        found = self.first(*names)
        return found.text.strip() if found else ""


def read(source: Source) -> Frontmatter:
    """Read the frontmatter of a note; what is wrong with it is in `problems`, never raised."""
    opening = source.lines[0].rstrip()
    if opening not in ("---", "+++"):
        return Frontmatter("", {}, {}, 0)
    closings = ("---", "...") if opening == "---" else ("+++",)
    for index in range(1, len(source.lines)):
        if source.lines[index].rstrip() in closings:
            start, end = source.starts[1], source.starts[index]
            return _yaml(source, start, end, index + 1) if opening == "---" else _toml(source, start, end, index + 1)
    return _unclosed(source, opening)


def _unclosed(source: Source, opening: str) -> Frontmatter:
    # A lone `---` may be a rule drawn across the page; followed by a key it was meant as frontmatter.
    if opening == "---" and not (len(source.lines) > 1 and _KEY_LINE.match(source.lines[1])):
        return Frontmatter("", {}, {}, 0)
    problem = source.problem(0, "the frontmatter is never closed", f"end it with a line '{opening}'", "frontmatter")
    return Frontmatter("", {}, {}, 0, (problem,), broken=True)


def _yaml(source: Source, start: int, end: int, body: int) -> Frontmatter:
    # Many dialects have no frontmatter, and the parser takes its time to load.
    import yaml

    text = source.text[start:end]
    try:
        node = yaml.compose(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except yaml.YAMLError as error:
        return Frontmatter("yaml", {}, {}, body, (_yaml_problem(source, start, text, error),), broken=True)
    except RecursionError:
        return _broken(source, start, body, "the frontmatter is nested too deeply")
    if node is None:
        return Frontmatter("yaml", {}, {}, body)
    reader = _Reader(source, start, end)
    try:
        value = reader.value(node)
    except RecursionError:
        return _broken(source, start, body, "the frontmatter is nested too deeply")
    if not isinstance(value, Mapping):
        tight = _TIGHT.match(text[value.start - start :])
        hint = f"write a blank after the colon: '{tight[1]}: …'" if tight else "write 'key: value' lines"
        return _broken(source, value.start, body, "the frontmatter is no list of keys and values", hint)
    return _entries(source, "yaml", value, body, reader.problems)


def _broken(source: Source, offset: int, body: int, message: str, hint: str = "") -> Frontmatter:
    return Frontmatter("yaml", {}, {}, body, (source.problem(offset, message, hint, "frontmatter"),), broken=True)


def _entries(source: Source, kind: str, mapping: Mapping, body: int, problems: list[Problem]) -> Frontmatter:
    entries: dict[str, Value] = {}
    keys: dict[str, Scalar] = {}
    for key, value in mapping.pairs:
        name = normal_key(key.text)
        if name in entries:
            first = source.position(keys[name].start)[0]
            problems.append(
                source.problem(
                    key.start,
                    f"'{key.text}' stands twice in the frontmatter (first on line {first})",
                    "keep one of them",
                    "duplicate-key",
                )
            )
            continue
        entries[name], keys[name] = value, key
    return Frontmatter(kind, entries, keys, body, tuple(problems), root=mapping)


class _Reader:
    """Turns YAML nodes into values. A list met a second time, through an alias, is refused: it could multiply."""

    def __init__(self, source: Source, start: int, end: int) -> None:
        self.source = source
        self.start = start
        self.text = source.text[start:end]
        self.seen: set[int] = set()
        self.problems: list[Problem] = []

    def value(self, node: Any) -> Value:
        """Return what a node holds."""
        if node.id == "scalar":
            return self._scalar(node)
        first = self.start + node.start_mark.index
        # libyaml ends a block collection where the next token starts.
        last = self.start + len(self.text[: node.end_mark.index].rstrip())
        if id(node) in self.seen:
            # Said once, however often: the aliases of a bomb are many.
            if not self.problems:
                hint = "write it out where it is needed"
                self.problems.append(self.source.problem(first, "an alias repeats this list", hint, "frontmatter"))
            return Scalar("", first, last)
        self.seen.add(id(node))
        if node.id == "mapping":
            return Mapping(tuple((self._key(key), self.value(value)) for key, value in node.value), first, last)
        return Listing(tuple(self.value(item) for item in node.value), first, last)

    def _scalar(self, node: Any) -> Scalar:
        text = "" if node.tag == _NULL and not node.style else node.value
        return Scalar(text, self.start + node.start_mark.index, self.start + node.end_mark.index, node.style or "")

    def _key(self, node: Any) -> Scalar:
        if node.id == "scalar":
            return self._scalar(node)
        return Scalar("", self.start + node.start_mark.index, self.start + node.end_mark.index)


def _yaml_problem(source: Source, start: int, text: str, error: Exception) -> Problem:
    mark = getattr(error, "problem_mark", None)
    if mark is None or _OPENED.search(getattr(error, "context", None) or ""):
        # Where a quote or a bracket was opened tells more than where the lack of its partner was noticed.
        mark = getattr(error, "context_mark", None) or mark
    index = mark.index if mark else getattr(error, "position", 0)
    said = getattr(error, "problem", None) or getattr(error, "reason", None) or "cannot be read"
    index = min(index, max(len(text.rstrip()) - 1, 0))
    return source.problem(
        start + index, f"the frontmatter is not valid YAML: {said}", _yaml_hint(text, index), "frontmatter"
    )


def _yaml_hint(text: str, index: int) -> str:
    start = text.rfind("\n", 0, index) + 1
    line = text[start:].split("\n", 1)[0]
    if "\t" in line[: index - start + 1]:
        return "indent with spaces: YAML allows no tabs there"
    if line.lstrip().startswith("- "):
        inside = line.strip()[2:].strip().replace("'", "''")
        return f"{QUOTE_IT}: - '{inside}'"
    return f"{QUOTE_IT} if it contains ': ', ' #' or starts with one of ` @ * & ! % [ {{"


def _toml(source: Source, start: int, end: int, body: int) -> Frontmatter:
    from adrguard.model.toml import loads

    text = source.text[start:end]
    try:
        values = _TomlPlaces(text, start).mapping(loads(text.replace("\r\n", "\n")))
    except (ValueError, RecursionError) as error:
        what = str(error) if isinstance(error, ValueError) else "nested too deeply"
        return Frontmatter("toml", {}, {}, body, (_toml_problem(source, start, text, what),), broken=True)
    return _entries(source, "toml", values, body, [])


def _toml_problem(source: Source, start: int, text: str, message: str) -> Problem:
    found = _TOML_PLACE.search(message)
    what, offset = message, max(len(text.rstrip()) - 1, 0)
    if found:
        what = message[: found.start()].rstrip()
        if found["line"]:
            lines = text.replace("\r\n", "\n").split("\n")
            ahead = sum(len(line) + 1 for line in lines[: int(found["line"]) - 1])
            offset = ahead + int(found["column"]) - 1 + text[: ahead + int(found["line"])].count("\r\n")
    return source.problem(
        start + min(offset, len(text)), f"the frontmatter is not valid TOML: {what}", code="frontmatter"
    )


class _TomlPlaces:
    """Finds where TOML values stand: the parser does not say, so each is looked for in the text, in order."""

    def __init__(self, text: str, start: int) -> None:
        self.text = text
        self.start = start
        self.at = 0
        self.missed = 0

    def mapping(self, data: dict[str, Any]) -> Mapping:
        """Return a table as values."""
        pairs = tuple((self._key(key), self.value(raw)) for key, raw in data.items())
        return Mapping(pairs, self.start, self.start + len(self.text))

    def value(self, raw: Any) -> Value:
        """Return what a key holds."""
        if isinstance(raw, dict):
            return self.mapping(raw)
        if isinstance(raw, list):
            first = self.start + self.at
            return Listing(tuple(self.value(item) for item in raw), first, self.start + self.at)
        text = str(raw).lower() if isinstance(raw, bool) else str(raw)
        return self._find(text, style=LITERAL)

    def _key(self, key: str) -> Scalar:
        if self.missed < _MOST_MISSES and key.strip(" \t"):  # blanks would be looked for from each blank
            found = re.compile(rf"(?<![\w-]){re.escape(key)}[\"']?[ \t]*[=.\]]").search(self.text, self.at)
            self.at = found.start() if found else self.at
        return self._find(key)

    def _find(self, text: str, style: str = "") -> Scalar:
        # Escapes and tables out of order are not found: then the nearest place before must do.
        found = self.text.find(text, self.at) if self.missed < _MOST_MISSES else -1
        if found < 0:
            self.missed += 1
            return Scalar(text, self.start + self.at, self.start + self.at, style)
        self.at = found + len(text)
        return Scalar(text, self.start + found, self.start + self.at, style)
