"""Codex CLI: its events, and answers without one key that it does not know."""

from __future__ import annotations

from typing import Any

import pytest
from fakes.agents import ASK, BLOCK, BLOCK_AND_NOTE, CONTEXT, NOTE, QUIET, answered, heard, recognised

from adrguard.model.agents import (
    AFTER_EDIT,
    BEFORE_EDIT,
    BEFORE_SHELL,
    OTHER,
    PATCH,
    PROMPT,
    START,
    STOP,
    SUBAGENT_STOP,
    Edit,
    Event,
)

PATCHED = "*** Begin Patch\n*** Update File: a.py\n@@\n-x\n+y\n*** End Patch\n"


def payload(name: str, **more: Any) -> dict[str, Any]:
    return {
        "session_id": "s1",
        "turn_id": "t1",
        "transcript_path": None,
        "cwd": "/p",
        "hook_event_name": name,
        "model": "gpt-5-codex",
        "permission_mode": "default",
        **more,
    }


STOPS = payload("Stop", stop_hook_active=True, last_assistant_message="Done.")
STARTS = {key: value for key, value in payload("SessionStart", source="startup").items() if key != "turn_id"}
PATCHES = payload("PreToolUse", tool_name="apply_patch", tool_input={"command": PATCHED}, tool_use_id="c1")
RUNS = payload("PreToolUse", tool_name="Bash", tool_input={"command": "git commit -n"}, tool_use_id="c1")
PATCHED_ALREADY = {**PATCHES, "hook_event_name": "PostToolUse", "tool_response": "Done!"}


def event(kind: str, name: str, **more: Any) -> Event:
    return Event("codex", kind, name, "/p", "s1", "t1").replace(**more)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        pytest.param(STOPS, event(STOP, "Stop", again=True), id="stop"),
        pytest.param(
            payload("SubagentStop", agent_id="a1", stop_hook_active=False),
            event(SUBAGENT_STOP, "SubagentStop", subagent="a1"),
            id="subagent",
        ),
        pytest.param(STARTS, event(START, "SessionStart", turn="", source="startup"), id="start"),
        pytest.param(payload("UserPromptSubmit", prompt="x"), event(PROMPT, "UserPromptSubmit"), id="prompt"),
        pytest.param(payload("Interrupt"), event(OTHER, "Interrupt"), id="something else"),
        pytest.param(
            PATCHES,
            event(BEFORE_EDIT, "PreToolUse", tool="apply_patch", edits=(Edit(PATCH, "", PATCHED),)),
            id="patch",
        ),
        pytest.param(
            PATCHED_ALREADY,
            event(AFTER_EDIT, "PostToolUse", tool="apply_patch", edits=(Edit(PATCH, "", PATCHED),)),
            id="patched",
        ),
        pytest.param(RUNS, event(BEFORE_SHELL, "PreToolUse", tool="Bash", command="git commit -n"), id="command"),
        pytest.param(
            payload("PreToolUse", tool_name="shell", tool_input={"command": ["bash", "-lc", "git commit -n"]}),
            event(BEFORE_SHELL, "PreToolUse", tool="shell", command="bash -lc 'git commit -n'"),
            id="command as a list of words",
        ),
    ],
)
def test_an_event_is_understood(given: dict[str, Any], expected: Event) -> None:
    assert recognised(given) == "codex"
    assert heard(given) == expected
    assert heard(given, given="codex") == expected


HELD = '{"decision":"block","reason":"a.py:1 breaks ADR-001"}\n'
DENIED = (
    '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny",'
    '"permissionDecisionReason":"a.py:1 breaks ADR-001"}}\n'
)


@pytest.mark.parametrize(
    ("given", "answer", "stdout"),
    [
        pytest.param(STOPS, BLOCK, HELD, id="stop: blocked"),
        pytest.param(STOPS, BLOCK_AND_NOTE, HELD, id="stop: blocked, and nothing beside"),
        pytest.param(STOPS, QUIET, "", id="stop: clean"),
        pytest.param(STOPS, CONTEXT, "", id="stop: no context"),
        pytest.param(STOPS, NOTE, '{"systemMessage":"a note"}\n', id="stop: a note"),
        pytest.param(PATCHES, BLOCK, DENIED, id="patch: denied"),
        pytest.param(PATCHES, BLOCK_AND_NOTE, DENIED, id="patch: denied, and nothing beside"),
        pytest.param(PATCHES, QUIET, "", id="patch: allowed"),
        pytest.param(
            RUNS,
            ASK,
            DENIED.replace("a.py:1 breaks ADR-001", "a.py:1 needs a person"),
            id="shell: it cannot ask, so it is told no",
        ),
        pytest.param(
            PATCHED_ALREADY,
            CONTEXT,
            '{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"ADR-001 binds here"}}\n',
            id="patched: advice",
        ),
        pytest.param(
            STARTS,
            CONTEXT,
            '{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"ADR-001 binds here"}}\n',
            id="start: context",
        ),
    ],
)
def test_an_answer_is_exactly_this(given: dict[str, Any], answer: Any, stdout: str) -> None:
    assert answered(given, answer) == (stdout, "", 0)
