"""Windsurf's Cascade: the one agent that hears of a block by an exit code."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from fakes.agents import ASK, BLOCK, BLOCK_AND_NOTE, CONTEXT, NOTE, NOTHING, QUIET, answered, heard, recognised

from adrguard.model.agents import (
    AFTER_EDIT,
    BEFORE_EDIT,
    BEFORE_SHELL,
    OTHER,
    PROMPT,
    REPLACE,
    Edit,
    Event,
    Replacement,
)


def payload(name: str, **info: Any) -> dict[str, Any]:
    return {
        "agent_action_name": name,
        "trajectory_id": "t1",
        "execution_id": "e1",
        "timestamp": "2026-01-02T03:04:05Z",
        "tool_info": info,
    }


RUNS = payload("pre_run_command", command_line="git commit -n", cwd="/p")
WRITES = payload("pre_write_code", file_path="a.py", edits=[{"old_string": "x", "new_string": "y"}])
WROTE = {**WRITES, "agent_action_name": "post_write_code"}
EDIT = Edit(REPLACE, "a.py", replacements=(Replacement("x", "y"),))


def event(kind: str, name: str, **more: Any) -> Event:
    return Event("windsurf", kind, name, str(Path.cwd()), "t1", "e1").replace(**more)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        pytest.param(
            RUNS,
            event(BEFORE_SHELL, "pre_run_command", cwd="/p", tool="shell", command="git commit -n"),
            id="command",
        ),
        pytest.param(WRITES, event(BEFORE_EDIT, "pre_write_code", tool="edit", edits=(EDIT,)), id="write"),
        pytest.param(WROTE, event(AFTER_EDIT, "post_write_code", tool="edit", edits=(EDIT,)), id="written"),
        pytest.param(payload("pre_user_prompt", user_prompt="p"), event(PROMPT, "pre_user_prompt"), id="prompt"),
        pytest.param(
            payload("post_cascade_response", response="r"), event(OTHER, "post_cascade_response"), id="response"
        ),
    ],
)
def test_an_event_is_understood(given: dict[str, Any], expected: Event) -> None:
    assert recognised(given) == "windsurf"
    assert heard(given) == expected
    assert heard(given, given="windsurf") == expected


def test_a_file_tells_the_folder_also_where_it_is_to_be_made(tmp_path: Path) -> None:
    found = heard(payload("pre_write_code", file_path=str(tmp_path / "new/deep/a.py"), edits=[{"new_string": "x"}]))
    assert found is not None
    assert found.cwd == str(tmp_path)


@pytest.mark.parametrize(
    ("given", "answer", "expected"),
    [
        pytest.param(WRITES, BLOCK, ("", "a.py:1 breaks ADR-001\n", 2), id="write: blocked"),
        pytest.param(WRITES, BLOCK_AND_NOTE, ("", "a.py:1 breaks ADR-001\n", 2), id="write: blocked, no note"),
        pytest.param(RUNS, ASK, ("", "a.py:1 needs a person\n", 2), id="command: cannot ask"),
        pytest.param(RUNS, QUIET, NOTHING, id="command: allowed"),
        pytest.param(RUNS, NOTE, ("", "a note\n", 0), id="command: a note is no block"),
        pytest.param(WROTE, CONTEXT, ("", "ADR-001 binds here\n", 0), id="written: advice"),
        pytest.param(WROTE, BLOCK, ("", "a.py:1 breaks ADR-001\n", 0), id="written: what is done cannot be blocked"),
        pytest.param(payload("post_cascade_response"), NOTE, ("", "a note\n", 0), id="response: a note"),
    ],
)
def test_an_answer_is_exactly_this(given: dict[str, Any], answer: Any, expected: tuple[str, str, int]) -> None:
    assert answered(given, answer) == expected
