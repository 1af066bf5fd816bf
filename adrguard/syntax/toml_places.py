"""TOML with the place of every value: read by `tomllib`, located by a scan of the same text.

`tomllib` tells no places, and `tomlkit` none that survive. The scan relies on `tomllib` having accepted the text.
"""

from __future__ import annotations

import tomllib

from adrguard.model.record import Record
from adrguard.model.toml import loads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Path = tuple[str | int, ...]

_SPACE = " \t\r\n"
_BARE_END = ",]}#\r\n"


class Place(Record):
    """Where a value stands: `key` is the offset of its (last) name, -1 in an array; the value is `start` to `end`."""

    key: int
    start: int
    end: int


class TomlProblem(ValueError):  # noqa: N818 - a fact about the judged file, not an error of ours
    """Text that is no TOML; the message is tomllib's, with line and column where it has them."""


class Document(Record):
    """`values` as tomllib reads them; `places` by path: names, and indexes in arrays."""

    values: dict[str, Any]
    places: dict[Path, Place]

    def table(self, *path: str) -> dict[str, Any]:
        """Return the table at the path, empty where there is none."""
        found: Any = self.values
        for name in path:
            found = found.get(name) if isinstance(found, dict) else None
        return found if isinstance(found, dict) else {}


def parse(text: str) -> Document:
    """Read a TOML document. Raises `TomlProblem`."""
    # tomllib takes bare carriage returns for errors; CRLF it reads as LF, which the scan tolerates as white space.
    try:
        return Document(loads(text), _Scanner(text).scan())
    except tomllib.TOMLDecodeError as error:
        raise TomlProblem(str(error)) from error
    except RecursionError as error:
        raise TomlProblem("nested too deeply") from error


class _Scanner:
    def __init__(self, text: str) -> None:
        self._text = text
        self._places: dict[Path, Place] = {}
        self._arrays: dict[Path, int] = {}

    def scan(self) -> dict[Path, Place]:
        table: Path = ()
        at = self._skip(0)
        while at < len(self._text):
            if self._text[at] == "[":
                at, table = self._header(at)
            else:
                at = self._pair(at, table)
            at = self._skip(at)
        return self._places

    def _skip(self, at: int) -> int:
        text = self._text
        while at < len(text):
            if text[at] in _SPACE:
                at += 1
            elif text[at] == "#":
                end = text.find("\n", at)
                at = len(text) if end < 0 else end
            else:
                break
        return at

    def _header(self, at: int) -> tuple[int, Path]:
        is_array = self._text.startswith("[[", at)
        start = at
        at, names = self._key(self._skip(at + (2 if is_array else 1)))
        at = self._text.index("]", at) + (2 if is_array else 1)
        path = self._inside(names[:-1])
        path = (*path, names[-1][0])
        if is_array:
            self._arrays[path] = self._arrays.get(path, 0) + 1
        path = self._current(path)
        self._places.setdefault(path, Place(start, start, at))
        return at, path

    def _inside(self, names: list[tuple[str, int]]) -> Path:
        path: Path = ()
        for name, _ in names:
            path = self._current((*path, name))
        return path

    def _current(self, path: Path) -> Path:
        return (*path, self._arrays[path] - 1) if path in self._arrays else path

    def _key(self, at: int) -> tuple[int, list[tuple[str, int]]]:
        """Read a dotted key: each name with its offset."""
        names = []
        while True:
            at = self._skip(at)
            start = at
            if self._text[at] in "\"'":
                at = self._string_end(at)
                names.append((_unquoted(self._text[start:at]), start))
            else:
                while self._text[at] not in ".=] \t":
                    at += 1
                names.append((self._text[start:at], start))
            at = self._skip(at)
            if self._text[at] != ".":
                return at, names
            at += 1

    def _pair(self, at: int, table: Path) -> int:
        at, names = self._key(at)
        path = (*table, *(name for name, _ in names))
        return self._value(self._skip(at + 1), path, names[-1][1])

    def _value(self, at: int, path: Path, key: int) -> int:
        start = at
        char = self._text[at]
        if char == "[":
            at = self._array(at, path)
        elif char == "{":
            at = self._inline_table(at, path)
        elif char in "\"'":
            at = self._string_end(at)
        else:
            # A date and its time may be parted by a space.
            while at < len(self._text) and self._text[at] not in _BARE_END:
                at += 1
            at = start + len(self._text[start:at].rstrip())
        self._places[path] = Place(key, start, at)
        return at

    def _array(self, at: int, path: Path) -> int:
        at, index = self._skip(at + 1), 0
        while self._text[at] != "]":
            at = self._skip(self._value(at, (*path, index), -1))
            if self._text[at] == ",":
                at = self._skip(at + 1)
            index += 1
        return at + 1

    def _inline_table(self, at: int, path: Path) -> int:
        at = self._skip(at + 1)
        while self._text[at] != "}":
            at = self._skip(self._pair(at, path))
            if self._text[at] == ",":
                at = self._skip(at + 1)
        return at + 1

    def _string_end(self, at: int) -> int:
        text, quote = self._text, self._text[at]
        if text.startswith(quote * 3, at):
            end = text.find(quote * 3, at + 3)
            while quote == '"' and _is_escaped(text, end):
                end = text.find(quote * 3, end + 1)
            # Up to two more quotes belong to the string itself.
            return end + 3 + next(more for more in (2, 1, 0) if text.startswith(quote * more, end + 3))
        end = text.find(quote, at + 1)
        while quote == '"' and _is_escaped(text, end):
            end = text.find(quote, end + 1)
        return end + 1


def _is_escaped(text: str, at: int) -> bool:
    slashes = at
    while text[slashes - 1] == "\\":
        slashes -= 1
    return (at - slashes) % 2 == 1


def _unquoted(name: str) -> str:
    if name[0] == "'" or "\\" not in name:
        return name[1:-1]
    return str(tomllib.loads(f"key = {name}")["key"])
