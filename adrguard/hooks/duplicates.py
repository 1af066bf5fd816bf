"""One event, two doors: an agent that finds the guard registered twice asks twice, and the second must keep silent.

Claude Code runs the hooks of a plugin beside those of its settings; Cursor and Copilot run Claude Code's beside their
own. The door that is second to the other is the plugin's, and the one that was registered for another agent.
"""

from __future__ import annotations

import os

from adrguard.hooks import wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from adrguard.model.agents import Event

# The program, and the module where it is started by a Python.
_PROGRAMS = ("adrguard-hook", "adrguard.hooks")
_ANY = (None, "", "*")
_MOST = 1 << 20


def is_second(event: Event, given: str, environ: Mapping[str, str]) -> bool:
    """Say whether the door that answers otherwise is registered for this event as well."""
    home = environ.get("HOME") or environ.get("USERPROFILE") or ""
    if given not in ("", event.agent):
        return any(_names_us(path) for path in _own_files(event, environ, home))
    if not _names_us(os.path.join(environ.get("CLAUDE_PLUGIN_ROOT", ""), "hooks", "hooks.json")):
        return False  # another plugin's environment, inherited
    return any(_registers(path, event) for path in _settings(event, environ, home))


def _settings(event: Event, environ: Mapping[str, str], home: str) -> Iterator[str]:
    # The folder that Claude Code was started in, not the one that it went to since.
    project = environ.get("CLAUDE_PROJECT_DIR") or event.cwd
    yield os.path.join(project, ".claude", "settings.json")
    yield os.path.join(project, ".claude", "settings.local.json")
    user = environ.get("CLAUDE_CONFIG_DIR") or (home and os.path.join(home, ".claude"))
    if user:
        yield os.path.join(user, "settings.json")


def _own_files(event: Event, environ: Mapping[str, str], home: str) -> Iterator[str]:
    if event.agent == "cursor":
        for folder in (event.cwd, home):
            yield os.path.join(folder, ".cursor", "hooks.json")
        return
    user = environ.get("COPILOT_HOME") or os.path.join(home, ".copilot")
    for folder in (os.path.join(event.cwd, ".github", "hooks"), os.path.join(user, "hooks")):
        try:
            names = sorted(os.listdir(folder))
        except (OSError, ValueError):
            continue
        yield from (os.path.join(folder, name) for name in names if name.endswith(".json"))


def _read(path: str) -> bytes:
    try:
        if not os.path.isfile(path):
            return b""
        with open(path, "rb") as file:
            return file.read(_MOST)
    except (OSError, ValueError):
        return b""


def _names_us(path: str) -> bool:
    data = _read(path)
    return any(name.encode() in data for name in _PROGRAMS)


def _registers(path: str, event: Event) -> bool:
    if not _names_us(path):
        return False
    try:
        hooks = wire.parse(_read(path)).get("hooks")
    except wire.UnreadableError:
        return False  # the agent cannot read it either
    entries = hooks.get(event.name) if isinstance(hooks, dict) else None
    what = event.tool or event.source
    return any(
        _is_ours(hook)
        for entry in _dicts(entries)
        if not what or _matches(entry.get("matcher"), what)
        for hook in _dicts(entry.get("hooks"))
    )


def _matches(matcher: object, what: str) -> bool:
    """Say whether a matcher names a tool, or a source. A pattern that is more than a list of names says nothing."""
    return matcher in _ANY or (isinstance(matcher, str) and what in matcher.strip("^()$").split("|"))


def _dicts(value: object) -> Iterator[dict[str, object]]:
    yield from (one for one in value if isinstance(one, dict)) if isinstance(value, list) else ()


def _is_ours(hook: dict[str, object]) -> bool:
    """Say whether a hook calls this door, by a program that is still there: one that is gone answers nothing."""
    command, arguments = hook.get("command"), hook.get("args")
    if not isinstance(command, str):
        return False
    program, rest = _first_word(command)
    if isinstance(arguments, list):
        program, rest = command, " ".join([str(one) for one in arguments])
    if os.path.isabs(program) and not os.path.isfile(program):
        return False
    return any(name in f"{program} {rest}" for name in _PROGRAMS) and "agent" in rest.split()


def _first_word(command: str) -> tuple[str, str]:
    quote = command[:1]
    if quote in ('"', "'"):
        program, _, rest = command[1:].partition(quote)
    else:
        program, _, rest = command.partition(" ")
    return program, rest
