"""VS Code: the MCP server in a file of its own, and Copilot's file of hooks, which its agent mode runs."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from adrguard.install.agents.cline import code_folder
from adrguard.install.agents.copilot import hooks_file
from adrguard.install.agents.handlers import served
from adrguard.install.agents.wanted import SERVER, Agent, Server, Target, Where

if TYPE_CHECKING:
    from adrguard.install.agents.programs import Programs


def targets(where: Where, programs: Programs) -> tuple[Target, ...]:
    """Return the file of hooks and that of MCP servers."""
    path, inside = os.path.join(where.root, ".vscode", "mcp.json"), where.root
    if where.user:
        folder = code_folder(where)
        path = os.path.join(folder, "User", "mcp.json")
        inside = where.home if path.startswith(where.home + os.sep) else folder
    server = Server(("servers", SERVER), {"type": "stdio", **served(programs)})
    return (hooks_file(where, programs), Target(path, inside, server=server))


AGENT = Agent(
    "vscode",
    "VS Code",
    targets,
    programs=("code",),
    marks=(".vscode",),
    home_marks=(".vscode",),
    served=("VS Code asks whether it may start the MCP server adrguard: say yes.",),
)
