"""Gemini CLI: https://geminicli.com/docs/hooks/. It knows no subagents' hooks and no question before a tool."""

from __future__ import annotations

from adrguard.hooks.agents import nested, tools
from adrguard.hooks.agents.reply import Reply, folder, speak, word
from adrguard.model.agents import AFTER_EDIT, BEFORE_EDIT, BEFORE_SHELL, OTHER, PROMPT, START, STOP, Answer, Event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from adrguard.hooks.wire import Payload

_KINDS = {"AfterAgent": STOP, "SessionStart": START, "BeforeAgent": PROMPT}
_TOOLS = ("BeforeTool", "AfterTool")
_OTHERS = ("BeforeModel", "AfterModel", "BeforeToolSelection", "PreCompress")


def is_mine(payload: Payload, environ: Mapping[str, str]) -> bool:
    """Most of its events have names of their own; the rest are of the session that its environment names."""
    name = word(payload, "hook_event_name")
    if name in (*_TOOLS, *_OTHERS, "AfterAgent", "BeforeAgent"):
        return True
    session = word(payload, "session_id")
    return bool(session) and "timestamp" in payload and environ.get("GEMINI_SESSION_ID") == session


def read(payload: Payload, environ: Mapping[str, str]) -> Event:
    """Return the event. A turn has no id: an order to go on is a prompt of its own."""
    name = word(payload, "hook_event_name")
    event = Event(
        "gemini",
        _KINDS.get(name, OTHER),
        name,
        folder(payload, "cwd"),
        word(payload, "session_id"),
        source=word(payload, "source"),
        again=payload.get("stop_hook_active") is True,
        project=environ.get("GEMINI_PROJECT_DIR", ""),
    )
    return tools.nested(event, payload, before=name == "BeforeTool") if name in _TOOLS else event


def encode(event: Event, answer: Answer) -> Reply:
    """Return the answer."""
    if event.kind == STOP:
        return speak(nested.stopping(answer) or {"systemMessage": answer.note})
    if event.kind in (BEFORE_EDIT, BEFORE_SHELL) and (answer.block or answer.ask):
        return speak({"decision": "deny", "reason": answer.reason, "systemMessage": answer.note})
    text = nested.advice(event, answer) if event.kind in (AFTER_EDIT, START, PROMPT) else ""
    specific = {"hookEventName": event.name, "additionalContext": text} if text else {}
    return speak({"hookSpecificOutput": specific, "systemMessage": answer.note})
