"""Windsurf: hooks in the workspace or for the user, the MCP server for the user only. Its hooks have no time-outs."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from adrguard.install.agents.handlers import served
from adrguard.install.agents.wanted import SERVER, Agent, Hooks, Server, Target, Where

if TYPE_CHECKING:
    from adrguard.install.agents.programs import Programs

_EVENTS = ("pre_write_code", "post_write_code", "pre_run_command")


def targets(where: Where, programs: Programs) -> tuple[Target, ...]:
    """Return the file of hooks and, for the user, that of MCP servers."""
    key, line = (
        ("powershell", programs.guarded("windsurf")) if programs.windows else ("command", programs.line("windsurf"))
    )
    entry = {key: line, "show_output": True}
    hooks = Hooks(("hooks",), tuple((event, (entry,)) for event in _EVENTS), grouped=False)
    if not where.user:
        return (Target(os.path.join(where.root, ".windsurf", "hooks.json"), where.root, hooks=hooks),)
    folder = os.path.join(where.home, ".codeium", "windsurf")
    server = Server(("mcpServers", SERVER), served(programs))
    return (
        Target(os.path.join(folder, "hooks.json"), where.home, hooks=hooks),
        Target(os.path.join(folder, "mcp_config.json"), where.home, server=server),
    )


AGENT = Agent(
    "windsurf",
    "Windsurf",
    targets,
    programs=("windsurf",),
    marks=(".windsurf", ".windsurfrules"),
    home_marks=(".codeium/windsurf",),
    afterwards=(
        "Windsurf has no hook at the end of a turn: the guard judges its edits and commands, and git's hooks the rest.",
        "MCP servers are for the whole user there: `adrguard install windsurf --user` registers ours.",
    ),
)
