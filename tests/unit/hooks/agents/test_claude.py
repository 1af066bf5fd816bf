"""Claude Code: its events, and the exact bytes of the answers."""

from __future__ import annotations

import json
from typing import Any

import pytest
from fakes.agents import (
    ASK,
    BLOCK,
    BLOCK_AND_NOTE,
    CONTEXT,
    EVERYTHING,
    NOTE,
    NOTHING,
    QUIET,
    answered,
    heard,
    recognised,
)

from adrguard.hooks import agents
from adrguard.model.agents import (
    AFTER_EDIT,
    BEFORE_EDIT,
    BEFORE_SHELL,
    NOTEBOOK,
    OTHER,
    PROMPT,
    REPLACE,
    START,
    STOP,
    SUBAGENT_STOP,
    WRITE,
    Answer,
    Edit,
    Event,
    Replacement,
)

SESSION = "6e0dd4a3-0000-4000-8000-000000000001"
PROMPT_ID = "6e0dd4a3-0000-4000-8000-000000000002"


def payload(name: str, **more: Any) -> dict[str, Any]:
    base = {
        "session_id": SESSION,
        "transcript_path": "/home/x/.claude/projects/p/t.jsonl",
        "cwd": "/p/sub",
        "hook_event_name": name,
        "prompt_id": PROMPT_ID,
        "permission_mode": "default",
        "effort": {"level": "medium"},
    }
    return {**base, **more}


def before(tool: str, **arguments: Any) -> dict[str, Any]:
    return payload("PreToolUse", tool_name=tool, tool_input=arguments, tool_use_id="toolu_1")


STOPS = payload("Stop", stop_hook_active=False, last_assistant_message="Done.", background_tasks=[], session_crons=[])
STOPS_AGAIN = {**STOPS, "stop_hook_active": True}
SUB_STOPS = payload(
    "SubagentStop",
    stop_hook_active=False,
    agent_id="a1",
    agent_type="general-purpose",
    agent_transcript_path="/t.jsonl",
    cwd="/p/.claude/worktrees/agent-a1",
)
STARTS = {
    "session_id": SESSION,
    "transcript_path": "/t.jsonl",
    "cwd": "/p",
    "hook_event_name": "SessionStart",
    "source": "resume",
    "model": "claude-opus-4",
}
WRITES = before("Write", file_path="/p/a.py", content="x = 1\n")
WROTE = {**WRITES, "hook_event_name": "PostToolUse", "tool_response": {"type": "create"}, "duration_ms": 3}
RUNS = before("Bash", command="git commit -n", description="commits")


def event(kind: str, name: str, **more: Any) -> Event:
    return Event("claude", kind, name, "/p/sub", SESSION, PROMPT_ID).replace(**more)


