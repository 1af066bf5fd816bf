"""OpenCode, by our own plugin: its events, and the exact bytes of the answers."""

from __future__ import annotations

from typing import Any

import pytest
from fakes.agents import ASK, BLOCK, BLOCK_AND_NOTE, CONTEXT, EVERYTHING, NOTE, QUIET, answered, heard, recognised

from adrguard.model.agents import (
    AFTER_EDIT,
    BEFORE_EDIT,
    BEFORE_SHELL,
    OTHER,
    PATCH,
    REPLACE,
    START,
    STOP,
    SUBAGENT_STOP,
    WRITE,
    Edit,
    Event,
    Replacement,
)


def payload(name: str, **more: Any) -> dict[str, Any]:
    return {"adrguard_agent": "opencode", "event": name, "cwd": "/p", "session": "s1", **more}


def before(tool: str, **arguments: Any) -> dict[str, Any]:
    return payload("tool.execute.before", tool=tool, args=arguments)


STOPS = payload("session.idle", again=False)
STARTS = payload("session.created")
WRITES = before("write", filePath="/p/a.py", content="x")
WROTE = {**WRITES, "event": "tool.execute.after"}
RUNS = before("bash", command="git commit -n", description="commits")


def event(kind: str, name: str, **more: Any) -> Event:
    return Event("opencode", kind, name, "/p", "s1").replace(**more)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        pytest.param(STOPS, event(STOP, "session.idle"), id="stop"),
        pytest.param({**STOPS, "again": True}, event(STOP, "session.idle", again=True), id="stop again"),
        pytest.param({**STOPS, "subagent": "a1"}, event(SUBAGENT_STOP, "session.idle", subagent="a1"), id="subagent"),
        pytest.param(STARTS, event(START, "session.created", source="startup"), id="start"),
        pytest.param(payload("session.error"), event(OTHER, "session.error"), id="something else"),
        pytest.param(
            WRITES,
            event(BEFORE_EDIT, "tool.execute.before", tool="write", edits=(Edit(WRITE, "/p/a.py", "x"),)),
            id="write",
        ),
        pytest.param(
            before("edit", filePath="/p/a.py", oldString="x", newString="y", replaceAll=True),
            event(
                BEFORE_EDIT,
                "tool.execute.before",
                tool="edit",
                edits=(Edit(REPLACE, "/p/a.py", replacements=(Replacement("x", "y", True),)),),
            ),
            id="edit",
        ),
        pytest.param(
            before("patch", patchText="*** Begin Patch\n"),
            event(BEFORE_EDIT, "tool.execute.before", tool="patch", edits=(Edit(PATCH, "", "*** Begin Patch\n"),)),
            id="patch",
        ),
        pytest.param(
            WROTE,
            event(AFTER_EDIT, "tool.execute.after", tool="write", edits=(Edit(WRITE, "/p/a.py", "x"),)),
            id="written",
        ),
        pytest.param(
            RUNS, event(BEFORE_SHELL, "tool.execute.before", tool="bash", command="git commit -n"), id="command"
        ),
    ],
)
def test_an_event_is_understood(given: dict[str, Any], expected: Event) -> None:
    assert recognised(given) == "opencode"
    assert heard(given) == expected
    assert heard(given, given="opencode") == expected


@pytest.mark.parametrize(
    ("given", "answer", "stdout"),
    [
        pytest.param(STOPS, BLOCK, '{"block":true,"reason":"a.py:1 breaks ADR-001"}\n', id="stop: goes on"),
        pytest.param(
            WRITES,
            BLOCK_AND_NOTE,
            '{"block":true,"reason":"a.py:1 breaks ADR-001","note":"a note"}\n',
            id="write: blocked",
        ),
        pytest.param(RUNS, ASK, '{"block":true,"reason":"a.py:1 needs a person"}\n', id="shell: cannot ask"),
        pytest.param(STOPS, QUIET, "", id="stop: clean"),
        pytest.param(STOPS, NOTE, '{"note":"a note"}\n', id="stop: a note"),
        pytest.param(WROTE, CONTEXT, '{"context":"ADR-001 binds here"}\n', id="written: advice"),
        pytest.param(STARTS, EVERYTHING, '{"context":"ADR-001 binds here","note":"a note"}\n', id="start: both"),
    ],
)
def test_an_answer_is_exactly_this(given: dict[str, Any], answer: Any, stdout: str) -> None:
    assert answered(given, answer) == (stdout, "", 0)
