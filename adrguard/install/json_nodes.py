"""JSON as people write it in settings: parsed to nodes that know where they stand, comments and all.

Comments and a comma after the last part are read everywhere, as most agents allow them; with `loose`, JSON5's bare
keys, single quotes and numbers too. What cannot be read is refused with its line and column.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from adrguard.model.errors import AdrguardError
from adrguard.model.record import Record

if TYPE_CHECKING:
    from collections.abc import Callable

OBJECT, ARRAY, OTHER = "object", "array", "other"

_DEEPEST = 200
_SPACE = re.compile(r"[ \t\r\n]+")
_LOOSE_SPACE = re.compile(r"[\s\ufeff]+")
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\.)*"')
_SINGLE = re.compile(r"'(?:[^'\\\x00-\x1f]|\\.)*'")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?(?![\w.])")
_LOOSE_NUMBER = re.compile(
    r"[+-]?(?:Infinity|NaN|0[xX][0-9a-fA-F]+|[0-9]++\.?[0-9]*+(?:[eE][+-]?[0-9]+)?|\.[0-9]+(?:[eE][+-]?[0-9]+)?)(?![\w.])"
)
_WORD = re.compile(r"true|false|null")
_NAME = re.compile(r"[A-Za-z_$][\w$]*")
_PLAIN = frozenset('"{}[],:')
_WORDS = {"true": True, "false": False, "null": None}


class UnreadableJsonError(AdrguardError):
    """Settings that cannot be read, with the place."""


class Number(Record):
    """A number as it is written: nothing is lost to rounding."""

    text: str


class Part(Record):
    """A member of an object (`name` is its key) or an item of an array (`name` is ""), from `start` on."""

    name: str
    start: int
    node: Node


class Node(Record):
    """A value: its kind, the characters from `start` to `end`, its parts, or what it says where it is no container."""

    kind: str
    start: int
    end: int
    parts: tuple[Part, ...] = ()
    value: Any = None

    def member(self, name: str) -> Part | None:
        """Return the member of this name; of several the last one, which is what agents take."""
        return next((part for part in reversed(self.parts) if self.kind == OBJECT and part.name == name), None)

    def plain(self) -> Any:
        """Return the value as dicts, lists, texts, ints and `Number`."""
        if self.kind == OBJECT:
            return {part.name: part.node.plain() for part in self.parts}
        return [part.node.plain() for part in self.parts] if self.kind == ARRAY else self.value


def place(path: str, text: str, at: int) -> str:
    """Return `path:line:column` of a character."""
    return f"{path}:{text.count(chr(10), 0, at) + 1}:{at - text.rfind(chr(10), 0, at)}"


def parse(path: str, text: str, *, loose: bool = False) -> Node | None:
    """Parse a text; None when there is nothing in it but white space and comments. Raises `UnreadableJsonError`."""
    return _Reader(path, text, loose=loose).document()


class _Reader:
    def __init__(self, path: str, text: str, *, loose: bool) -> None:
        self.path, self.text, self.loose, self.at = path, text, loose, 0
        self.space = _LOOSE_SPACE if loose else _SPACE
        self.strings = (_STRING, _SINGLE) if loose else (_STRING,)
        self.number = _LOOSE_NUMBER if loose else _NUMBER

    def fault(self, what: str, at: int | None = None) -> UnreadableJsonError:
        where = place(self.path, self.text, self.at if at is None else at)
        return UnreadableJsonError(f"{where}: not valid JSON: {what}", "mend the file and try again")

    def document(self) -> Node | None:
        self.skip()
        if self.at == len(self.text):
            return None
        node = self.value(0)
        self.skip()
        if self.at < len(self.text):
            raise self.fault("something follows the end")
        return node

    def skip(self) -> None:
        while self.at < len(self.text):
            char = self.text[self.at]
            if char in _PLAIN:  # for the most part: settings can be large
                return
            if found := self.space.match(self.text, self.at):
                self.at = found.end()
            elif self.text.startswith("//", self.at):
                line = self.text.find("\n", self.at)
                self.at = len(self.text) if line < 0 else line
            elif self.text.startswith("/*", self.at):
                end = self.text.find("*/", self.at + 2)
                if end < 0:
                    raise self.fault("a comment without its end")
                self.at = end + 2
            else:
                return

    def value(self, depth: int) -> Node:
        if depth > _DEEPEST:
            raise self.fault("too deep")
        char = self.text[self.at : self.at + 1]
        if char == "{":
            return self.container(OBJECT, "}", depth)
        if char == "[":
            return self.container(ARRAY, "]", depth)
        return self.leaf()

    def leaf(self) -> Node:
        start = self.at
        for pattern in self.strings:
            if self.take(pattern):
                return Node(OTHER, start, self.at, (), self.unquoted(start))
        if word := self.take(_WORD):
            return Node(OTHER, start, self.at, (), _WORDS[word])
        if digits := self.take(self.number):
            return Node(OTHER, start, self.at, (), _number(digits))
        raise self.fault("a value is missing" if start == len(self.text) else "this is no value")

    def container(self, kind: str, close: str, depth: int) -> Node:
        start, parts, closed = self.at, [], False
        self.at += 1
        self.skip()
        while not closed:
            if self.text.startswith(close, self.at):
                break
            at = self.at
            name = self.name() if kind == OBJECT else ""
            parts.append(Part(name, at, self.value(depth + 1)))
            self.skip()
            closed = not self.text.startswith(",", self.at)
            if not closed:
                self.at += 1
                self.skip()
        if not self.text.startswith(close, self.at):
            raise self.fault(f"'{close}' or ',' is missing" if parts else f"'{close}' is missing")
        self.at += 1
        return Node(kind, start, self.at, tuple(parts), None)

    def name(self) -> str:
        start = self.at
        if any(self.take(pattern) for pattern in self.strings):
            name = self.unquoted(start)
        elif self.loose and (bare := self.take(_NAME)):
            name = bare
        else:
            raise self.fault("a key in double quotes is missing")
        self.skip()
        if not self.text.startswith(":", self.at):
            raise self.fault("':' is missing")
        self.at += 1
        self.skip()
        return name

    def take(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self.text, self.at)
        if found is None:
            return ""
        self.at = found.end()
        return found[0]

    def unquoted(self, start: int) -> str:
        token = self.text[start : self.at]
        if "\\" not in token and token[0] == '"':
            return token[1:-1]
        if token[0] == "'":
            token = '"' + re.sub(r"\\.|\"", _requoted, token[1:-1]) + '"'
        try:
            return str(json.loads(token))
        except ValueError as error:
            raise self.fault("an escape in this text is unknown", start) from error


def _requoted(found: re.Match[str]) -> str:
    return {"\\'": "'", '"': '\\"'}.get(found[0], found[0])


def _number(digits: str) -> int | Number:
    short = len(digits) < 18  # noqa: PLR2004 -- what surely fits is an int, as ours are
    return int(digits) if short and digits.lstrip("-").isdecimal() and digits.isascii() else Number(digits)


def mentions(value: Any, is_it: Callable[[str], bool]) -> bool:
    """Say whether any text within a plain value is as asked for."""
    if isinstance(value, str):
        return is_it(value)
    if isinstance(value, dict):
        return any(mentions(one, is_it) for one in value.values())
    return any(mentions(one, is_it) for one in value) if isinstance(value, list) else False
