"""Cursor: its events, and the exact bytes of the answers; it always gets some."""

from __future__ import annotations

from typing import Any

import pytest
from fakes.agents import ASK, BLOCK, BLOCK_AND_NOTE, CONTEXT, EVERYTHING, NOTE, QUIET, answered, heard, recognised

from adrguard.model.agents import (
    AFTER_EDIT,
    BEFORE_EDIT,
    BEFORE_SHELL,
    OTHER,
    PROMPT,
    REPLACE,
    START,
    STOP,
    SUBAGENT_STOP,
    UNKNOWN,
    WRITE,
    Edit,
    Event,
    Replacement,
)


def payload(name: str, **more: Any) -> dict[str, Any]:
    return {
        "conversation_id": "c1",
        "generation_id": "g1",
        "model": "auto",
        "session_id": "s1",
        "hook_event_name": name,
        "cursor_version": "2.3.0",
        "workspace_roots": ["/p", "/q"],
        "user_email": None,
        "transcript_path": None,
        **more,
    }


STOPS = payload("stop", status="completed", loop_count=0)
SUB_STOPS = payload("subagentStop", status="completed", summary="s", modified_files=[], loop_count=1, subagent_id="a1")
STARTS = payload("sessionStart")
RUNS = payload("beforeShellExecution", command="git commit -n", cwd="/p/sub")
WRITES = payload("preToolUse", tool_name="Write", tool_input={"file_path": "/p/a.py", "content": "x"}, cwd="/p")
WROTE = payload("afterFileEdit", file_path="/p/a.py", edits=[{"old_string": "x", "new_string": "y"}])


def event(kind: str, name: str, **more: Any) -> Event:
    return Event("cursor", kind, name, "/p", "c1").replace(**more)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        pytest.param(STOPS, event(STOP, "stop"), id="stop"),
        pytest.param({**STOPS, "loop_count": 2}, event(STOP, "stop", again=True), id="stop again"),
        pytest.param({**STOPS, "status": "aborted"}, event(OTHER, "stop"), id="broken off by a person"),
        pytest.param(payload("Stop", loop_count=0), event(STOP, "stop"), id="as Claude Code's hook"),
        pytest.param(SUB_STOPS, event(SUBAGENT_STOP, "subagentStop", subagent="a1", again=True), id="subagent"),
        pytest.param(STARTS, event(START, "sessionStart", source="startup"), id="start"),
        pytest.param(payload("beforeSubmitPrompt", prompt="p"), event(PROMPT, "beforeSubmitPrompt"), id="prompt"),
        pytest.param(payload("beforeReadFile", file_path="/p/a"), event(OTHER, "beforeReadFile"), id="reading"),
        pytest.param(
            RUNS,
            event(BEFORE_SHELL, "beforeShellExecution", cwd="/p/sub", tool="shell", command="git commit -n"),
            id="command",
        ),
        pytest.param(
            payload("preToolUse", tool_name="Shell", tool_input={"command": "ls"}, cwd="/p"),
            event(BEFORE_SHELL, "preToolUse", tool="Shell", command="ls"),
            id="command as a tool",
        ),
        pytest.param(
            WRITES,
            event(BEFORE_EDIT, "preToolUse", tool="Write", edits=(Edit(WRITE, "/p/a.py", "x"),)),
            id="write",
        ),
        pytest.param(
            {**WRITES, "tool_input": {"path": "/p/a.py"}},
            event(BEFORE_EDIT, "preToolUse", tool="Write", edits=(Edit(UNKNOWN, "/p/a.py"),)),
            id="write something",
        ),
        pytest.param(
            WROTE,
            event(
                AFTER_EDIT,
                "afterFileEdit",
                tool="edit",
                edits=(Edit(REPLACE, "/p/a.py", replacements=(Replacement("x", "y"),)),),
            ),
            id="edited",
        ),
    ],
)
def test_an_event_is_understood(given: dict[str, Any], expected: Event) -> None:
    assert recognised(given) == "cursor"
    # A folder of its own is only told with tools; where that is in no repository, the first workspace's counts.
    expected = expected.replace(project="/p" if "cwd" in given else "")
    assert heard(given) == expected
    assert heard(given, given="cursor") == expected
    assert heard(given, given="claude") == expected


@pytest.mark.parametrize(
    ("given", "answer", "stdout", "stderr"),
    [
        pytest.param(STOPS, BLOCK, '{"followup_message":"a.py:1 breaks ADR-001"}\n', "", id="stop: goes on"),
        pytest.param(STOPS, BLOCK_AND_NOTE, '{"followup_message":"a.py:1 breaks ADR-001"}\n', "", id="stop: no more"),
        pytest.param(SUB_STOPS, BLOCK, '{"followup_message":"a.py:1 breaks ADR-001"}\n', "", id="subagent: goes on"),
        pytest.param(STOPS, QUIET, "{}\n", "", id="stop: clean"),
        pytest.param(STOPS, CONTEXT, "{}\n", "", id="stop: no context"),
        pytest.param(STOPS, NOTE, "{}\n", "a note\n", id="stop: a note"),
        pytest.param(
            WRITES,
            BLOCK,
            '{"permission":"deny","agent_message":"a.py:1 breaks ADR-001"}\n',
            "",
            id="edit: denied",
        ),
        pytest.param(
            RUNS,
            BLOCK_AND_NOTE,
            '{"permission":"deny","user_message":"a note","agent_message":"a.py:1 breaks ADR-001"}\n',
            "",
            id="shell: denied",
        ),
        pytest.param(
            RUNS, ASK, '{"permission":"ask","agent_message":"a.py:1 needs a person"}\n', "", id="shell: asked"
        ),
        pytest.param(RUNS, QUIET, "{}\n", "", id="shell: allowed"),
        pytest.param(RUNS, NOTE, '{"user_message":"a note"}\n', "", id="shell: a note"),
        pytest.param(WROTE, CONTEXT, '{"additional_context":"ADR-001 binds here"}\n', "", id="edited: advice"),
        pytest.param(
            STARTS,
            EVERYTHING,
            '{"user_message":"a note","additional_context":"ADR-001 binds here"}\n',
            "",
            id="start: context and a note",
        ),
        pytest.param(payload("beforeReadFile"), QUIET, "{}\n", "", id="something else: something"),
    ],
)
def test_an_answer_is_exactly_this(given: dict[str, Any], answer: Any, stdout: str, stderr: str) -> None:
    assert answered(given, answer) == (stdout, stderr, 0)


def test_wrong_types_are_no_trouble() -> None:
    found = heard(payload("stop", workspace_roots=[3], loop_count="many", status=None, cwd="/p"))
    assert found == event(STOP, "stop")
