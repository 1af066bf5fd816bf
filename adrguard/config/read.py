"""Read the configuration: every mistake in it at once, each with its line and the way out."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Any

from adrguard.config.keys import BY_NAME, FILE, PYPROJECT, TABLE, TABLES, Key
from adrguard.config.values import CONVERTERS, WrongValueError
from adrguard.model.decisions import Settings
from adrguard.model.errors import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

LARGEST = 1024 * 1024
_PLACED = re.compile(r"\(at line (?P<line>\d+), column (?P<column>\d+)\)$", re.DOTALL)
_HEADER = re.compile(r"^\s*\[(?P<name>[^\[\]]+)\]")
_KEY = re.compile(r"""^\s*(?P<key>(?:"[^"]*"|'[^']*'|[\w-]+)(?:\s*\.\s*(?:"[^"]*"|'[^']*'|[\w-]+))*)\s*=""")
_LONGEST_LINE = 500


def choose(files: dict[str, bytes]) -> tuple[str, Settings, tuple[Problem, ...]]:
    """Read the configuration among a repository's top-level files; return the path that it was read from ("" for none).

    `.adrguard.toml` wins over the table in `pyproject.toml`; where both configure, that is reported.
    """
    own, shared = files.get(FILE), files.get(PYPROJECT)
    if own is None:
        settings, problems = parse(PYPROJECT, shared) if shared is not None else (Settings(), ())
        configured = shared is not None and has_table(shared)
        return PYPROJECT if configured else "", settings, problems
    settings, problems = parse(FILE, own)
    if shared is not None and has_table(shared):
        text = _text(shared)
        line = locate(text, TABLE)
        problem = Problem(
            PYPROJECT,
            line,
            1 if line else 0,
            f"[{TABLE}] is not read, because there is a {FILE}",
            "keep one of the two",
            "two-configurations",
            excerpt=_line(text, line),
        )
        problems = (*problems, problem)
    return FILE, settings, problems


def has_table(data: bytes) -> bool:
    """Say whether a `pyproject.toml` configures this program (a broken one does when it names the table)."""
    if b"adrguard" not in data:
        return False
    try:
        return _table(_loads(_text(data)), TABLE) is not None
    except (ValueError, RecursionError):
        return locate(_text(data), TABLE) > 0


def parse(path: str, data: bytes) -> tuple[Settings, tuple[Problem, ...]]:
    """Read a file's settings; what is wrong leaves the default in force and is reported.

    `path` decides where the keys are: at the top of `.adrguard.toml`, under `[tool.adrguard]` in `pyproject.toml`. A
    `pyproject.toml` that cannot be parsed is this program's business only when it names the table.
    """
    prefix = TABLE if path.rpartition("/")[2] == PYPROJECT else ""
    text = _text(data)
    if prefix and "adrguard" not in text:
        return Settings(), ()
    if len(data) > LARGEST:
        return Settings(), (Problem(path, 0, 0, "the configuration is larger than 1 MB", code="configuration"),)
    try:
        table = _loads(text)
    except (ValueError, RecursionError) as error:
        if prefix and not locate(text, prefix):
            return Settings(), ()
        return Settings(), (_broken(path, text, error),)
    found: Any = _table(table, prefix) if prefix else table
    if found is None:
        return Settings(), ()
    reader = _Reader(path, text, prefix)
    if not isinstance(found, dict):
        reader.report("", f"{prefix} must be a table", f"write [{prefix}]")
        return Settings(), tuple(reader.problems)
    return reader.read(found), tuple(reader.problems)


def _loads(text: str) -> dict[str, Any]:
    # Most repositories are not configured at all, and the parser takes its time to load.
    from adrguard.model.toml import loads

    return loads(text)


def _table(data: Any, name: str) -> Any:
    for part in name.split("."):
        if not isinstance(data, dict) or part not in data:
            return None
        data = data[part]
    return data


def _text(data: bytes) -> str:
    return data.decode("utf-8-sig", "replace").replace("\r\n", "\n")


def _line(text: str, line: int) -> str:
    return _excerpt(text.split("\n"), line)


def _excerpt(lines: list[str], line: int) -> str:
    return lines[line - 1] if 0 < line <= len(lines) and len(lines[line - 1]) <= _LONGEST_LINE else ""


def _broken(path: str, text: str, error: Exception) -> Problem:
    found = _PLACED.search(str(error))
    what = str(error)[: found.start()].rstrip() if found else str(error).removesuffix(" (at end of document)")
    ended = text.rstrip()
    line = int(found["line"]) if found else ended.count("\n") + 1
    column = int(found["column"]) if found else len(ended) - ended.rfind("\n")
    return Problem(path, line, column, f"not valid TOML: {what}", code="configuration", excerpt=_line(text, line))


def locate(text: str, table: str, key: str = "") -> int:
    """Return the line (1-based) on which `key` of `table` ("" for the top) is set, or the table begins; 0 for nowhere.

    The TOML parser keeps no places, so the lines are looked at: good enough for a message, used for nothing else.
    """
    return _places(text).get(_normal(f"{table}.{key}".strip(".")), 0)


def _places(text: str) -> dict[str, int]:
    """Return the first line of each key and table, and of those that are named by what is in them only."""
    found: dict[str, int] = {}
    current = ""
    fence = ""
    for number, line in enumerate(text.split("\n"), start=1):
        if fence:
            fence = "" if fence in line else fence
            continue
        if len(line) > _LONGEST_LINE:
            continue
        header = _HEADER.match(line)
        setting = _KEY.match(line)
        if header:
            current = _normal(header["name"])
        name = f"{current}.{_normal(setting['key'])}".strip(".") if setting else current if header else ""
        outer = name
        while outer not in found:
            found[outer] = number
            outer = outer.rpartition(".")[0] or name
        fence = next((quote for quote in ('"""', "'''") if line.count(quote) % 2), "")
    return found


def _normal(name: str) -> str:
    return ".".join(part.strip().strip("\"'").replace("_", "-").lower() for part in name.split("."))


def _outwards(key: str) -> Iterator[str]:
    """Yield a key and the tables that hold it, the nearest first, and "" for the outermost."""
    while key:
        yield key
        key = key.rpartition(".")[0]
    yield ""


class _Reader:
    """Reads one table, and collects what is wrong with it."""

    def __init__(self, path: str, text: str, table: str) -> None:
        self.path = path
        self.text = text
        self.table = table
        self.problems: list[Problem] = []

    @cached_property
    def _places(self) -> dict[str, int]:
        return _places(self.text)

    @cached_property
    def _lines(self) -> list[str]:
        return self.text.split("\n")

    def report(self, key: str, message: str, hint: str = "", code: str = "configuration") -> None:
        """Note a mistake at `key`."""
        names = (_normal(f"{self.table}.{name}".strip(".")) for name in _outwards(key))
        line = next((line for name in names if (line := self._places.get(name, 0))), 0)
        excerpt = _excerpt(self._lines, line)
        column = len(excerpt) - len(excerpt.lstrip()) + 1 if line else 0
        self.problems.append(Problem(self.path, line, column, message, hint, code, excerpt=excerpt))

    def read(self, table: dict[str, Any]) -> Settings:
        """Return the settings of a table, defaults where it says nothing or something wrong."""
        values: dict[str, Any] = {}
        for name, raw in self._opened(table):
            key = BY_NAME.get(name.replace("_", "-"))
            if key is None:
                self._unknown(name)
            elif key.field in values:
                self.report(name, f"'{name}' is set twice, with a dash and with an underscore", "keep one of them")
            else:
                self._set(key, raw, values)
        return Settings(**values)

    def _opened(self, table: dict[str, Any]) -> Iterator[tuple[str, Any]]:
        """Yield the keys and values of a table, those of the tables within it by dotted names."""
        for name, raw in table.items():
            if name not in TABLES:
                yield name, raw
            elif isinstance(raw, dict):
                yield from ((f"{name}.{inner}", value) for inner, value in raw.items())
            else:
                self.report(name, f"'{name}' must be a table", f"write [{f'{self.table}.{name}'.strip('.')}]")

    def _unknown(self, name: str) -> None:
        from difflib import get_close_matches

        near = get_close_matches(name.replace("_", "-").lower(), list(BY_NAME), n=1)
        known = ", ".join(BY_NAME)
        self.report(
            name,
            f"unknown key '{name}'",
            f"did you mean '{near[0]}'?" if near else f"the keys are: {known}",
            "unknown-key",
        )

    def _set(self, key: Key, raw: Any, values: dict[str, Any]) -> None:
        try:
            values[key.field] = CONVERTERS[key.kind](key, raw)
        except WrongValueError as error:
            self.report(f"{key.name}.{error.part}".strip("."), f"'{key.name}' {error}", error.hint)
