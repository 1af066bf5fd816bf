"""Our MCP server in a TOML settings file: a table at its end, all else as its owner wrote it.

A file that ends without a line end ends without one afterwards as well: so taking the table out gives what was there.
"""

from __future__ import annotations

import contextlib
import re
import tomllib
from typing import TYPE_CHECKING, Any

import tomlkit

from adrguard.install.agents.json_settings import FILE
from adrguard.install.agents.programs import serves
from adrguard.install.json_nodes import mentions
from adrguard.model.errors import AdrguardError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from adrguard.install.agents.json_settings import Empties
    from adrguard.install.agents.wanted import Server, Target

_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)")


def added(target: Target, text: str | None, empties: Empties) -> str:
    """Return the settings with our server as it is wanted now; the same text when it is there already."""
    server = _server(target)
    before = text or ""
    settings = _parsed(target.path, before)
    there = _at(settings, server.keys)
    if there is None:
        if not before.strip():
            empties[FILE] = text
        return _proven(target, before, _appended(before, server))
    if not isinstance(there, dict) or not mentions(there, serves):
        msg = f"{target.path}: another MCP server is called '{server.keys[-1]}' there"
        raise AdrguardError(msg, "rename it, or leave ours out with --no-mcp")
    changed = {key: value for key, value in server.value.items() if there.get(key) != value}
    return _upgraded(target, before, changed) if changed else before


def _upgraded(target: Target, text: str, changed: dict[str, Any]) -> str:
    """Return the text with some keys of our table set anew."""
    lines, header = text.splitlines(keepends=True), _header(_server(target))
    for first in _starts(lines, header):
        new = list(lines)
        for index in range(first, _end(lines, first, header)):
            key = lines[index].partition("=")[0].strip()
            if key in changed:
                end = lines[index][len(lines[index].rstrip("\r\n")) :]
                new[index] = f"{key} = {tomlkit.item(changed[key]).as_string()}{end}"
        with contextlib.suppress(AdrguardError):
            return _proven(target, text, "".join(new))
    # A value over several lines, or a key that is missing: tomlkit knows how.
    document = tomlkit.parse(text)
    _at(document, _server(target).keys).update(changed)
    return _proven(target, text, tomlkit.dumps(document))


def _server(target: Target) -> Server:
    assert target.server is not None  # noqa: S101 -- nothing else is registered in such files
    return target.server


def _parsed(path: str, text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = _PLACE.search(str(error))
        where = f"{path}:{found[1]}:{found[2]}" if found else path
        what = _PLACE.sub("", str(error)).strip()
        raise AdrguardError(f"{where}: not valid TOML: {what}", "mend the file and try again") from error


def _at(settings: Any, keys: Sequence[str]) -> Any:
    for key in keys:
        settings = settings.get(key) if isinstance(settings, dict) else None
    return settings


def _block(server: Server, eol: str) -> str:
    lines = [f"[{'.'.join(server.keys)}]"]
    lines += [f"{key} = {tomlkit.item(value).as_string()}" for key, value in server.value.items()]
    return eol.join(lines)


def _appended(text: str, server: Server) -> str:
    eol = "\r\n" if "\r\n" in text else "\n"
    if not text:
        return _block(server, eol) + eol
    if text.endswith("\n"):
        return text + eol + _block(server, eol) + eol
    return text + eol + eol + _block(server, eol)


def _proven(target: Target, old: str, new: str) -> str:
    """Return `new` when it says what `old` said, and our server; raise `AdrguardError` otherwise."""
    server = _server(target)
    expected = _parsed(target.path, old)
    table = expected
    for key in server.keys:
        table = table.setdefault(key, {}) if isinstance(table, dict) else {}
    table.update(server.value)
    try:
        if tomllib.loads(new) == expected:
            return new
    except tomllib.TOMLDecodeError:
        pass
    msg = f"{target.path}: its form leaves no safe place for our table"
    raise AdrguardError(msg, "add this to it by hand:\n" + _block(server, "\n"))


def removed(target: Target, text: str, empties: Empties) -> str | None:
    """Return the settings without our server, None when there was no file before we came."""
    server = _server(target)
    settings = _parsed(target.path, text)
    if not mentions(_at(settings, server.keys), serves):
        return text
    del _at(settings, server.keys[:-1])[server.keys[-1]]
    # What looks like our table may stand within a text over several lines: only a cut that says the rest counts.
    new = next((one for one in _cuts(text, server) if _says(one, settings, server)), None)
    if new is None:
        document = tomlkit.parse(text)
        del _at(document, server.keys[:-1])[server.keys[-1]]
        new = tomlkit.dumps(document)
    if new.strip():
        return new
    return empties.get(FILE)


def _cuts(text: str, server: Server) -> Iterator[str]:
    """Yield the text without the lines of our table, the tables below it and the blank line before, the last first."""
    lines, header = text.splitlines(keepends=True), _header(server)
    for first in _starts(lines, header):
        yield _cut(lines, first, _end(lines, first, header))


def _header(server: Server) -> re.Pattern[str]:
    return re.compile(rf"\s*\[{re.escape('.'.join(server.keys))}(?:\.[^\]]*)?\]\s*(?:#.*)?$")


def _starts(lines: Sequence[str], header: re.Pattern[str]) -> list[int]:
    """Return the lines with which our table may begin, the last first."""
    found = [index for index, line in enumerate(lines) if header.match(line)]
    return [index for index in reversed(found) if index - 1 not in found]


def _end(lines: Sequence[str], first: int, header: re.Pattern[str]) -> int:
    """Return where the lines of a table end; comments and blank lines behind it belong to what follows."""
    last = at = first
    while at < len(lines) and (at == first or header.match(lines[at]) or not lines[at].lstrip().startswith("[")):
        if lines[at].strip() and not lines[at].lstrip().startswith("#"):
            last = at
        at += 1
    return last + 1


def _cut(lines: Sequence[str], first: int, end: int) -> str:
    before, after = "".join(lines[:first]), "".join(lines[end:])
    if first and not lines[first - 1].strip():
        before = "".join(lines[: first - 1])
        if not after and not lines[-1].endswith("\n"):
            before = before.removesuffix("\n").removesuffix("\r")
    return before + after


def _says(text: str, expected: dict[str, Any], server: Server) -> bool:
    """Say whether a text says what is expected, where a table that holds nothing may as well be missing."""
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return False
    for settings in (found, expected):
        if settings.get(server.keys[0]) == {}:
            del settings[server.keys[0]]
    return found == expected


def registered(target: Target, text: str) -> tuple[list[tuple[str, str]], bool]:
    """Return no hooks, and whether the MCP server is registered."""
    return [], mentions(_at(_parsed(target.path, text), _server(target).keys), serves)
