"""JSON with the place of every value, and JSON as editors write it (comments, trailing commas).

The standard library's decoder tells no places. Strings and numbers are still decoded by it; only the structure is read
here. What it accepts is tested against it.
"""

from __future__ import annotations

from adrguard.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

DEEPEST = 100
"""Levels of nesting that are still read."""

_SPACE = " \t\r\n"
_NUMBER = "+-.eE0123456789"
_WORDS = {"true": True, "false": False, "null": None}


class Node(Record):
    """One value: a dict or list of nodes, or a plain value. `start` and `end` are character offsets.

    For a member of an object `key` is where its name starts, else -1.
    """

    value: Any
    start: int
    end: int
    key: int = -1

    def get(self, name: str) -> Node | None:
        """Return a member of an object, None where there is none (or this is no object)."""
        return self.value.get(name) if isinstance(self.value, dict) else None

    def members(self, name: str) -> dict[str, Node]:
        """Return the members of the object that is the member `name`; empty where that is no object."""
        inner = self.get(name)
        return inner.value if inner is not None and isinstance(inner.value, dict) else {}

    def items(self) -> list[Node]:
        """Return the elements of an array; empty where this is none."""
        return self.value if isinstance(self.value, list) else []

    def text(self) -> str:
        """Return the string, "" where this is none."""
        return self.value if isinstance(self.value, str) else ""


class JsonProblem(ValueError):  # noqa: N818 - a fact about the judged file, not an error of ours
    """Text that is no JSON; `offset` is where."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.offset = offset


def parse(text: str, *, comments: bool = False) -> Node:
    """Read one value. With `comments`, comments and trailing commas are allowed. Raises `JsonProblem`."""
    reader = _Reader(text, comments=comments)
    node = reader.value(0)
    end = reader.skip(node.end)
    if end < len(text):
        raise JsonProblem("something follows the value", end)
    return node


class _Reader:
    def __init__(self, text: str, *, comments: bool) -> None:
        self._text = text
        self._comments = comments
        self._depth = 0

    def skip(self, at: int) -> int:
        text = self._text
        while at < len(text):
            if text[at] in _SPACE:
                at += 1
            elif self._comments and text.startswith("//", at):
                end = text.find("\n", at)
                at = len(text) if end < 0 else end
            elif self._comments and text.startswith("/*", at):
                end = text.find("*/", at + 2)
                at = len(text) if end < 0 else end + 2
            else:
                break
        return at

    def value(self, at: int) -> Node:
        at = self.skip(at)
        char = self._text[at : at + 1]
        if char in ("{", "["):
            self._depth += 1
            if self._depth > DEEPEST:
                msg = f"more than {DEEPEST} levels of nesting"
                raise JsonProblem(msg, at)
            node = self._object(at) if char == "{" else self._array(at)
            self._depth -= 1
            return node
        if char == '"':
            string, end = self._string(at)
            return Node(string, at, end)
        return self._plain(at)

    def _object(self, start: int) -> Node:
        members: dict[str, Node] = {}
        at = self.skip(start + 1)
        while self._text[at : at + 1] != "}":
            if self._text[at : at + 1] != '"':
                raise JsonProblem('expected a name in quotes or "}"', at)
            name, end = self._string(at)
            colon = self.skip(end)
            if self._text[colon : colon + 1] != ":":
                raise JsonProblem('expected ":"', colon)
            members[name] = self.value(colon + 1).replace(key=at)
            at = self._after_element(members[name].end, "}")
        return Node(members, start, at + 1)

    def _array(self, start: int) -> Node:
        elements: list[Node] = []
        at = self.skip(start + 1)
        while self._text[at : at + 1] != "]":
            elements.append(self.value(at))
            at = self._after_element(elements[-1].end, "]")
        return Node(elements, start, at + 1)

    def _after_element(self, at: int, closing: str) -> int:
        at = self.skip(at)
        if self._text[at : at + 1] == closing:
            return at
        if self._text[at : at + 1] != ",":
            msg = f'expected "," or "{closing}"'
            raise JsonProblem(msg, at)
        after = self.skip(at + 1)
        if self._text[after : after + 1] == closing and not self._comments:
            raise JsonProblem("a comma before the end", at)
        return after

    def _string(self, start: int) -> tuple[str, int]:
        end = start + 1
        while True:
            end = self._text.find('"', end)
            if end < 0:
                raise JsonProblem("a string that never ends", start)
            slashes = end - 1
            while self._text[slashes] == "\\":
                slashes -= 1
            end += 1
            if (end - slashes) % 2 == 0:
                break
        inner = self._text[start + 1 : end - 1]
        if "\\" not in inner and inner.isprintable():
            return inner, end
        value = _decoded(self._text[start:end])
        if not isinstance(value, str):
            raise JsonProblem("not a string", start)
        return value, end

    def _plain(self, at: int) -> Node:
        for word, value in _WORDS.items():
            if self._text.startswith(word, at):
                return Node(value, at, at + len(word))
        end = at
        while end < len(self._text) and self._text[end] in _NUMBER:
            end += 1
        value = _decoded(self._text[at:end])
        if value is None:
            raise JsonProblem("expected a value", at)
        return Node(value, at, end)


def _decoded(text: str) -> Any:
    """Return what the standard library makes of a string or number, None where it is neither."""
    # Loaded only for the rare value that needs it: most strings of a manifest are plain.
    import json

    try:
        return json.loads(text)
    except ValueError:
        return None
