"""GitHub Copilot: both forms of its events, and answers that hold for both."""

from __future__ import annotations

import json
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
    REPLACE,
    START,
    STOP,
    SUBAGENT_STOP,
    WRITE,
    Edit,
    Event,
    Replacement,
)

PATCHED = "*** Begin Patch\n*** Add File: a.py\n+x\n*** End Patch\n"


def camel(**more: Any) -> dict[str, Any]:
    return {"sessionId": "s1", "timestamp": 1767322145000, "cwd": "/p", **more}


def pascal(name: str, **more: Any) -> dict[str, Any]:
    return {"session_id": "s1", "timestamp": "2026-01-02T03:04:05Z", "cwd": "/p", "hook_event_name": name, **more}


def tool(name: str, arguments: Any) -> dict[str, Any]:
    return camel(toolName=name, toolArgs=json.dumps(arguments))


STOPS = camel(stopReason="end_turn", transcriptPath="/t")
STOPS_PASCAL = pascal("Stop", stop_hook_active=True, transcript_path="/t", stop_reason="end_turn")
CREATES = tool("create", {"path": "/p/a.py", "file_text": "x"})
CREATED = {**CREATES, "toolResult": {"resultType": "success", "textResultForLlm": "ok"}}
WRITES = pascal("PreToolUse", tool_name="Write", tool_input={"file_path": "/p/a.py", "content": "x"})
RUNS = tool("bash", {"command": "git commit -n", "description": "commits"})
STARTS = camel(source="new", initialPrompt="do it")


def event(kind: str, name: str, **more: Any) -> Event:
    return Event("copilot", kind, name, "/p", "s1").replace(**more)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        pytest.param(STOPS, event(STOP, "agentStop"), id="stop"),
        pytest.param(STOPS_PASCAL, event(STOP, "Stop", again=True), id="Stop"),
        pytest.param(
            camel(agentName="explore", stopReason="end_turn"),
            event(SUBAGENT_STOP, "subagentStop", subagent="explore"),
            id="subagent",
        ),
        pytest.param(STARTS, event(START, "sessionStart", source="startup"), id="start"),
        pytest.param(
            pascal("SessionStart", source="resume"), event(START, "SessionStart", source="resume"), id="Start"
        ),
        pytest.param(camel(prompt="p"), event(PROMPT, "userPromptSubmitted"), id="prompt"),
        pytest.param(camel(error={"message": "m"}), event(OTHER, ""), id="something else"),
        pytest.param(
            CREATES,
            event(BEFORE_EDIT, "preToolUse", tool="create", edits=(Edit(WRITE, "/p/a.py", "x"),)),
            id="create",
        ),
        pytest.param(
            CREATED,
            event(AFTER_EDIT, "postToolUse", tool="create", edits=(Edit(WRITE, "/p/a.py", "x"),)),
            id="created",
        ),
        pytest.param(
            WRITES,
            event(BEFORE_EDIT, "PreToolUse", tool="Write", edits=(Edit(WRITE, "/p/a.py", "x"),)),
            id="Write",
        ),
        pytest.param(
            tool("edit", {"path": "/p/a.py", "old_str": "x", "new_str": "y"}),
            event(
                BEFORE_EDIT,
                "preToolUse",
                tool="edit",
                edits=(Edit(REPLACE, "/p/a.py", replacements=(Replacement("x", "y"),)),),
            ),
            id="edit",
        ),
        pytest.param(
            camel(toolName="apply_patch", toolArgs=PATCHED),
            event(BEFORE_EDIT, "preToolUse", tool="apply_patch", edits=(Edit(PATCH, "", PATCHED),)),
            id="patch",
        ),
        pytest.param(
            camel(toolName="str_replace_editor", toolArgs={"command": "view", "path": "/p/a.py"}),
            event(OTHER, "preToolUse", tool="str_replace_editor"),
            id="an editor that looks",
        ),
        pytest.param(
            pascal(
                "PreToolUse",
                tool_name="multi_replace_string_in_file",
                tool_input={
                    "replacements": [
                        {"filePath": "/p/a.py", "oldString": "x", "newString": "y"},
                        {"filePath": "/p/b.py", "oldString": "x", "newString": "z"},
                    ]
                },
            ),
            event(
                BEFORE_EDIT,
                "PreToolUse",
                tool="multi_replace_string_in_file",
                edits=(
                    Edit(REPLACE, "/p/a.py", replacements=(Replacement("x", "y"),)),
                    Edit(REPLACE, "/p/b.py", replacements=(Replacement("x", "z"),)),
                ),
            ),
            id="several files at once, in VS Code",
        ),
        pytest.param(RUNS, event(BEFORE_SHELL, "preToolUse", tool="bash", command="git commit -n"), id="command"),
        pytest.param(tool("view", {"path": "/p"}), event(OTHER, "preToolUse", tool="view"), id="looking"),
    ],
)
def test_an_event_is_understood(given: dict[str, Any], expected: Event) -> None:
    assert recognised(given) == "copilot"
    assert heard(given) == expected
    assert heard(given, given="copilot") == expected
    assert heard(given, given="vscode") == expected
    assert heard(given, given="claude") == expected


HELD = '{"decision":"block","reason":"a.py:1 breaks ADR-001"}\n'


def denied(order: str, reason: str, more: str = "") -> str:
    flat = f'"permissionDecision":"{order}","permissionDecisionReason":"{reason}"'
    return "{" + flat + ',"hookSpecificOutput":{"hookEventName":"PreToolUse",' + flat + "}" + more + "}\n"


@pytest.mark.parametrize(
    ("given", "answer", "stdout"),
    [
        pytest.param(STOPS, BLOCK, HELD, id="stop: blocked"),
        pytest.param(STOPS_PASCAL, BLOCK_AND_NOTE, HELD, id="stop: blocked, and nothing beside"),
        pytest.param(STOPS, QUIET, "", id="stop: clean"),
        pytest.param(STOPS, NOTE, '{"systemMessage":"a note"}\n', id="stop: a note"),
        pytest.param(CREATES, BLOCK, denied("deny", "a.py:1 breaks ADR-001"), id="edit: denied"),
        pytest.param(WRITES, BLOCK, denied("deny", "a.py:1 breaks ADR-001"), id="Edit: denied"),
        pytest.param(RUNS, ASK, denied("ask", "a.py:1 needs a person"), id="shell: asked"),
        pytest.param(RUNS, QUIET, "", id="shell: allowed"),
        pytest.param(
            CREATED,
            CONTEXT,
            '{"additionalContext":"ADR-001 binds here",'
            '"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"ADR-001 binds here"}}\n',
            id="created: advice",
        ),
        pytest.param(
            STARTS,
            CONTEXT,
            '{"additionalContext":"ADR-001 binds here",'
            '"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"ADR-001 binds here"}}\n',
            id="start: context",
        ),
    ],
)
def test_an_answer_is_exactly_this(given: dict[str, Any], answer: Any, stdout: str) -> None:
    assert answered(given, answer) == (stdout, "", 0)
