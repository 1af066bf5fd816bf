"""The coding agents that the guard is registered with: one file each says what goes where."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from adrguard.install.agents.wanted import Agent

TITLES = {
    "claude": "Claude Code",
    "codex": "Codex CLI",
    "gemini": "Gemini CLI",
    "cursor": "Cursor",
    "copilot": "GitHub Copilot",
    "windsurf": "Windsurf",
    "cline": "Cline",
    "vscode": "VS Code",
    "opencode": "OpenCode",
    "hermes": "Hermes",
    "openclaw": "OpenClaw",
    "omp": "Oh My Pi",
}
"""Name on the command line and of the module here, and the agent's own name. `ONLY_SERVER` have no hooks of ours."""

ONLY_SERVER = ("hermes", "openclaw", "omp")


def agent(name: str) -> Agent:
    """Return an agent by its name."""
    found: Agent = importlib.import_module(f"{__name__}.{name}").AGENT
    return found
