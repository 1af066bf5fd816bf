"""OpenCode, by the plugin that comes with adrguard: hooks/opencode/adrguard.ts, which does what this answer says.

{"adrguard_agent": "opencode", "event": "tool.execute.before", "cwd": …, "session": …, "tool": …, "args": {…}}
events: session.created, session.idle (with "again": true while it goes on because it was told to),
        tool.execute.before, tool.execute.after
answer: {"block": true, "reason": …}, {"context": …}, {"note": …}, or nothing
"""

from __future__ import annotations

from adrguard.hooks.agents import tools
from adrguard.hooks.agents.nested import advice
from adrguard.hooks.agents.reply import Reply, folder, speak, word
from adrguard.model.agents import OTHER, START, STOP, SUBAGENT_STOP, Answer, Event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from adrguard.hooks.wire import Payload

_KINDS = {"session.idle": STOP, "session.created": START}
_TOOLS = ("tool.execute.before", "tool.execute.after")


def is_mine(payload: Payload, _: Mapping[str, str]) -> bool:
    """Its plugin says so."""
    return payload.get("adrguard_agent") == "opencode"


def read(payload: Payload, _: Mapping[str, str]) -> Event:
    """Return the event."""
    name = word(payload, "event")
    kind = _KINDS.get(name, OTHER)
    subagent = word(payload, "subagent")
    event = Event(
        "opencode",
        SUBAGENT_STOP if kind == STOP and subagent else kind,
        name,
        folder(payload, "cwd", "directory"),
        word(payload, "session", "sessionID"),
        word(payload, "turn"),
        subagent,
        word(payload, "source") or ("startup" if kind == START else ""),
        again=payload.get("again") is True,
    )
    if name in _TOOLS:
        return tools.with_tool(event, word(payload, "tool"), payload.get("args"), before=name == _TOOLS[0])
    return event


def encode(event: Event, answer: Answer) -> Reply:
    """Return the answer."""
    if answer.block or answer.ask:
        return speak({"block": True, "reason": answer.reason, "note": answer.note})
    return speak({"context": advice(event, answer), "note": answer.note})