def edited(tool: str, *edits: Edit) -> Event:
    return event(BEFORE_EDIT, "PreToolUse", tool=tool, edits=edits)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        pytest.param(STOPS, event(STOP, "Stop"), id="stop"),
        pytest.param(STOPS_AGAIN, event(STOP, "Stop", again=True), id="stop again"),
        pytest.param(
            SUB_STOPS,
            event(SUBAGENT_STOP, "SubagentStop", subagent="a1", cwd="/p/.claude/worktrees/agent-a1"),
            id="a subagent in a worktree of its own",
        ),
        pytest.param(STARTS, event(START, "SessionStart", turn="", cwd="/p", source="resume"), id="start"),
        pytest.param(payload("UserPromptSubmit", prompt="do it"), event(PROMPT, "UserPromptSubmit"), id="prompt"),
        pytest.param(payload("PreCompact", trigger="auto"), event(OTHER, "PreCompact"), id="something else"),
        pytest.param(payload("NotYetInvented"), event(OTHER, "NotYetInvented"), id="an event nobody knows"),
        pytest.param(WRITES, edited("Write", Edit(WRITE, "/p/a.py", "x = 1\n")), id="write"),
        pytest.param(
            before("Write", file_path="/p/a.py", content=""),
            edited("Write", Edit(WRITE, "/p/a.py")),
            id="write nothing",
        ),
        pytest.param(
            before("Edit", file_path="/p/a.py", old_string="x", new_string="y", replace_all=True),
            edited("Edit", Edit(REPLACE, "/p/a.py", replacements=(Replacement("x", "y", True),))),
            id="edit every",
        ),
        pytest.param(
            before("Edit", file_path="/p/new.py", old_string="", new_string="y", replace_all=False),
            edited("Edit", Edit(WRITE, "/p/new.py", "y")),
            id="edit that makes a file",
        ),
        pytest.param(
            before(
                "MultiEdit",
                file_path="/p/a.py",
                edits=[
                    {"old_string": "x", "new_string": "y"},
                    {"old_string": "z", "new_string": "", "replace_all": True},
                ],
            ),
            edited(
                "MultiEdit",
                Edit(REPLACE, "/p/a.py", replacements=(Replacement("x", "y"), Replacement("z", "", True))),
            ),
            id="several edits of older versions",
        ),
        pytest.param(
            before("NotebookEdit", notebook_path="/p/n.ipynb", cell_id="c3", new_source="x", cell_type="code"),
            edited("NotebookEdit", Edit(NOTEBOOK, "/p/n.ipynb", "x", cell="c3")),
            id="cell",
        ),
        pytest.param(
            before("NotebookEdit", notebook_path="/p/n.ipynb", cell_id="c3", new_source="x", edit_mode="insert"),
            edited("NotebookEdit", Edit(NOTEBOOK, "/p/n.ipynb", "x", mode="insert")),
            id="new cell",
        ),
        pytest.param(RUNS, event(BEFORE_SHELL, "PreToolUse", tool="Bash", command="git commit -n"), id="a command"),
        pytest.param(
            before("PowerShell", command="git commit -n"),
            event(BEFORE_SHELL, "PreToolUse", tool="PowerShell", command="git commit -n"),
            id="a command of PowerShell",
        ),
        pytest.param(
            {**RUNS, "hook_event_name": "PostToolUse"},
            event(OTHER, "PostToolUse", tool="Bash", command="git commit -n"),
            id="a command that has run",
        ),
        pytest.param(before("Read", file_path="/p/a.py"), event(OTHER, "PreToolUse", tool="Read"), id="reading"),
        pytest.param(
            before("mcp__files__write", path="a"), event(OTHER, "PreToolUse", tool="mcp__files__write"), id="MCP"
        ),
        pytest.param(
            {**WRITES, "agent_id": "a1", "agent_type": "general-purpose"},
            edited("Write", Edit(WRITE, "/p/a.py", "x = 1\n")).replace(subagent="a1"),
            id="within a subagent",
        ),
        pytest.param(
            WROTE,
            event(AFTER_EDIT, "PostToolUse", tool="Write", edits=(Edit(WRITE, "/p/a.py", "x = 1\n"),)),
            id="written",
        ),
    ],
)
def test_an_event_is_understood(given: dict[str, Any], expected: Event) -> None:
    assert heard(given) == expected
    assert heard(given, given="claude") == expected


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        pytest.param(payload("Stop", session_id=7, prompt_id=["x"], stop_hook_active="yes"), STOP, id="stop"),
        pytest.param(payload("PreToolUse", tool_name=None, tool_input=[1]), OTHER, id="no tool"),
        pytest.param(payload("PreToolUse", tool_name="Write", tool_input="text"), OTHER, id="input is a text"),
        pytest.param(before("Write", file_path=["a"], content="x"), OTHER, id="path is a list"),
        pytest.param(before("Write", file_path="a", content={"x": 1}), BEFORE_EDIT, id="content is an object"),
        pytest.param(before("MultiEdit", file_path="a", edits=["x", None, 3]), OTHER, id="edits are no objects"),
        pytest.param(before("Bash", command=None), OTHER, id="no command"),
        pytest.param(before("Bash", command=["git", "commit", "-n"]), BEFORE_SHELL, id="command is a list"),
        pytest.param(payload("PreToolUse"), OTHER, id="nothing of a tool"),
    ],
)
def test_wrong_types_are_no_trouble(given: dict[str, Any], expected: str) -> None:
    found = heard(given)
    assert found is not None
    assert found.kind == expected


