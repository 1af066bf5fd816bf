"""The form that Claude Code gave events and answers, and that others took over: read once, spoken in two strengths."""

from __future__ import annotations

from adrguard.hooks.agents import tools
from adrguard.hooks.agents.reply import Reply, folder, speak, word
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
    from adrguard.hooks.wire import Payload

_KINDS = {"Stop": STOP, "SubagentStop": SUBAGENT_STOP, "SessionStart": START, "UserPromptSubmit": PROMPT}
BEFORE_TOOL = "PreToolUse"
AFTER_TOOL = "PostToolUse"


def read(agent: str, payload: Payload, turn: str, project: str = "") -> Event:
    """Return the event; `turn` is the name of the part that tells one prompt from another."""
    name = word(payload, "hook_event_name")
    event = Event(
        agent,
        _KINDS.get(name, OTHER),
        name,
        folder(payload, "cwd"),
        word(payload, "session_id"),
        word(payload, turn),
        word(payload, "agent_id"),
        word(payload, "source"),
        again=payload.get("stop_hook_active") is True,
        project=project,
    )
    if name in (BEFORE_TOOL, AFTER_TOOL):
        return tools.nested(event, payload, before=name == BEFORE_TOOL)
    return event


def encode(event: Event, answer: Answer, *, asks: bool = True, notes_beside: bool = True) -> Reply:
    """Return the answer in this form.

    `asks` says that the agent can have the person asked (else it is told no), `notes_beside` that a note to the person
    may stand beside an order to the agent. Beside an order not to stop it never does: some then see no order at all.
    """
    if event.kind in (STOP, SUBAGENT_STOP):
        # Context would have the agent go on, as an order does.
        return speak(stopping(answer) or {"systemMessage": answer.note})
    orders = answer.block or answer.ask
    note = answer.note if notes_beside or not orders else ""
    return speak({"hookSpecificOutput": specific(event, answer, asks=asks), "systemMessage": note})


def stopping(answer: Answer) -> dict[str, object]:
    """Return the order not to stop, which nearly all agents understand; empty when there is none."""
    if answer.block or answer.ask:
        return {"decision": "block", "reason": answer.reason}
    return {}


def permission(event: Event, answer: Answer, *, asks: bool = True) -> dict[str, object]:
    """Return the order not to do what the agent is about to, empty when there is none."""
    if event.kind not in (BEFORE_EDIT, BEFORE_SHELL) or not (answer.block or answer.ask):
        return {}
    order = "deny" if answer.block or not asks else "ask"
    return {"permissionDecision": order, "permissionDecisionReason": answer.reason}


def advice(event: Event, answer: Answer) -> str:
    """Return what the agent should know. What is done can no longer be blocked, only spoken of."""
    if event.kind == AFTER_EDIT and not answer.context:
        return answer.reason
    return answer.context


def specific(event: Event, answer: Answer, *, asks: bool = True) -> dict[str, object]:
    """Return what is said of this very event: an order, or else something to know; empty when it is nothing."""
    order = permission(event, answer, asks=asks)
    text = advice(event, answer)
    if not order and (not text or event.kind not in (BEFORE_EDIT, BEFORE_SHELL, AFTER_EDIT, START, PROMPT)):
        return {}
    return {"hookEventName": event.name, **(order or {"additionalContext": text})}
