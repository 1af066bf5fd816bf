"""Claude Code: https://code.claude.com/docs/en/hooks."""

from __future__ import annotations

from adrguard.hooks.agents import nested

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from adrguard.hooks.agents.reply import Reply
    from adrguard.hooks.wire import Payload
    from adrguard.model.agents import Answer, Event


def is_mine(payload: Payload, _: Mapping[str, str]) -> bool:
    """Its events name themselves and their session, and many agents' do: it is asked last."""
    return "hook_event_name" in payload and "session_id" in payload


def read(payload: Payload, environ: Mapping[str, str]) -> Event:
    """Return the event."""
    return nested.read("claude", payload, "prompt_id", environ.get("CLAUDE_PROJECT_DIR", ""))


def encode(event: Event, answer: Answer) -> Reply:
    """Return the answer."""
    return nested.encode(event, answer)
