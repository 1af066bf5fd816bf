"""Windsurf's Cascade: it hears of a block only by the exit code 2, with the reason on stderr.

This is the one answer of the door that is no JSON and no exit code 0. Hooks after the fact block nothing, and there is
none at the end of its work.
"""

from __future__ import annotations

from adrguard.hooks.agents import tools
from adrguard.hooks.agents.nested import advice
from adrguard.hooks.agents.reply import Reply, folder, folder_of, table, word
from adrguard.model.agents import BEFORE_EDIT, BEFORE_SHELL, OTHER, PROMPT, Answer, Event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from adrguard.hooks.wire import Payload

BLOCKED = 2


def is_mine(payload: Payload, _: Mapping[str, str]) -> bool:
    """It speaks of actions on a trajectory."""
    return "agent_action_name" in payload


def read(payload: Payload, _: Mapping[str, str]) -> Event:
    """Return the event. It tells its folder only of a command; a file tells it itself."""
    name = word(payload, "agent_action_name")
    info = table(payload, "tool_info")
    event = Event(
        "windsurf",
        PROMPT if name == "pre_user_prompt" else OTHER,
        name,
        word(info, "cwd") or folder_of(word(info, "file_path")) or folder(payload),
        word(payload, "trajectory_id"),
        word(payload, "execution_id"),
    )
    if name == "pre_run_command":
        return tools.with_tool(event, "shell", word(info, "command_line"), before=True)
    if name in ("pre_write_code", "post_write_code"):
        return tools.with_tool(event, "edit", info, before=name == "pre_write_code")
    return event


def encode(event: Event, answer: Answer) -> Reply:
    """Return the answer. What is only worth knowing is shown where the hook asks for its output to be."""
    if event.kind in (BEFORE_EDIT, BEFORE_SHELL) and (answer.block or answer.ask):
        return Reply(stderr=answer.reason + "\n", code=BLOCKED)
    return Reply(stderr="".join([f"{text}\n" for text in (advice(event, answer), answer.note) if text]))
