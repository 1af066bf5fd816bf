"""Gemini CLI: hooks and the MCP server in one settings file.

It takes a missing program for a refusal and asks without end: the line guards itself. Time-outs are in milliseconds.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from adrguard.install.agents.handlers import served, timed
from adrguard.install.agents.wanted import (
    EDIT_SECONDS,
    SERVER,
    START_SECONDS,
    STOP_SECONDS,
    Agent,
    Hooks,
    Server,
    Target,
    Where,
)

if TYPE_CHECKING:
    from adrguard.install.agents.programs import Programs

EDITS = "write_file|replace"
_MS = 1000


def targets(where: Where, programs: Programs) -> tuple[Target, ...]:
    """Return the settings."""
    line = programs.guarded("gemini")
    hooks = Hooks(
        ("hooks",),
        (
            ("SessionStart", (timed(line, START_SECONDS * _MS, name="adrguard"),)),
            ("BeforeTool", (timed(line, EDIT_SECONDS * _MS, f"{EDITS}|run_shell_command", name="adrguard"),)),
            ("AfterTool", (timed(line, EDIT_SECONDS * _MS, EDITS, name="adrguard"),)),
            ("AfterAgent", (timed(line, STOP_SECONDS * _MS, name="adrguard"),)),
        ),
    )
    top = where.home if where.user else where.root
    server = Server(("mcpServers", SERVER), served(programs))
    return (Target(os.path.join(top, ".gemini", "settings.json"), top, hooks=hooks, server=server),)


AGENT = Agent(
    "gemini",
    "Gemini CLI",
    targets,
    programs=("gemini",),
    marks=(".gemini", "GEMINI.md"),
    home_marks=(".gemini",),
    afterwards=("Gemini runs a project's hooks only in a trusted folder: /permissions in it makes it one.",),
)
