"""Our MCP server in a YAML settings file: an entry of a block mapping, all else as its owner wrote it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import yaml

from adrguard.install.agents.json_settings import FILE
from adrguard.install.agents.programs import serves
from adrguard.install.json_nodes import mentions
from adrguard.install.yaml_splice import compose, end_of_lines, line_end, value_of
from adrguard.model.errors import AdrguardError

if TYPE_CHECKING:
    from adrguard.install.agents.json_settings import Empties
    from adrguard.install.agents.wanted import Server, Target

_STEP = "  "


def added(target: Target, text: str | None, empties: Empties) -> str:
    """Return the settings with our server as it is wanted now; the same text when it is there already."""
    top, name, value = _wanted(target)
    before = text or ""
    settings = _parsed(target.path, before)
    there = _servers(settings, top).get(name)
    if there is not None:
        if not mentions(there, serves):
            msg = f"{target.path}: another MCP server is called '{name}' there"
            raise AdrguardError(msg, "rename it, or leave ours out with --no-mcp")
        if all(there.get(key) == one for key, one in value.items()):
            return before
        before, value = _without(target, before) or "", {**there, **value}
    elif not before.strip():
        empties[FILE] = text
    new = _inserted(target, before, value, empties)
    expected = {**settings, top: {**_servers(settings, top), name: value}}
    if _loaded(new) == expected:
        return new
    msg = f"{target.path}: its form leaves no safe place for our entry"
    raise AdrguardError(msg, f"add this to it by hand:\n{top}:\n" + "\n".join(_lines(name, value, _STEP)))


def _wanted(target: Target) -> tuple[str, str, dict[str, Any]]:
    server: Server | None = target.server
    assert server is not None  # noqa: S101 -- nothing else is registered in such files
    top, name = server.keys
    return top, name, server.value


def _parsed(path: str, text: str) -> dict[str, Any]:
    node = compose(path, text)
    if node is not None and not isinstance(node, yaml.MappingNode):
        msg = f"{path}:{node.start_mark.line + 1}:{node.start_mark.column + 1}: not a mapping"
        raise AdrguardError(msg, "mend the file and try again")
    settings = _loaded(text)
    return settings if isinstance(settings, dict) else {}


def _loaded(text: str) -> Any:
    try:
        return yaml.safe_load(text)
    except yaml.YAMLError:
        return None


def _servers(settings: dict[str, Any], top: str) -> dict[str, Any]:
    found = settings.get(top)
    return found if isinstance(found, dict) else {}


def _lines(name: str, value: dict[str, Any], indent: str) -> list[str]:
    inner = [f"{indent}{_STEP}{key}: {json.dumps(one, ensure_ascii=False)}" for key, one in value.items()]
    return [f"{indent}{name}:", *inner]


def _inserted(target: Target, text: str, value: dict[str, Any], empties: Empties) -> str:
    top, name, _ = _wanted(target)
    eol = line_end(text)
    servers = value_of(compose(target.path, text), top)
    if servers is None:
        block = eol.join([f"{top}:", *_lines(name, value, _STEP)])
        return text + block + eol if not text or text.endswith("\n") else text + eol + block
    if isinstance(servers, yaml.MappingNode) and servers.value and not servers.flow_style:
        first = servers.value[0][0].start_mark
        at = first.index - first.column
        return text[:at] + eol.join(_lines(name, value, " " * first.column)) + eol + text[at:]
    if servers.value:
        return text
    start, end = servers.start_mark.index, servers.end_mark.index
    blank = len(text[:start].rstrip(" "))
    empties[json.dumps([top])] = text[blank:end]
    line = end_of_lines(text, servers)
    rest = text[end:line] if text[:line].endswith("\n") else text[end:line] + eol
    block = eol.join(_lines(name, value, _STEP)) + (eol if text[:line].endswith("\n") else "")
    return text[:blank] + rest + block + text[line:]


def removed(target: Target, text: str, empties: Empties) -> str | None:
    """Return the settings without our server, None when there was no file before we came."""
    top, name, _ = _wanted(target)
    if not mentions(_servers(_parsed(target.path, text), top).get(name), serves):
        return text
    new = _without(target, text)
    servers = value_of(compose(target.path, new), top)
    if servers is not None and not servers.value:
        new = _emptied(target, new, servers, empties)
    return new if new.strip() else empties.get(FILE)


def _without(target: Target, text: str) -> str:
    top, name, _ = _wanted(target)
    servers = value_of(compose(target.path, text), top)
    assert isinstance(servers, yaml.MappingNode)  # noqa: S101 -- our entry was found in it
    if servers.flow_style:
        msg = f"{target.path}: '{top}' is written on one line, {{...}}"
        raise AdrguardError(msg, f"take '{name}' out of it by hand")
    key, value = next(pair for pair in servers.value if pair[0].value == name)
    start = key.start_mark.index - key.start_mark.column
    end = end_of_lines(text, value)
    if end == len(text) and not text.endswith("\n"):
        return text[:start].removesuffix("\n").removesuffix("\r")
    return text[:start] + text[end:]


def _emptied(target: Target, text: str, servers: yaml.Node, empties: Empties) -> str:
    """Give the mapping back the form in which it stood empty, or take its key away."""
    top, _, _ = _wanted(target)
    node = compose(target.path, text)
    assert isinstance(node, yaml.MappingNode)  # noqa: S101 -- it holds the servers
    key = next(pair[0] for pair in node.value if pair[0].value == top)
    colon = text.index(":", key.end_mark.index) + 1
    before = empties.get(json.dumps([top]))
    if before is not None:
        return text[:colon] + before + text[colon:]
    start = key.start_mark.index - key.start_mark.column
    end = end_of_lines(text, servers)
    if end == len(text) and not text.endswith("\n"):
        return text[:start].removesuffix("\n").removesuffix("\r")
    return text[:start] + text[end:]


def registered(target: Target, text: str) -> tuple[list[tuple[str, str]], bool]:
    """Return no hooks, and whether the MCP server is registered."""
    top, name, _ = _wanted(target)
    return [], mentions(_servers(_parsed(target.path, text), top).get(name), serves)
