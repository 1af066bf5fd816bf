"""Cline: one executable file per event, and MCP servers in a file of its editor's. Its documentation is in motion."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from adrguard.install.agents.handlers import served
from adrguard.install.agents.wanted import OWN, SERVER, Agent, Server, Target, Where

if TYPE_CHECKING:
    from adrguard.install.agents.programs import Programs

_EVENTS = ("PreToolUse", "PostToolUse", "TaskStart", "TaskResume", "TaskComplete")
_SETTINGS = ("User", "globalStorage", "saoudrizwan.claude-dev", "settings", "cline_mcp_settings.json")


def targets(where: Where, programs: Programs) -> tuple[Target, ...]:
    """Return the files of the events and, for the user, that of MCP servers. Windows runs no such files."""
    folder, inside = os.path.join(where.root, ".clinerules", "hooks"), where.root
    if where.user:
        folder, inside = os.path.join(where.home, "Documents", "Cline", "Hooks"), where.home
    text = f"#!/bin/sh\n# Written by adrguard; `adrguard uninstall cline` takes it away.\n{_line(programs)}\n"
    events = () if programs.windows else _EVENTS
    found = [Target(os.path.join(folder, name), inside, OWN, text=text, executable=True) for name in events]
    if where.user:
        server = Server(("mcpServers", SERVER), {**served(programs), "disabled": False})
        found.append(Target(os.path.join(code_folder(where), *_SETTINGS), where.home, server=server))
    return tuple(found)


def _line(programs: Programs) -> str:
    # Cline takes silence for a failure, and a failure for a refusal.
    return programs.guarded("cline").replace("|| exit 0; ", "|| { echo '{\"cancel\": false}'; exit 0; }\n")


def code_folder(where: Where) -> str:
    """Return the folder of VS Code's own settings."""
    if where.windows:
        return os.path.join(where.environ.get("APPDATA") or os.path.join(where.home, "AppData", "Roaming"), "Code")
    if sys.platform == "darwin":
        return os.path.join(where.home, "Library", "Application Support", "Code")
    return os.path.join(where.environ.get("XDG_CONFIG_HOME") or os.path.join(where.home, ".config"), "Code")


AGENT = Agent(
    "cline",
    "Cline",
    targets,
    programs=("cline",),
    marks=(".clinerules",),
    home_marks=("Documents/Cline",),
    afterwards=(
        "Switch hooks on in Cline's settings. At the end of a task it cannot be held back: you are told what is wrong.",
        "MCP servers are for the whole user there: `adrguard install cline --user` registers ours.",
    ),
)
