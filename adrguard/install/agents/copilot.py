"""GitHub Copilot, on the command line and in VS Code: a file of hooks that is ours alone.

Its events do not name themselves, so each line does; and it takes any failure before a tool for a refusal, so a program
that is missing must be passed over.
"""

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

_SECONDS = {
    "sessionStart": START_SECONDS,
    "preToolUse": EDIT_SECONDS,
    "postToolUse": EDIT_SECONDS,
    "agentStop": STOP_SECONDS,
    "subagentStop": STOP_SECONDS,
}


def hooks_file(where: Where, programs: Programs) -> Target:
    """Return the file of hooks, which VS Code reads as well."""
    shell = "powershell" if programs.windows else "bash"

    def entry(event: str) -> dict[str, Any]:
        return {"type": "command", shell: programs.guarded(f"copilot {event}"), "timeoutSec": _SECONDS[event]}

    events = tuple((event, (entry(event),)) for event in _SECONDS)
    hooks = Hooks(("hooks",), events, grouped=False, beside=(("version", 1),))
    folder, inside = os.path.join(where.root, ".github"), where.root
    if where.user:
        folder, inside = _home(where)
    return Target(os.path.join(folder, "hooks", "adrguard.json"), inside, hooks=hooks)


def _home(where: Where) -> tuple[str, str]:
    named = where.environ.get("COPILOT_HOME", "")
    return named or os.path.join(where.home, ".copilot"), named or where.home


def targets(where: Where, programs: Programs) -> tuple[Target, ...]:
    """Return the file of hooks and that of MCP servers."""
    path, inside = os.path.join(where.root, ".mcp.json"), where.root
    kind: dict[str, Any] = {"type": "stdio"}
    more: dict[str, Any] = {}
    if where.user:
        folder, inside = _home(where)
        path, kind, more = os.path.join(folder, "mcp-config.json"), {"type": "local"}, {"tools": ["*"]}
    server = Server(("mcpServers", SERVER), {**kind, **served(programs), **more})
    return (hooks_file(where, programs), Target(path, inside, server=server))


AGENT = Agent(
    "copilot",
    "GitHub Copilot",
    targets,
    programs=("copilot",),
    marks=(".github/hooks", ".github/copilot", ".github/copilot-instructions.md"),
    home_marks=(".copilot",),
    afterwards=(
        "GitHub's cloud agent reads .github/hooks from the default branch, and has no program of this machine.",
    ),
)
