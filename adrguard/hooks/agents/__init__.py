"""Which agent an event comes from. Each is a module of its name here that reads its events and speaks its answers."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Protocol

    from adrguard.hooks.agents.reply import Reply
    from adrguard.hooks.wire import Payload
    from adrguard.model.agents import Answer, Event

    class Agent(Protocol):
        """What the module of an agent offers."""

        @staticmethod
        def is_mine(payload: Payload, environ: Mapping[str, str]) -> bool:
            """Say whether this agent sends such a payload."""

        @staticmethod
        def read(payload: Payload, environ: Mapping[str, str]) -> Event | None:
            """Return the event, None for one that is of no interest."""

        @staticmethod
        def encode(event: Event, answer: Answer) -> Reply:
            """Return the answer as the agent expects it."""


# Those that cannot be mistaken first; Claude Code's form is that of many.
_ORDER = ("opencode", "cursor", "windsurf", "cline", "codex", "gemini", "copilot", "claude")
_ALIASES = {"vscode": "copilot", "devin": "windsurf"}
# Agents that also run the hooks which are registered for Claude Code, by what only they send.
_GUESTS = {"cursor_version": "cursor", "conversation_id": "cursor", "timestamp": "copilot", "sessionId": "copilot"}


def named(word: str) -> str:
    """Return the name of the agent that a word stands for, "" for none."""
    name = _ALIASES.get(word, word)
    return name if name in _ORDER else ""


def recognise(payload: Payload, environ: Mapping[str, str], given: str = "") -> str:
    """Return the name of the agent, "" when none sends such a payload.

    What was `given` when the hook was registered holds, except where another agent runs Claude Code's hooks.
    """
    if given == "claude":
        return next((guest for mark, guest in _GUESTS.items() if mark in payload and "prompt_id" not in payload), given)
    return given or next((one for one in _ORDER if load(one).is_mine(payload, environ)), "")


def load(name: str) -> Agent:
    """Return the module of an agent by its name. Only this one is loaded."""
    return __import__(f"{__name__}.{name}", fromlist=("read",))  # type: ignore[return-value] # each is one
