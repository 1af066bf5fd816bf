"""OpenClaw: only the MCP server, for the whole user, in JSON5."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from adrguard.install.agents.handlers import served
from adrguard.install.agents.wanted import JSON5, SERVER, Agent, Server, Target, Where

if TYPE_CHECKING:
    from adrguard.install.agents.programs import Programs


def targets(where: Where, programs: Programs) -> tuple[Target, ...]:
    """Return the configuration."""
    if not where.user:
        return ()
    file, folder = where.environ.get("OPENCLAW_CONFIG_PATH", ""), where.environ.get("OPENCLAW_STATE_DIR", "")
    path = file or os.path.join(folder or os.path.join(where.home, ".openclaw"), "openclaw.json")
    inside = os.path.dirname(file) if file else folder or where.home
    server = Server(("mcp", "servers", SERVER), served(programs))
    return (Target(path, inside, JSON5, server=server),)


AGENT = Agent(
    "openclaw",
    "OpenClaw",
    targets,
    programs=("openclaw",),
    home_marks=(".openclaw",),
    served=("`openclaw mcp doctor` shows whether it reaches the server.",),
)
