"""Cursor: hooks and the MCP server in two files of one folder."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from adrguard.install.agents.handlers import served
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

MOST_LOOPS = 10
"""How often it goes on in a row: more than the guard holds it back, so that mending step by step is not cut off."""


def targets(where: Where, programs: Programs) -> tuple[Target, ...]:
    """Return the file of hooks and that of MCP servers."""

    def entry(timeout: int, **more: Any) -> dict[str, Any]:
        return {"command": programs.line("cursor"), "timeout": timeout, **more}

    hooks = Hooks(
        ("hooks",),
        (
            ("sessionStart", (entry(START_SECONDS),)),
            ("preToolUse", (entry(EDIT_SECONDS, matcher="Write|Edit|Patch|Notebook|Replace"),)),
            ("beforeShellExecution", (entry(EDIT_SECONDS),)),
            ("afterFileEdit", (entry(EDIT_SECONDS),)),
            ("stop", (entry(STOP_SECONDS, loop_limit=MOST_LOOPS),)),
            ("subagentStop", (entry(STOP_SECONDS, loop_limit=MOST_LOOPS),)),
        ),
        grouped=False,
        beside=(("version", 1),),
    )
    top = where.home if where.user else where.root
    return (
        Target(os.path.join(top, ".cursor", "hooks.json"), top, hooks=hooks),
        Target(os.path.join(top, ".cursor", "mcp.json"), top, server=Server(("mcpServers", SERVER), served(programs))),
    )


AGENT = Agent(
    "cursor",
    "Cursor",
    targets,
    programs=("cursor", "cursor-agent"),
    marks=(".cursor",),
    home_marks=(".cursor",),
    afterwards=("Open Cursor's settings to see that the hooks are on.",),
    served=("Switch the MCP server adrguard on in Cursor's settings.",),
)
