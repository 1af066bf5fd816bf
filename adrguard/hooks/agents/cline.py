"""Cline: one executable per event; the last JSON on stdout counts, and none at all counts as a failure.

Its documentation tells of two forms of an answer; this one speaks the older. A task that is done cannot be taken up
again by a hook: what is wrong is shown to the person.
"""

from __future__ import annotations

from adrguard.hooks.agents import tools
from adrguard.hooks.agents.nested import advice
from adrguard.hooks.agents.reply import Reply, first_root, folder, speak, table, word
from adrguard.model.agents import OTHER, PROMPT, START, STOP, Answer, Event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from adrguard.hooks.wire import Payload

_KINDS = {"TaskStart": START, "TaskResume": START, "TaskComplete": STOP, "UserPromptSubmit": PROMPT}
_SOURCES = {"TaskStart": "startup", "TaskResume": "resume"}


def is_mine(payload: Payload, _: Mapping[str, str]) -> bool:
    """It tells its version, or at least the hook and the task."""
    return "clineVersion" in payload or ("hookName" in payload and "taskId" in payload)


def read(payload: Payload, _: Mapping[str, str]) -> Event:
    """Return the event."""
    name = word(payload, "hookName")
    event = Event(
        "cline",
        _KINDS.get(name, OTHER),
        name,
        first_root(payload, "workspaceRoots") or folder(payload),
        word(payload, "taskId"),
        source=_SOURCES.get(name, ""),
    )
    if name not in ("PreToolUse", "PostToolUse"):
        return event
    call = table(payload, "preToolUse" if name == "PreToolUse" else "postToolUse")
    return tools.with_tool(event, word(call, "toolName"), call.get("parameters"), before=name == "PreToolUse")


def encode(event: Event, answer: Answer) -> Reply:
    """Return the answer. A note goes to stderr, which it keeps with the hook's output."""
    stderr = answer.note + "\n" if answer.note else ""
    if answer.block or answer.ask:
        said: dict[str, object] = {"cancel": True, "errorMessage": answer.reason}
    else:
        said = {"cancel": False, "contextModification": advice(event, answer)}
    return speak(said).replace(stderr=stderr)
