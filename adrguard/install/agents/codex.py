"""Codex CLI: Claude Code's form of hooks in `hooks.json`, the MCP server as a table of `config.toml`."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from adrguard.install.agents.handlers import served, timed
from adrguard.install.agents.wanted import (
    EDIT_SECONDS,
    SERVER,
    START_SECONDS,
    STOP_SECONDS,
    TOML,
    Agent,
    Hooks,
    Server,
    Target,
    Where,
)

if TYPE_CHECKING:
    from adrguard.install.agents.programs import Programs


def targets(where: Where, programs: Programs) -> tuple[Target, ...]:
    """Return the file of hooks and the configuration."""
    line = programs.line("codex")
    hooks = Hooks(
        ("hooks",),
        (
            ("SessionStart", (timed(line, START_SECONDS),)),
            ("PreToolUse", (timed(line, EDIT_SECONDS, "Bash|apply_patch"),)),
            ("PostToolUse", (timed(line, EDIT_SECONDS, "apply_patch"),)),
            ("Stop", (timed(line, STOP_SECONDS),)),
            ("SubagentStop", (timed(line, STOP_SECONDS),)),
        ),
    )
    folder, inside = os.path.join(where.root, ".codex"), where.root
    if where.user:
        named = where.environ.get("CODEX_HOME", "")
        folder, inside = named or os.path.join(where.home, ".codex"), named or where.home
    return (
        Target(os.path.join(folder, "hooks.json"), inside, hooks=hooks),
        Target(
            os.path.join(folder, "config.toml"), inside, TOML, server=Server(("mcp_servers", SERVER), served(programs))
        ),
    )


AGENT = Agent(
    "codex",
    "Codex CLI",
    targets,
    programs=("codex",),
    marks=(".codex",),
    home_marks=(".codex",),
    afterwards=(
        "Trust the hooks once in Codex, with /hooks: `codex exec` passes over untrusted ones without a word.",
        "It reads the project's .codex only where the project is trusted.",
    ),
)
