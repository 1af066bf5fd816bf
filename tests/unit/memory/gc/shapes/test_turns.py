"""The seed's session says only that there are turns: each of the ways in which these are written is understood."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from fakes.checking_trajectories import Keeper, items

from adrguard.memory.gc.marks import mark_of
from adrguard.memory.gc.shapes.turns import Turns

LONG = "\n".join(f"line {n} of what a tool said" for n in range(60))
CASES = [
    pytest.param({"role": "tool", "tool_name": "bash", "content": LONG}, ["content"], id="a tool's message"),
    pytest.param(
        {"role": "tool", "content": [{"type": "text", "text": LONG}]}, ["content", 0, "text"], id="in blocks of text"
    ),
    pytest.param(
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t", "content": LONG}]},
        ["content", 0, "content"],
        id="Anthropic's",
    ),
    pytest.param(
        {"user": "go", "assistant": "ok", "tool_calls": [{"name": "bash", "args": {"command": "x"}, "result": LONG}]},
        ["tool_calls", 0, "result"],
        id="an exchange",
    ),
    pytest.param(
        {"role": "assistant", "tool_calls": [{"function": {"name": "bash", "arguments": "{}"}, "output": LONG}]},
        ["tool_calls", 0, "output"],
        id="OpenAI's call",
    ),
    pytest.param(
        {"role": "assistant", "tool_calls": [{"name": "b", "output": {"stdout": LONG, "exit_code": 1}}]},
        ["tool_calls", 0, "output", "stdout"],
        id="deeper",
    ),
    pytest.param(
        {"role": "assistant", "content": "x", "tool_outputs": [LONG]}, ["tool_outputs", 0], id="texts in a list"
    ),
    pytest.param(
        {"role": "assistant", "content": "x", "tool_results": [{"name": "b", "output": LONG}]},
        ["tool_results", 0, "output"],
        id="results in a list",
    ),
    pytest.param({"turn_id": 3, "content": "x", "tool_output": LONG}, ["tool_output"], id="an output beside"),
    pytest.param({"tool": "bash", "input": {"command": "x"}, "output": LONG}, ["output"], id="one tool a turn"),
    pytest.param({"type": "tool_result", "output": LONG}, ["output"], id="by its type"),
]


def at(value: Any, path: list[Any]) -> Any:
    for key in path:
        value = value[key]
    return value


@pytest.mark.parametrize(("turn", "path"), CASES)
def test_an_output_is_folded_where_it_stands(tmp_path: Path, turn: dict[str, Any], path: list[Any]) -> None:
    keeper = Keeper(tmp_path)
    text = json.dumps({"session_id": "s", "turns": [turn]})
    done = keeper.collect(text, hot_window=0)
    (new,) = items(done.text)
    mark = mark_of(at(new, path))
    assert mark
    assert keeper.content(mark.node) == LONG
    assert new.keys() == turn.keys()
    assert keeper.collect(done.text, hot_window=0).text == done.text


def test_what_an_exchange_says() -> None:
    turn = {
        "prompt": "mend it",
        "response": "Decision: so",
        "tools": [{"tool": "edit_file", "input": {"path": "a.py"}, "output": "ok", "success": True}],
    }
    (entry,) = Turns().entries([turn])
    assert entry.asks
    assert entry.text == "mend it\nDecision: so"
    assert [(call.name, dict(call.arguments)) for call in entry.calls] == [("edit_file", {"path": "a.py"})]
    assert [(result.text, result.failed) for result in entry.results] == [("ok", False)]


@pytest.mark.parametrize(
    ("given", "failed", "code"),
    [
        ({"output": "x", "exit_code": 2}, False, 2),
        ({"output": "x", "is_error": True}, True, None),
        ({"output": "x", "status": "error"}, True, None),
        ({"error": "boom"}, True, None),
    ],
)
def test_how_a_call_went(given: dict[str, Any], failed: bool, code: int | None) -> None:
    (entry,) = Turns().entries([{"role": "assistant", "tool_calls": [{"name": "bash", **given}]}])
    assert [(one.failed, one.code) for one in entry.results] == [(failed, code)]


def test_a_turn_is_what_the_session_calls_one_and_the_digest_is_numbered_as_they_are(tmp_path: Path) -> None:
    turns = [{"turn": n, "role": ("assistant", "tool")[n % 2], "content": f"{n} {LONG * (n % 2)}"} for n in range(60)]
    done = Keeper(tmp_path).collect(json.dumps({"session_id": "s", "turns": turns}), hot_window=5)
    assert done.statistics.turns == 60
    left = items(done.text)
    assert left[-5:] == turns[-5:]
    assert left[0]["turn"] == done.statistics.digested - 1
    assert json.loads(done.text)["session_id"] == "s"
