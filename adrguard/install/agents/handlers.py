"""Entries that several agents want in the same form."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from adrguard.install.agents.programs import Programs


def timed(line: str, timeout: int, matcher: str = "", **more: Any) -> dict[str, Any]:
    """Return a group with one handler, as Claude Code, Codex and Gemini want it."""
    group: dict[str, Any] = {"matcher": matcher} if matcher else {}
    return {**group, "hooks": [{**more, "type": "command", "command": line, "timeout": timeout}]}


def served(programs: Programs, *options: str) -> dict[str, Any]:
    """Return the program of the MCP server and its arguments, as most agents want them."""
    command, arguments = programs.server(*options)
    return {"command": command, "args": arguments}
