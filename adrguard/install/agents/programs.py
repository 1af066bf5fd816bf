"""Our own programs as agents start them: absolute paths, quoted for the shell that the agent uses."""

from __future__ import annotations

import importlib.util
import os
import re
import shlex
import sys
import sysconfig

from adrguard.install import interpreter
from adrguard.model.record import Record

HOOK, COMMAND = "adrguard-hook", "adrguard"
_MODULES = {HOOK: "adrguard.hooks.main", COMMAND: "adrguard.cli.main"}
_SDK = (2, 3)
"""The oldest version of the package mcp, of its major version, that has what our server needs."""
_VERSION = re.compile(r"mcp-(\d{1,6})\.(\d{1,6})\b.*\.dist-info")
_UNSAFE_QUOTED = re.compile(r'["$`\\!\n]')


class Programs(Record):
    """`hook` and `command` are the first words of a call; `windows` says for which system lines are written."""

    hook: tuple[str, ...]
    command: tuple[str, ...]
    windows: bool = False

    def line(self, agent: str) -> str:
        """Return the call of the hook for a POSIX shell, or cmd."""
        return " ".join([*map(quoted, self.hook), "agent", agent])

    def guarded(self, agent: str) -> str:
        """Return the call for agents that take a missing program for a refusal: then it does nothing.

        On Windows it is written for PowerShell.
        """
        if self.windows:
            words = [_single(word) for word in self.hook]
            return f"if (Test-Path -LiteralPath {words[0]}) {{ & {' '.join(words)} agent {agent}; exit $LASTEXITCODE }}"
        return f"[ -x {quoted(self.hook[0])} ] || exit 0; exec {self.line(agent)}"

    def server(self, *options: str) -> tuple[str, list[str]]:
        """Return the program and the arguments that start the MCP server."""
        return self.command[0], [*self.command[1:], "mcp", *options]


def quoted(word: str) -> str:
    """Return a word for a POSIX shell (and cmd): in double quotes where that is enough."""
    if word.startswith("-") or re.fullmatch(r"[A-Za-z_.]+", word):
        return word
    return shlex.quote(word) if _UNSAFE_QUOTED.search(word) else f'"{word}"'


def _single(word: str) -> str:
    return "'" + word.replace("'", "''") + "'"


def here() -> Programs:
    """Return the programs of this very installation. Raises `AdrguardError` where an agent could not start them."""
    return Programs(_found(HOOK), _found(COMMAND), os.name == "nt")


def _found(name: str) -> tuple[str, ...]:
    file = name + (".exe" if os.name == "nt" else "")
    for folder in (os.path.dirname(sys.executable or ""), sysconfig.get_path("scripts")):
        path = os.path.join(folder, file)
        if os.path.isabs(path) and os.path.isfile(path) and os.access(path, os.X_OK):
            return (path.replace(os.sep, "/"),)
    python = interpreter.running()
    return (python.path, python.flags, "-m", _MODULES[name])


def can_serve() -> bool:
    """Say whether an MCP SDK (the extra ``mcp``) is installed that our server can use, without loading it.

    Its version is read from the name of the folder that installers put beside it.
    """
    spec = importlib.util.find_spec("mcp")
    places = [os.path.dirname(folder) for folder in (spec.submodule_search_locations or () if spec else ())]
    versions = [_VERSION.fullmatch(name) for place in places for name in os.listdir(place)]
    return any(found and int(found[1]) == _SDK[0] and int(found[2]) >= _SDK[1] for found in versions)


def is_ours(text: str) -> bool:
    """Say whether a command line in somebody's settings calls our hook for agents."""
    return any(name in text for name in (HOOK, _MODULES[HOOK])) and bool(re.search(r"\bagent\b", text))


def serves(text: str) -> bool:
    """Say whether a word of an MCP server's entry is our program."""
    return os.path.basename(text.replace("\\", "/")) in {COMMAND, f"{COMMAND}.exe"} or text == _MODULES[COMMAND]


def called(line: str) -> tuple[str, ...]:
    """Return the words before ``agent`` of a registered call of our hook, () when they cannot be told."""
    found = re.search(r"(?:exec|&)\s++(.*)$", line)
    try:
        words = shlex.split(found[1] if found else line)
    except ValueError:
        return ()
    return tuple(words[: words.index("agent")]) if "agent" in words else ()