DENY = (
    '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny",'
    '"permissionDecisionReason":"a.py:1 breaks ADR-001"}'
)
HELD = '{"decision":"block","reason":"a.py:1 breaks ADR-001"}\n'


@pytest.mark.parametrize(
    ("given", "answer", "stdout"),
    [
        pytest.param(STOPS, BLOCK, HELD, id="stop: blocked"),
        pytest.param(STOPS, BLOCK_AND_NOTE, HELD, id="stop: blocked, and nothing beside"),
        pytest.param(
            STOPS, ASK, '{"decision":"block","reason":"a.py:1 needs a person"}\n', id="stop: a person is needed"
        ),
        pytest.param(STOPS, QUIET, "", id="stop: clean"),
        pytest.param(STOPS, NOTE, '{"systemMessage":"a note"}\n', id="stop: a note"),
        pytest.param(STOPS, CONTEXT, "", id="stop: context would have it go on"),
        pytest.param(SUB_STOPS, BLOCK, HELD, id="subagent: blocked"),
        pytest.param(WRITES, BLOCK, DENY + "}\n", id="edit: denied"),
        pytest.param(WRITES, BLOCK_AND_NOTE, DENY + ',"systemMessage":"a note"}\n', id="edit: denied, with a note"),
        pytest.param(WRITES, QUIET, "", id="edit: allowed"),
        pytest.param(WRITES, NOTE, '{"systemMessage":"a note"}\n', id="edit: a note"),
        pytest.param(RUNS, BLOCK, DENY + "}\n", id="shell: denied"),
        pytest.param(
            RUNS,
            ASK,
            '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask",'
            '"permissionDecisionReason":"a.py:1 needs a person"}}\n',
            id="shell: asked",
        ),
        pytest.param(
            WROTE,
            CONTEXT,
            '{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"ADR-001 binds here"}}\n',
            id="written: advice",
        ),
        pytest.param(
            STARTS,
            EVERYTHING,
            '{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"ADR-001 binds here"},'
            '"systemMessage":"a note"}\n',
            id="start: context and a note",
        ),
        pytest.param(payload("PreCompact"), CONTEXT, "", id="something else: nothing"),
    ],
)
def test_an_answer_is_exactly_this(given: dict[str, Any], answer: Any, stdout: str) -> None:
    assert answered(given, answer) == (stdout, "", 0)


def test_what_a_strict_reader_of_json_refuses_is_not_written() -> None:
    said = answered(STOPS, BLOCK.replace(reason='caf\udce9.py "quoted"\n\x1b[31m \U0001f600'))
    assert said[0] == '{"decision":"block","reason":"caf?.py \\"quoted\\"\\n\\u001b[31m \\ud83d\\ude00"}\n'


@pytest.mark.parametrize("given", [STOPS, SUB_STOPS, STARTS, WRITES, WROTE, RUNS])
def test_its_payloads_are_its_own(given: dict[str, Any]) -> None:
    assert recognised(given) == "claude"


def test_nothing_is_nothing() -> None:
    assert answered(payload("Notification"), QUIET) == NOTHING


def test_a_prompt_gets_its_context_as_a_start_does() -> None:
    said = agents.load("claude").encode(event(PROMPT, "UserPromptSubmit"), Answer(context="what binds"))
    assert json.loads(said.stdout) == {
        "hookSpecificOutput": {"hookEventName": "UserPromptSubmit", "additionalContext": "what binds"}
    }
