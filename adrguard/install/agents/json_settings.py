"""Our entries in an agent's JSON settings: put in, brought up to date, taken out, listed.

What stood empty before we came (a file, an object, a list) is remembered in `empties`, by its keys as JSON, with its
text, or None for what was not there at all: taking our entries out can then tell it from what we made.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from adrguard.install.agents.programs import is_ours, serves
from adrguard.install.agents.wanted import JSON5
from adrguard.install.json_nodes import ARRAY, OBJECT, mentions
from adrguard.install.json_splice import Json
from adrguard.model.errors import AdrguardError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from adrguard.install.agents.wanted import Hooks, Server, Target

    Empties = dict[str, str | None]

_HANDLERS = "hooks"
FILE = "[]"


def added(target: Target, text: str | None, empties: Empties) -> str:
    """Return the settings with our entries as they are wanted now; the same text when they are there already."""
    settings = _read(target, text)
    remembered = _empties(settings, target, text)
    if target.hooks:
        for key, value in target.hooks.beside:
            if settings.find((key,)) is None:
                remembered[_name((key,))] = None
                settings.put((key,), value)
        _put_hooks(settings, target.hooks)
    if target.server:
        _put_server(settings, target.server)
    if settings.text != text:
        empties.update(remembered)
    return settings.text


def _read(target: Target, text: str | None) -> Json:
    return Json(target.path, text or "", loose=target.form == JSON5)


def _name(keys: Sequence[str]) -> str:
    return json.dumps(list(keys))


def _empties(settings: Json, target: Target, text: str | None) -> Empties:
    found: Empties = {}
    if settings.root is None or not settings.root.parts:
        return {FILE: text}
    for keys in _paths(target):
        node = settings.find(keys)
        if node is not None and node.kind in (OBJECT, ARRAY) and not node.parts:
            found[_name(keys)] = settings.text[node.start : node.end]
    return found


def _paths(target: Target) -> Iterator[tuple[str, ...]]:
    if target.hooks:
        at = target.hooks.at
        yield from (at[: depth + 1] for depth in range(len(at)))
        yield from ((*at, event) for event, _ in target.hooks.events)
    if target.server:
        yield from (target.server.keys[: depth + 1] for depth in range(len(target.server.keys) - 1))


def _put_hooks(settings: Json, hooks: Hooks) -> None:
    wanted = {event: list(entries) for event, entries in hooks.events}
    for event in _events(settings, hooks):
        if event not in wanted:
            _take_hooks(settings, hooks, event)
    for event, entries in wanted.items():
        keys = (*hooks.at, event)
        found = list(_ours(settings, hooks, event))
        if [entry for _, entry, _ in found] == entries:
            continue
        if len(found) == len(entries) and all(whole for _, _, whole in found):
            for (index, _, _), entry in zip(found, entries, strict=True):
                settings.replace((*keys, index), entry)
            continue
        _take_hooks(settings, hooks, event)
        for entry in entries:
            settings.append(keys, entry)


def _events(settings: Json, hooks: Hooks) -> list[str]:
    node = settings.find(hooks.at)
    return list(dict.fromkeys(part.name for part in node.parts)) if node is not None and node.kind == OBJECT else []


def _ours(settings: Json, hooks: Hooks, event: str) -> Iterator[tuple[int, dict[str, Any], bool]]:
    """Yield our entries of one event: their positions, what they say of us, and whether nothing else is in them."""
    node = settings.find((*hooks.at, event))
    if node is None or node.kind != ARRAY:
        return
    for index, entry in enumerate(node.plain()):
        if not hooks.grouped:
            if mentions(entry, is_ours):
                yield index, entry, True
            continue
        handlers = entry.get(_HANDLERS) if isinstance(entry, dict) else None
        mine = [one for one in handlers if mentions(one, is_ours)] if isinstance(handlers, list) else []
        if mine:
            yield index, {**entry, _HANDLERS: mine}, len(mine) == len(handlers or ())


def _take_hooks(settings: Json, hooks: Hooks, event: str) -> None:
    keys = (*hooks.at, event)
    for index, _, whole in reversed(list(_ours(settings, hooks, event))):
        if whole:
            settings.remove((*keys, index))
            continue
        node = settings.find((*keys, index, _HANDLERS))
        for place, handler in reversed(list(enumerate(node.plain() if node else ()))):
            if mentions(handler, is_ours):
                settings.remove((*keys, index, _HANDLERS, place))


def _put_server(settings: Json, server: Server) -> None:
    node = settings.find(server.keys)
    if node is None:
        settings.put(server.keys, server.value)
        return
    there = node.plain()
    if not mentions(there, serves) or node.kind != OBJECT:
        msg = f"{settings.path}: another MCP server is called '{server.keys[-1]}' there"
        raise AdrguardError(msg, "rename it, or leave ours out with --no-mcp")
    # What somebody added to our entry (an environment, a time-out) stays.
    for key, value in server.value.items():
        if there.get(key) != value:
            settings.put((*server.keys, key), value)


def removed(target: Target, text: str, empties: Empties) -> str | None:
    """Return the settings without anything of ours, None when there was no file before we came."""
    settings = _read(target, text)
    emptied: list[tuple[str, ...]] = []
    if target.hooks:
        for event in _events(settings, target.hooks):
            if any(_ours(settings, target.hooks, event)):
                _take_hooks(settings, target.hooks, event)
                emptied.append((*target.hooks.at, event))
    if target.server and _has_server(settings, target.server):
        settings.remove(target.server.keys)
        emptied.append(target.server.keys[:-1])
    if not emptied:
        return text
    for keys in emptied:
        _tidy(settings, keys, empties)
    return _without_company(settings, target, text, empties)


def _has_server(settings: Json, server: Server) -> bool:
    node = settings.find(server.keys)
    return node is not None and mentions(node.plain(), serves)


def _tidy(settings: Json, keys: tuple[str, ...], empties: Empties) -> None:
    """Take away what is empty now, up to what had been empty before or holds something."""
    while keys:
        node = settings.find(keys)
        if node is None or node.parts:
            return
        before = empties.get(_name(keys))
        if before is not None:
            settings.restore(keys, before)
            return
        settings.remove(keys)
        keys = keys[:-1]


def _without_company(settings: Json, target: Target, text: str, empties: Empties) -> str | None:
    """Take away the keys that had to stand beside ours, and see what is left."""
    beside = target.hooks.beside if target.hooks else ()
    rest = settings.plain()
    alone = FILE in empties or not empties
    for key, value in beside:
        ours = _name((key,)) in empties or (alone and len(rest) == 1)
        if rest.get(key) == value and ours:
            settings.remove((key,))
            rest = settings.plain()
    if rest:
        return settings.text
    assert settings.root is not None  # noqa: S101 -- something of ours was found in it
    around = text[: settings.root.start] + settings.text[settings.root.end :]
    return empties[FILE] if FILE in empties else settings.text if around.strip() else None


def registered(target: Target, text: str) -> tuple[list[tuple[str, str]], bool]:
    """Return our hooks, each as event and command line, and whether the MCP server is registered."""
    settings = _read(target, text)
    lines = []
    if target.hooks:
        for event in _events(settings, target.hooks):
            for _, entry, _ in _ours(settings, target.hooks, event):
                lines += [(event, line) for line in _lines(entry)]
    return lines, target.server is not None and _has_server(settings, target.server)


def _lines(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value] if is_ours(value) else []
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [line for one in inner for line in _lines(one)]
