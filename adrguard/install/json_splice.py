"""Put a value into JSON settings, or take it out, as text: every byte outside of it stays, comments included.

What is put in is laid out as its neighbours are. Each function returns a new text; taking out what was put in gives the
text that was there before.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from adrguard.install.json_nodes import ARRAY, OBJECT, UnreadableJsonError, parse, place

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adrguard.install.json_nodes import Node, Part

_SPACE = re.compile(r"[\s\ufeff]*")
_UNIT = "  "
_INDENT = re.compile(r"\n([ \t]+)\S")
_TRAILING = re.compile(r"[ \t]*(?:(?:/\*(?:(?!\*/)[^\n])*\*/[ \t]*)?//[^\n\r]*|/\*(?:(?!\*/)[^\n])*\*/)?")


class Json:
    """A text of JSON settings that is changed piece by piece. `path` is for messages. Raises `UnreadableJsonError`."""

    def __init__(self, path: str, text: str, *, loose: bool = False) -> None:
        self.path, self.loose = path, loose
        self._take(text)

    def _take(self, text: str) -> None:
        self.text = text
        self.root = parse(self.path, text, loose=self.loose)
        if self.root is not None and self.root.kind != OBJECT:
            where = place(self.path, text, self.root.start)
            raise UnreadableJsonError(f"{where}: not an object, {{...}}", "mend the file and try again")

    @property
    def eol(self) -> str:
        """The line end that the text uses."""
        return "\r\n" if "\r\n" in self.text else "\n"

    @property
    def unit(self) -> str:
        """One step of indentation, as the first indented line has it."""
        found = _INDENT.search(self.text)
        return found[1] if found else _UNIT

    def plain(self) -> dict[str, Any]:
        """Return what the text says."""
        value = self.root.plain() if self.root else {}
        assert isinstance(value, dict)  # noqa: S101 -- `_take` lets nothing else in
        return value

    def find(self, keys: Sequence[str | int]) -> Node | None:
        """Return the node at the end of a path of keys and positions."""
        node = self.root
        for key in keys:
            if node is None:
                return None
            part = self._part(node, key)
            node = part.node if part else None
        return node

    def _part(self, node: Node, key: str | int) -> Part | None:
        if isinstance(key, str):
            if sum(part.name == key for part in node.parts) > 1 and node.kind == OBJECT:
                where = place(self.path, self.text, node.start)
                raise UnreadableJsonError(f"{where}: the key '{key}' stands there twice", "leave one of them")
            return node.member(key)
        return node.parts[key] if node.kind == ARRAY and key < len(node.parts) else None

    def put(self, keys: Sequence[str], value: Any) -> None:
        """Set the value at a path of keys; objects on the way are made."""
        if self.root is None:
            for key in reversed(keys):
                value = {key: value}
            self._take(self.text + self._shown(value, "") + self.eol)
            return
        node = self.root
        for depth, key in enumerate(keys):
            self._must_be(node, OBJECT, keys[:depth])
            part = self._part(node, key)
            if part is None:
                for inner in reversed(keys[depth + 1 :]):
                    value = {inner: value}
                self._insert(node, key, value)
                return
            node = part.node
        self._replace(node, value)

    def append(self, keys: Sequence[str], value: Any) -> None:
        """Add an item to the array at a path of keys, which is made where it is missing."""
        node = self.find(keys)
        if node is None:
            self.put(keys, [value])
            return
        self._must_be(node, ARRAY, keys)
        self._insert(node, None, value)

    def replace(self, keys: Sequence[str | int], value: Any) -> None:
        """Replace the value at a path that is there."""
        node = self.find(keys)
        assert node is not None  # noqa: S101 -- asked for what was found before
        self._replace(node, value)

    def restore(self, keys: Sequence[str], verbatim: str) -> None:
        """Replace the container at a path by the text that stood there."""
        node = self.find(keys)
        assert node is not None  # noqa: S101 -- asked for what was found before
        self._take(self.text[: node.start] + verbatim + self.text[node.end :])

    def remove(self, keys: Sequence[str | int]) -> None:
        """Take a member or an item out, with the comma that it needs no more."""
        node = self.find(keys[:-1])
        assert node is not None  # noqa: S101 -- asked for what was found before
        part = self._part(node, keys[-1])
        assert part is not None  # noqa: S101 -- as before
        index = node.parts.index(part)
        floor = node.parts[index - 1].node.end if index else node.start + 1
        kept, end = self.text[floor : part.start], part.node.end
        comma = self._comma_after(end)
        if comma is not None:
            end = comma
        elif index:
            # The last one goes: what is before it needs its comma no more.
            before = self._comma_after(floor)
            assert before is not None  # noqa: S101 -- two parts are parted by one
            kept = self.text[floor : before - 1] + self.text[before : part.start]
        expected = _without(self.plain(), keys)
        # The white space before a part belongs to it, unless it ends a comment that would swallow what follows.
        for head in (kept.rstrip(" \t\r\n"), kept):
            if self._try(self.text[:floor] + head + self.text[end:], expected):
                return
        raise self._no_place(part.start)

    def _try(self, text: str, expected: Any) -> bool:
        """Take a text that says what is expected; leave all as it is where it does not."""
        try:
            found = Json(self.path, text, loose=self.loose)
        except UnreadableJsonError:
            return False
        if found.plain() != expected:
            return False
        self.text, self.root = found.text, found.root
        return True

    def _no_place(self, at: int) -> UnreadableJsonError:
        where = place(self.path, self.text, at)
        return UnreadableJsonError(f"{where}: its form leaves no safe place to change it", "change it by hand")

    def _comma_after(self, at: int) -> int | None:
        """Return where the text goes on behind the comma that follows a value, None when none follows."""
        while True:
            space = _SPACE.match(self.text, at)
            at = space.end() if space else at
            if self.text.startswith("//", at):
                line = self.text.find("\n", at)
                at = len(self.text) if line < 0 else line
            elif self.text.startswith("/*", at):
                at = self.text.find("*/", at + 2) + 2
            else:
                return at + 1 if self.text.startswith(",", at) else None

    def _insert(self, node: Node, name: str | None, value: Any) -> None:
        many = not node.parts or "\n" in self.text[node.start : node.parts[-1].start]
        outer = self._indent_of(node.start)
        inner = self._indent_of(node.parts[-1].start) if node.parts and many else outer + self.unit
        label = "" if name is None else json.dumps(name, ensure_ascii=False) + ": "
        shown = label + (self._shown(value, inner) if many else _flat(value))
        if not node.parts:
            held = self.text[node.start + 1 : node.end - 1].rstrip(" \t\r\n")
            made = f"{held}{self.eol}{inner}{shown}{self.eol}{outer}"
            self._take_only(self.text[: node.start + 1] + made + self.text[node.end - 1 :], node.start)
            return
        last = node.parts[-1].node.end
        comma = self._comma_after(last)
        ending = "," if comma is not None else ""
        head = self.text[:last] + ("," if comma is None else self.text[last:comma])
        rest = self.text[comma or last :]
        trailing = _TRAILING.match(rest)
        aside = trailing[0].rstrip(" \t") if trailing and many and trailing[0].strip() else ""
        lead = self.eol + inner if many else " "
        self._take_only(head + aside + lead + shown + ending + rest[len(aside) :], last)

    def _take_only(self, text: str, at: int) -> None:
        """Take a text in which a part was put: nothing may be lost or changed by that."""
        before = self.plain()
        self._take(text)
        if not _holds(self.plain(), before):
            raise self._no_place(at)

    def _replace(self, node: Node, value: Any) -> None:
        multi = "\n" in self.text[node.start : node.end] or "\n" in self.text
        shown = self._shown(value, self._indent_of(node.start)) if multi else _flat(value)
        self._take(self.text[: node.start] + shown + self.text[node.end :])

    def _indent_of(self, at: int) -> str:
        line = self.text.rfind("\n", 0, at) + 1
        found = re.compile(r"[ \t]*").match(self.text, line)
        return found[0] if found else ""

    def _shown(self, value: Any, indent: str) -> str:
        text = json.dumps(value, indent=self.unit, ensure_ascii=False)
        return text.replace("\n", self.eol + indent)

    def _must_be(self, node: Node, kind: str, keys: Sequence[str]) -> None:
        if node.kind != kind:
            where = place(self.path, self.text, node.start)
            form = "object, {...}" if kind == OBJECT else "list, [...]"
            raise UnreadableJsonError(f"{where}: '{'.'.join(keys)}' is no {form}", "mend the file and try again")


def _without(value: Any, keys: Sequence[str | int]) -> Any:
    """Return a plain value without what is at the end of a path."""
    inner = value
    for key in keys[:-1]:
        inner = inner[key]
    del inner[keys[-1]]
    return value


def _holds(larger: Any, smaller: Any) -> bool:
    """Say whether a plain value is another with members or items added."""
    if isinstance(smaller, dict):
        return isinstance(larger, dict) and all(
            key in larger and _holds(larger[key], one) for key, one in smaller.items()
        )
    if isinstance(smaller, list):
        rest = larger[: len(smaller)] if isinstance(larger, list) else []
        return len(rest) == len(smaller) and all(map(_holds, rest, smaller))
    return bool(larger == smaller)


def _flat(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
