"""Cline: its events, and the exact bytes of the answers; it always gets some."""

from __future__ import annotations

from typing import Any

import pytest
from fakes.agents import ASK, BLOCK, CONTEXT, NOTE, QUIET, answered, heard, recognised

from adrguard.model.agents import (
    AFTER_EDIT,
    BEFORE_EDIT,
    BEFORE_SHELL,
    OTHER,
    PROMPT,
    REPLACE,
    START,
    STOP,
    UNKNOWN,
    WRITE,
    Edit,
    Event,
    Replacement,
)

DIFF = "------- SEARCH\nx\n=======\ny\nz\n+++++++ REPLACE\n\n------- SEARCH\nb\n=======\n+++++++ REPLACE\n"


def payload(name: str, **more: Any) -> dict[str, Any]:
    return {
        "clineVersion": "3.40.0",
        "hookName": name,
        "timestamp": "1767322145000",
        "taskId": "t1",
        "workspaceRoots": ["/p"],
        "userId": "u",
        **more,
    }


def before(tool: str, **parameters: Any) -> dict[str, Any]:
    return payload("PreToolUse", preToolUse={"toolName": tool, "parameters": parameters})


WRITES = before("write_to_file", path="a.py", content="x")
WROTE = payload(
    "PostToolUse",
    postToolUse={
        "toolName": "write_to_file",
        "parameters": {"path": "a.py", "content": "x"},
        "result": "ok",
        "success": True,
        "executionTimeMs": 3,
    },
)
RUNS = before("execute_command", command="git commit -n", requires_approval="false")
ENDS = payload("TaskComplete", taskComplete={"taskMetadata": {}})
STARTS = payload("TaskStart", taskStart={"taskMetadata": {}})


def event(kind: str, name: str, **more: Any) -> Event:
    return Event("cline", kind, name, "/p", "t1").replace(**more)


def edited(tool: str, *edits: Edit) -> Event:
    return event(BEFORE_EDIT, "PreToolUse", tool=tool, edits=edits)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        pytest.param(WRITES, edited("write_to_file", Edit(WRITE, "a.py", "x")), id="write"),
        pytest.param(
            before("replace_in_file", path="a.py", diff=DIFF),
            edited(
                "replace_in_file",
                Edit(REPLACE, "a.py", replacements=(Replacement("x\n", "y\nz\n"), Replacement("b\n", ""))),
            ),
            id="replace",
        ),
        pytest.param(
            before("replace_in_file", path="a.py", diff="<<<<<<< SEARCH\n=======\nall\n>>>>>>> REPLACE"),
            edited("replace_in_file", Edit(WRITE, "a.py", "all\n")),
            id="replace all, older marks",
        ),
        pytest.param(
            before("replace_in_file", path="a.py", diff="what?"),
            edited("replace_in_file", Edit(UNKNOWN, "a.py")),
            id="replace something",
        ),
        pytest.param(
            WROTE,
            event(AFTER_EDIT, "PostToolUse", tool="write_to_file", edits=(Edit(WRITE, "a.py", "x"),)),
            id="written",
        ),
        pytest.param(
            RUNS, event(BEFORE_SHELL, "PreToolUse", tool="execute_command", command="git commit -n"), id="command"
        ),
        pytest.param(STARTS, event(START, "TaskStart", source="startup"), id="start"),
        pytest.param(payload("TaskResume"), event(START, "TaskResume", source="resume"), id="resume"),
        pytest.param(ENDS, event(STOP, "TaskComplete"), id="end"),
        pytest.param(payload("UserPromptSubmit"), event(PROMPT, "UserPromptSubmit"), id="prompt"),
        pytest.param(payload("TaskCancel"), event(OTHER, "TaskCancel"), id="cancel"),
    ],
)
def test_an_event_is_understood(given: dict[str, Any], expected: Event) -> None:
    assert recognised(given) == "cline"
    assert heard(given) == expected
    assert heard(given, given="cline") == expected


@pytest.mark.parametrize(
    ("given", "answer", "stdout", "stderr"),
    [
        pytest.param(
            WRITES, BLOCK, '{"cancel":true,"errorMessage":"a.py:1 breaks ADR-001"}\n', "", id="write: blocked"
        ),
        pytest.param(RUNS, ASK, '{"cancel":true,"errorMessage":"a.py:1 needs a person"}\n', "", id="cannot ask"),
        pytest.param(WRITES, QUIET, '{"cancel":false}\n', "", id="write: allowed"),
        pytest.param(WRITES, NOTE, '{"cancel":false}\n', "a note\n", id="write: a note"),
        pytest.param(
            WROTE, CONTEXT, '{"cancel":false,"contextModification":"ADR-001 binds here"}\n', "", id="written: advice"
        ),
        pytest.param(
            STARTS, CONTEXT, '{"cancel":false,"contextModification":"ADR-001 binds here"}\n', "", id="start: context"
        ),
        pytest.param(ENDS, BLOCK, '{"cancel":true,"errorMessage":"a.py:1 breaks ADR-001"}\n', "", id="end: told"),
        pytest.param(ENDS, QUIET, '{"cancel":false}\n', "", id="end: clean"),
        pytest.param(payload("TaskCancel"), QUIET, '{"cancel":false}\n', "", id="something else: something"),
    ],
)
def test_an_answer_is_exactly_this(given: dict[str, Any], answer: Any, stdout: str, stderr: str) -> None:
    assert answered(given, answer) == (stdout, stderr, 0)
