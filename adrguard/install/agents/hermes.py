"""Hermes: only the MCP server, for the whole user, in YAML."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from adrguard.install.agents.handlers import served
from adrguard.install.agents.wanted import SERVER, YAML, Agent, Server, Target, Where

if TYPE_CHECKING:
    from adrguard.install.agents.programs import Programs


def targets(where: Where, programs: Programs) -> tuple[Target, ...]:
    """Return the configuration."""
    if not where.user:
        return ()
    named = where.environ.get("HERMES_HOME", "")
    folder = named or os.path.join(where.home, ".hermes")
    server = Server(("mcp_servers", SERVER), served(programs))
    return (Target(os.path.join(folder, "config.yaml"), named or where.home, YAML, server=server),)


AGENT = Agent(
    "hermes",
    "Hermes",
    targets,
    programs=("hermes",),
    home_marks=(".hermes",),
    served=("Restart Hermes: it looks for MCP servers when it starts.",),
)
