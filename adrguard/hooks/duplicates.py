"""One event, two doors: an agent that finds the guard registered twice asks twice, and the second must keep silent.

Claude Code runs the hooks of a plugin beside those of its settings; Cursor and Copilot run Claude Code's beside their
own. The door that is second to the other is the plugin's, and the one that was registered for another agent.
"""

from __future__ import annotations

import os
import sys

from adrguard.hooks import wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from adrguard.model.agents import Event

# The program, and the module where it is started by a Python.
_PROGRAMS = ("adrguard-hook", "adrguard.hooks")
_MODULE = "adrguard.hooks.main"
_SIGNS = "();<>|&"
_ANY = (None, "", "*")
_MOST = 1 << 20


def is_second(event: Event, given: str, environ: Mapping[str, str]) -> bool:
    """Say whether the door that answers otherwise is registered for this event as well."""
    home = environ.get("HOME") or environ.get("USERPROFILE") or ""
    if given not in ("", event.agent):
        return any(_names_us(path) for path in _own_files(event, environ, home))
    if not _names_us(os.path.join(environ.get("CLAUDE_PLUGIN_ROOT", ""), "hooks", "hooks.json")):
        return False  # another plugin's environment, inherited
    return any(_registers(path, event, environ) for path in _settings(event, environ, home))


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


def _registers(path: str, event: Event, environ: Mapping[str, str]) -> bool:
    if not _names_us(path):
        return False
    try:
        hooks = wire.parse(_read(path)).get("hooks")
    except wire.UnreadableError:
        return False  # the agent cannot read it either
    entries = hooks.get(event.name) if isinstance(hooks, dict) else None
    what = event.tool or event.source
    return any(
        _is_ours(hook, environ)
        for entry in _dicts(entries)
        if not what or _matches(entry.get("matcher"), what)
        for hook in _dicts(entry.get("hooks"))
    )


def _matches(matcher: object, what: str) -> bool:
    """Say whether a matcher names a tool, or a source. A pattern that is more than a list of names says nothing."""
    return matcher in _ANY or (isinstance(matcher, str) and what in matcher.strip("^()$").split("|"))


def _dicts(value: object) -> Iterator[dict[str, object]]:
    yield from (one for one in value if isinstance(one, dict)) if isinstance(value, list) else ()


def _is_ours(hook: dict[str, object], environ: Mapping[str, str]) -> bool:
    """Say whether a hook calls this door, by a program that is still there: one that is gone answers nothing."""
    command, arguments = hook.get("command"), hook.get("args")
    if not isinstance(command, str):
        return False
    words = [command, *map(str, arguments)] if isinstance(arguments, list) else _called(command)
    if not words:
        return False
    program, rest = words[0], words[1:]
    name = os.path.basename(program).lower().removesuffix(".exe")
    if name == _PROGRAMS[0]:
        return rest[:1] == ["agent"] and _is_there(program, environ)
    if _same(program, sys.executable) and "-m" in rest:
        at = rest.index("-m")
        options = all(one in ("-I", "-P", "-E", "-s", "-B", "-u") for one in rest[:at])
        return options and rest[at + 1 : at + 3] == [_MODULE, "agent"]
    return False


def _called(command: str) -> list[str]:
    """Return the words of the program that a command line runs first, none where it may not run or not be heard.

    That it is there may be asked before: `[ -x PROGRAM ] || exit 0; exec PROGRAM …`.
    """
    import shlex

    lexer = shlex.shlex(command, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    lexer.commenters = ""
    try:
        words = list(lexer)
    except ValueError:
        return []
    if words[:2] == ["[", "-x"] and words[3:4] == ["]"]:
        if not os.path.isfile(words[2]):
            return []
        words = words[8:] if words[4:8] == ["||", "exit", "0", ";"] else words[5:] if words[4:5] == ["&&"] else []
    words = words[1:] if words[:1] == ["exec"] else words
    end = next((at for at, word in enumerate(words) if not word.strip(_SIGNS)), len(words))
    return words[:end] if words[end : end + 1] in ([], [";"], ["&&"], ["||"]) else []


def _is_there(program: str, environ: Mapping[str, str]) -> bool:
    if os.path.dirname(program):
        return os.path.isfile(program)
    folders = environ.get("PATH", "").split(os.pathsep)
    names = (program, f"{program}.exe") if os.name == "nt" else (program,)
    return any(os.path.isfile(os.path.join(folder, name)) for folder in folders if folder for name in names)


def _same(one: str, other: str) -> bool:
    return os.path.normcase(os.path.normpath(one)) == os.path.normcase(os.path.normpath(other))
