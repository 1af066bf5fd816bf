"""Claude Code: hooks in its settings, the MCP server in a file of its own. It looks for both where it is started."""

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

EDITS = "Write|Edit|MultiEdit|NotebookEdit"
STARTS = "startup|resume|clear|compact"


def targets(where: Where, programs: Programs) -> tuple[Target, ...]:
    """Return the settings and the file of MCP servers."""
    line = programs.line("claude")
    hooks = Hooks(
        ("hooks",),
        (
            ("SessionStart", (timed(line, START_SECONDS, STARTS),)),
            ("PreToolUse", (timed(line, EDIT_SECONDS, EDITS), timed(line, EDIT_SECONDS, "Bash|PowerShell"))),
            ("PostToolUse", (timed(line, EDIT_SECONDS, EDITS),)),
            ("Stop", (timed(line, STOP_SECONDS),)),
            ("SubagentStop", (timed(line, STOP_SECONDS),)),
        ),
    )
    server = Server(("mcpServers", SERVER), {"type": "stdio", **served(programs)})
    folder, inside = _folder(where), where.root
    servers = os.path.join(where.root, ".mcp.json")
    if where.user:
        named = where.environ.get("CLAUDE_CONFIG_DIR", "")
        inside = folder if named else where.home
        servers = os.path.join(folder if named else where.home, ".claude.json")
    return (
        Target(os.path.join(folder, "settings.json"), inside, hooks=hooks),
        Target(servers, inside, server=server),
    )


def _folder(where: Where) -> str:
    if not where.user:
        return os.path.join(where.root, ".claude")
    return where.environ.get("CLAUDE_CONFIG_DIR", "") or os.path.join(where.home, ".claude")


AGENT = Agent(
    "claude",
    "Claude Code",
    targets,
    programs=("claude",),
    marks=(".claude", "CLAUDE.md"),
    home_marks=(".claude",),
    afterwards=("Start claude in the root of the repository: it reads the project's settings from nowhere else.",),
    served=("It asks once whether the MCP server adrguard may be used: say yes.",),
)
