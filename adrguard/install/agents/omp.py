"""Oh My Pi: only the MCP server, with the tools that it does not bring itself (`--sidecar`)."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from adrguard.install.agents.handlers import served
from adrguard.install.agents.wanted import SERVER, Agent, Server, Target, Where

if TYPE_CHECKING:
    from adrguard.install.agents.programs import Programs


def targets(where: Where, programs: Programs) -> tuple[Target, ...]:
    """Return the file of MCP servers."""
    path, inside = os.path.join(where.root, ".omp", "mcp.json"), where.root
    if where.user:
        named = where.environ.get("PI_CODING_AGENT_DIR", "")
        folder, inside = named or os.path.join(where.home, ".omp", "agent"), named or where.home
        path = os.path.join(folder, "mcp.json")
    server = Server(("mcpServers", SERVER), {"type": "stdio", **served(programs, "--sidecar")})
    return (Target(path, inside, server=server),)


AGENT = Agent(
    "omp",
    "Oh My Pi",
    targets,
    programs=("omp",),
    marks=(".omp",),
    home_marks=(".omp",),
    served=("Start omp anew, or call /mcp in it.",),
)
