"""OpenCode: a plugin that calls the hook, and the MCP server in its configuration."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

from adrguard.install.agents.wanted import OWN, SERVER, Agent, Server, Target, Where
from adrguard.system import resources

if TYPE_CHECKING:
    from adrguard.install.agents.programs import Programs

PLUGIN = "hooks/opencode/adrguard.ts"
_PROGRAM = '["adrguard-hook"]'
"""What stands in the plugin for the words that start our hook."""


def targets(where: Where, programs: Programs) -> tuple[Target, ...]:
    """Return the plugin and the configuration."""
    top, folder, inside = where.root, os.path.join(where.root, ".opencode"), where.root
    if where.user:
        config = where.environ.get("XDG_CONFIG_HOME", "")
        folder = top = os.path.join(config or os.path.join(where.home, ".config"), "opencode")
        inside = config or where.home
    command, arguments = programs.server()
    server = Server(("mcp", SERVER), {"type": "local", "command": [command, *arguments], "enabled": True})
    plugin = resources.read_text(PLUGIN).replace(_PROGRAM, json.dumps(list(programs.hook)), 1)
    return (
        Target(os.path.join(folder, "plugins", "adrguard.ts"), inside, OWN, text=plugin),
        Target(_configuration(top), inside, server=server),
    )


def _configuration(folder: str) -> str:
    """Return the path of the configuration that is there, commented or not."""
    plain, commented = (os.path.join(folder, name) for name in ("opencode.json", "opencode.jsonc"))
    return commented if os.path.lexists(commented) and not os.path.lexists(plain) else plain


AGENT = Agent(
    "opencode",
    "OpenCode",
    targets,
    programs=("opencode",),
    marks=(".opencode", "opencode.json", "opencode.jsonc"),
    home_marks=(".config/opencode",),
    afterwards=("Restart OpenCode: it loads plugins when it starts.",),
)
