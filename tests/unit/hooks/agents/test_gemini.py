"""Gemini CLI: its events, and the exact bytes of the answers."""

from __future__ import annotations

from typing import Any

import pytest
from fakes.agents import ASK, BLOCK, BLOCK_AND_NOTE, CONTEXT, NOTE, QUIET, answered, heard, recognised

from adrguard.model.agents import (
    AFTER_EDIT,
    BEFORE_EDIT,
    BEFORE_SHELL,
    OTHER,
    PROMPT,
    REPLACE,
    START,
    STOP,
    WRITE,
    Edit,
    Event,
    Replacement,
)

ENVIRON = {"GEMINI_SESSION_ID": "s1"}


def payload(name: str, **more: Any) -> dict[str, Any]:
    return {
        "session_id": "s1",
        "transcript_path": "/t.json",
        "cwd": "/p",
        "hook_event_name": name,
        "timestamp": "2026-01-02T03:04:05.678Z",
        **more,
    }


def before(tool: str, **arguments: Any) -> dict[str, Any]:
    return payload("BeforeTool", tool_name=tool, tool_input=arguments)


STOPS = payload("AfterAgent", prompt="p", prompt_response="Done.", stop_hook_active=False)
STARTS = payload("SessionStart", source="startup")
WRITES = before("write_file", file_path="/p/a.py", content="x")
WROTE = {**WRITES, "hook_event_name": "AfterTool", "tool_response": {"llmContent": "ok", "returnDisplay": "ok"}}
RUNS = before("run_shell_command", command="git commit -n")


def event(kind: str, name: str, **more: Any) -> Event:
    return Event("gemini", kind, name, "/p", "s1").replace(**more)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        pytest.param(STOPS, event(STOP, "AfterAgent"), id="stop"),
        pytest.param({**STOPS, "stop_hook_active": True}, event(STOP, "AfterAgent", again=True), id="stop again"),
        pytest.param(STARTS, event(START, "SessionStart", source="startup"), id="start"),
        pytest.param(payload("BeforeAgent", prompt="p"), event(PROMPT, "BeforeAgent"), id="prompt"),
        pytest.param(payload("BeforeModel"), event(OTHER, "BeforeModel"), id="something else"),
        pytest.param(
            WRITES,
            event(BEFORE_EDIT, "BeforeTool", tool="write_file", edits=(Edit(WRITE, "/p/a.py", "x"),)),
            id="write",
        ),
        pytest.param(
            before(
                "replace",
                file_path="/p/a.py",
                instruction="i",
                old_string="x",
                new_string="y",
                expected_replacements=2,
            ),
            event(
                BEFORE_EDIT,
                "BeforeTool",
                tool="replace",
                edits=(Edit(REPLACE, "/p/a.py", replacements=(Replacement("x", "y", True),)),),
            ),
            id="replace",
        ),
        pytest.param(
            RUNS, event(BEFORE_SHELL, "BeforeTool", tool="run_shell_command", command="git commit -n"), id="command"
        ),
        pytest.param(
            WROTE,
            event(AFTER_EDIT, "AfterTool", tool="write_file", edits=(Edit(WRITE, "/p/a.py", "x"),)),
            id="written",
        ),
    ],
)
def test_an_event_is_understood(given: dict[str, Any], expected: Event) -> None:
    assert recognised(given, ENVIRON) == "gemini"
    assert heard(given, environ=ENVIRON) == expected
    assert heard(given, given="gemini") == expected


HELD = '{"decision":"block","reason":"a.py:1 breaks ADR-001"}\n'


@pytest.mark.parametrize(
    ("given", "answer", "stdout"),
    [
        pytest.param(STOPS, BLOCK, HELD, id="stop: blocked"),
        pytest.param(STOPS, BLOCK_AND_NOTE, HELD, id="stop: blocked, and nothing beside"),
        pytest.param(STOPS, QUIET, "", id="stop: clean"),
        pytest.param(STOPS, CONTEXT, "", id="stop: no context"),
        pytest.param(STOPS, NOTE, '{"systemMessage":"a note"}\n', id="stop: a note"),
        pytest.param(WRITES, BLOCK, '{"decision":"deny","reason":"a.py:1 breaks ADR-001"}\n', id="edit: denied"),
        pytest.param(
            WRITES,
            BLOCK_AND_NOTE,
            '{"decision":"deny","reason":"a.py:1 breaks ADR-001","systemMessage":"a note"}\n',
            id="edit: denied, with a note",
        ),
        pytest.param(RUNS, ASK, '{"decision":"deny","reason":"a.py:1 needs a person"}\n', id="shell: cannot ask"),
        pytest.param(RUNS, QUIET, "", id="shell: allowed"),
        pytest.param(
            WROTE,
            CONTEXT,
            '{"hookSpecificOutput":{"hookEventName":"AfterTool","additionalContext":"ADR-001 binds here"}}\n',
            id="written: advice",
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
    assert answered(given, answer, environ=ENVIRON) == (stdout, "", 0)
