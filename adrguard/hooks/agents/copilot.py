"""GitHub Copilot: CLI, cloud agent and VS Code.

An event whose name is registered in camelCase comes with a payload in camelCase that does not tell its name; one in
PascalCase comes in Claude Code's form. Which of both forms of an answer is read then is told differently: both are
given, and the other one is passed over.
"""

from __future__ import annotations

from adrguard.hooks import wire
from adrguard.hooks.agents import nested, tools
from adrguard.hooks.agents.reply import Reply, folder, speak, word
from adrguard.model.agents import OTHER, PROMPT, START, STOP, SUBAGENT_STOP, Answer, Event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from adrguard.hooks.wire import Payload

_KINDS = {
    "agentstop": STOP,
    "stop": STOP,
    "subagentstop": SUBAGENT_STOP,
    "sessionstart": START,
    "userpromptsubmitted": PROMPT,
    "userpromptsubmit": PROMPT,
}
# What tells events apart that do not name themselves, the most telling part first.
_MARKS = (
    ("toolResult", "postToolUse"),
    ("toolName", "preToolUse"),
    ("agentName", "subagentStop"),
    ("stopReason", "agentStop"),
    ("stopHookActive", "agentStop"),
    ("initialPrompt", "sessionStart"),
    ("prompt", "userPromptSubmitted"),
    ("source", "sessionStart"),
)
_PASCAL = {"preToolUse": nested.BEFORE_TOOL, "postToolUse": nested.AFTER_TOOL, "sessionStart": "SessionStart"}


def is_mine(payload: Payload, _: Mapping[str, str]) -> bool:
    """Its names are in camelCase, or Claude Code's with a time stamp, which that one does not give."""
    if "hook_event_name" in payload:
        return "timestamp" in payload and "session_id" in payload
    return "sessionId" in payload or "hookEventName" in payload or ("timestamp" in payload and "cwd" in payload)


def read(payload: Payload, _: Mapping[str, str]) -> Event:
    """Return the event."""
    name = word(payload, "hook_event_name", "hookEventName") or _guessed(payload)
    low = name.lower()
    source = word(payload, "source")
    event = Event(
        "copilot",
        _KINDS.get(low, OTHER),
        name,
        folder(payload, "cwd"),
        word(payload, "session_id", "sessionId"),
        subagent=word(payload, "agent_id", "agentId", "agent_name", "agentName") if low == "subagentstop" else "",
        source="startup" if source == "new" else source,
        again=payload.get("stop_hook_active", payload.get("stopHookActive")) is True,
    )
    if low in ("pretooluse", "posttooluse"):
        tool = word(payload, "tool_name", "toolName")
        return tools.with_tool(event, tool, _arguments(payload), before=low == "pretooluse")
    return event


def _guessed(payload: Payload) -> str:
    return next((name for mark, name in _MARKS if mark in payload), "")


def _arguments(payload: Payload) -> object:
    value = payload.get("tool_input", payload.get("toolArgs"))
    if not isinstance(value, str):
        return value
    try:
        return wire.parse(value.encode("utf-8", "surrogateescape"))  # JSON within a text
    except (wire.UnreadableError, UnicodeError):
        return value


def encode(event: Event, answer: Answer) -> Reply:
    """Return the answer."""
    if event.kind in (STOP, SUBAGENT_STOP):
        return nested.encode(event, answer)
    both = event.replace(name=_PASCAL.get(event.name, event.name))
    order = nested.permission(event, answer)
    specific = nested.specific(both, answer)
    flat = order or {"additionalContext": specific.get("additionalContext", "")}
    return speak({**flat, "hookSpecificOutput": specific, "systemMessage": answer.note})
