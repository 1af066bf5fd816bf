"""Codex CLI: Claude Code's form, but one key that it does not know makes it ignore the whole answer.

So it gets the least: an order alone, and no question to the person, which it knows no way to ask.
"""

from __future__ import annotations

from adrguard.hooks.agents import nested
from adrguard.hooks.agents.reply import word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from adrguard.hooks.agents.reply import Reply
    from adrguard.hooks.wire import Payload
    from adrguard.model.agents import Answer, Event


def is_mine(payload: Payload, _: Mapping[str, str]) -> bool:
    """Its turns have an id; at the start, where there is none yet, only it tells the mode of permissions."""
    if "turn_id" in payload:
        return "hook_event_name" in payload
    return word(payload, "hook_event_name") == "SessionStart" and "permission_mode" in payload


def read(payload: Payload, _: Mapping[str, str]) -> Event:
    """Return the event."""
    return nested.read("codex", payload, "turn_id")


def encode(event: Event, answer: Answer) -> Reply:
    """Return the answer."""
    return nested.encode(event, answer, asks=False, notes_beside=False)
