"""Cursor: https://cursor.com/docs/agent/hooks. It also runs the hooks that are registered for Claude Code.

A hook that may fail closed has to print something even when it has nothing to say: ``{}``.
"""

from __future__ import annotations

from adrguard.hooks.agents import tools
from adrguard.hooks.agents.nested import advice
from adrguard.hooks.agents.reply import Reply, first_root, folder, speak, word
from adrguard.model.agents import (
    AFTER_EDIT,
    BEFORE_EDIT,
    BEFORE_SHELL,
    OTHER,
    PROMPT,
    START,
    STOP,
    SUBAGENT_STOP,
    Answer,
    Event,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from adrguard.hooks.wire import Payload

_KINDS = {"stop": STOP, "subagentstop": SUBAGENT_STOP, "sessionstart": START, "beforesubmitprompt": PROMPT}
_NOTHING = Reply("{}\n")


def is_mine(payload: Payload, _: Mapping[str, str]) -> bool:
    """It tells its version, or at least the conversation and the generation in it."""
    return "cursor_version" in payload or ("conversation_id" in payload and "generation_id" in payload)


def read(payload: Payload, _: Mapping[str, str]) -> Event:
    """Return the event.

    It has no id of a turn that lasts: each order to go on starts a generation of its own. Who broke off is let go.
    """
    name = word(payload, "hook_event_name")
    low = name[:1].lower() + name[1:]
    kind = _KINDS.get(name.lower(), OTHER)
    if kind in (STOP, SUBAGENT_STOP) and word(payload, "status") in ("aborted", "error"):
        kind = OTHER
    loops = payload.get("loop_count")
    event = Event(
        "cursor",
        kind,
        low,
        word(payload, "cwd") or first_root(payload, "workspace_roots") or folder(payload),
        word(payload, "conversation_id", "session_id"),
        subagent=word(payload, "subagent_id", "agent_id", "agent_transcript_path") if kind == SUBAGENT_STOP else "",
        source="startup" if kind == START else "",
        again=isinstance(loops, int) and loops > 0,
        project=first_root(payload, "workspace_roots") if "cwd" in payload else "",
    )
    if low == "beforeShellExecution":
        return tools.with_tool(event, "shell", payload, before=True)
    if low == "afterFileEdit":
        return tools.with_tool(event, "edit", payload, before=False)
    if low in ("preToolUse", "postToolUse"):
        return tools.nested(event, payload, before=low == "preToolUse")
    return event


def encode(event: Event, answer: Answer) -> Reply:
    """Return the answer. Where it shows the person nothing, a note goes to its output channel of hooks."""
    orders = answer.block or answer.ask
    if event.kind in (STOP, SUBAGENT_STOP):
        if orders:
            return speak({"followup_message": answer.reason})
        return _NOTHING.replace(stderr=answer.note + "\n" if answer.note else "")
    if event.kind in (BEFORE_EDIT, BEFORE_SHELL):
        said: dict[str, object] = {"user_message": answer.note, "additional_context": answer.context}
        if orders:
            order = "deny" if answer.block else "ask"
            said = {"permission": order, "user_message": answer.note, "agent_message": answer.reason}
        return speak(said) if any(said.values()) else _NOTHING
    text = advice(event, answer) if event.kind in (AFTER_EDIT, START, PROMPT) else ""
    said = {"user_message": answer.note if event.kind == START else "", "additional_context": text}
    stderr = answer.note + "\n" if answer.note and event.kind != START else ""
    return (speak(said) if any(said.values()) else _NOTHING).replace(stderr=stderr)
