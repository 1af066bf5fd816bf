"""What is registered with an agent, read from its settings, and what keeps it from running. Nothing is run."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from adrguard.install.agents import settings
from adrguard.install.agents.json_settings import registered as _registered
from adrguard.install.agents.wanted import JSON, OWN, Hooks, Target
from adrguard.install.json_nodes import UnreadableJsonError, parse
from adrguard.model.errors import AdrguardError
from adrguard.model.record import Record

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adrguard.install.agents.programs import Programs
    from adrguard.install.agents.wanted import Agent, Where


class Registered(Record):
    """What one settings file of an agent holds of ours: hooks as event and line, the server; `trouble` in its stead.

    `current`: it is what would be registered now.
    """

    agent: str
    title: str
    path: str
    lines: tuple[tuple[str, str], ...] = ()
    server: bool = False
    current: bool = True
    trouble: AdrguardError | None = None


def find(agent: Agent, where: Where, ours: Programs) -> Iterator[Registered]:
    """Yield the settings files of an agent that hold something of ours, or that cannot be read.

    Files that are wholly ours and lie in one folder are given as one, with the folder as path.
    """
    whole: list[Registered] = []
    for target in agent.targets(where, ours):
        for one in _find(agent, target):
            if target.form == OWN and one.trouble is None:
                whole.append(one)
            else:
                yield one
    if len(whole) > 1:
        lines = tuple(line for one in whole for line in one.lines)
        current = all(one.current for one in whole)
        yield whole[0].replace(path=os.path.dirname(whole[0].path), lines=lines, current=current)
    else:
        yield from whole


def _find(agent: Agent, target: Target) -> Iterator[Registered]:
    try:
        data = settings.read(target)
        lines, server = settings.registered(target, data) if data is not None else ([], False)
    except AdrguardError as error:
        yield Registered(agent.name, agent.title, target.path, trouble=error)
        return
    if data is not None and (lines or server):
        held = target.replace(server=target.server if server else None, hooks=target.hooks if lines else None)
        current = settings.added(held, data, {}) == data
        yield Registered(agent.name, agent.title, target.path, tuple(lines), server, current)


def switched_off(where: Where) -> Iterator[str]:
    """Yield the settings files of Claude Code that switch all hooks off."""
    for path in claude_files(where):
        if _read(path).get("disableAllHooks") is True:
            yield path


def gemini_switched_off(where: Where) -> Iterator[str]:
    """Yield the settings files of Gemini CLI that switch hooks, or ours, off."""
    for top in dict.fromkeys((where.root, where.home)):
        path = os.path.join(top, ".gemini", "settings.json")
        config = _read(path).get("hooksConfig")
        if isinstance(config, dict) and (config.get("enabled") is False or "adrguard" in _list(config.get("disabled"))):
            yield path


def plugins(where: Where) -> Iterator[str]:
    """Yield the settings files of Claude Code that enable our plugin for it."""
    for path in claude_files(where):
        enabled = _read(path).get("enabledPlugins")
        if isinstance(enabled, dict) and any(key.split("@")[0] == "adrguard" and on for key, on in enabled.items()):
            yield path


def claude_files(where: Where) -> tuple[str, ...]:
    """Return the settings files that Claude Code reads in a repository, those of the person last."""
    project = os.path.join(where.root, ".claude")
    person = where.environ.get("CLAUDE_CONFIG_DIR") or os.path.join(where.home, ".claude")
    names = ("settings.json", "settings.local.json")
    return (*(os.path.join(project, name) for name in names), os.path.join(person, "settings.json"))


def hooks_in(path: str, inside: str) -> list[tuple[str, str]]:
    """Return our hooks in any settings file of Claude Code's form, each as event and line."""
    target = Target(path, inside, JSON, Hooks(("hooks",), ()))
    try:
        data = settings.read(target)
        return _registered(target, data.decode("utf-8-sig"))[0] if data is not None else []
    except (AdrguardError, UnicodeDecodeError):
        return []


def _read(path: str) -> dict[str, Any]:
    try:
        with open(path, "rb") as file:
            node = parse(path, file.read(settings.LARGEST).decode("utf-8-sig"))
    except (OSError, ValueError, UnreadableJsonError):
        return {}
    value = node.plain() if node else {}
    return value if isinstance(value, dict) else {}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
