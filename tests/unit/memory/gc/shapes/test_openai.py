from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from fakes.checking_trajectories import Keeper, items, slices, wrong_with

from adrguard.memory.gc.marks import mark_of
from adrguard.memory.gc.shapes.openai import OpenAI
from adrguard.memory.gc.shapes.responses import Responses

LONG = "\n".join(f"line {n} of what a tool said" for n in range(60))


def call(name: str, arguments: str, identity: str = "c") -> dict[str, Any]:
    return {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": identity, "type": "function", "function": {"name": name, "arguments": arguments}}],
    }


@pytest.mark.parametrize(
    ("message", "name", "arguments"),
    [
        pytest.param(call("bash", '{"command": "ls"}'), "bash", {"command": "ls"}, id="a function"),
        pytest.param(call("bash", '{"command": "l'), "bash", {"input": '{"command": "l'}, id="arguments cut off"),
        pytest.param(
            {"role": "assistant", "tool_calls": [{"id": "c", "custom": {"name": "apply_patch", "input": "*** Begin"}}]},
            "apply_patch",
            {"input": "*** Begin"},
            id="custom",
        ),
        pytest.param(
            {"role": "assistant", "function_call": {"name": "bash", "arguments": "{}"}}, "bash", {}, id="as it once was"
        ),
    ],
)
def test_tools_called(message: dict[str, Any], name: str, arguments: dict[str, Any]) -> None:
    (entry,) = OpenAI().entries([message])
    assert [(one.name, dict(one.arguments)) for one in entry.calls] == [(name, arguments)]


def test_system_messages_stay_first_and_byte_for_byte(tmp_path: Path) -> None:
    told = [
        {"role": "system", "content": LONG},
        {"role": "developer", "content": "x"},
        {"role": "user", "content": "go"},
    ]
    for number in range(40):
        told += [
            call("bash", '{"command": "ls"}', f"c{number}"),
            {"role": "tool", "tool_call_id": f"c{number}", "content": f"{number} {LONG}"},
        ]
    text = json.dumps(told)
    done = Keeper(tmp_path).collect(text, hot_window=2, context_window=1)
    assert slices(done.text)[:2] == slices(text)[:2]
    assert mark_of(items(done.text)[2]["content"])
    assert wrong_with(done.text, "openai") == []
    assert done.statistics.kept == 2


def test_a_function_of_old_keeps_its_answer(tmp_path: Path) -> None:
    told: list[dict[str, Any]] = [{"role": "user", "content": "go"}]
    for number in range(30):
        told += [
            {
                "role": "assistant",
                "content": None,
                "function_call": {"name": "bash", "arguments": f'{{"command": "ls {number}"}}'},
            }
        ]
        told += [{"role": "function", "name": "bash", "content": LONG}]
    done = Keeper(tmp_path).collect(json.dumps(told), hot_window=3, context_window=1)
    roles = [one["role"] for one in items(done.text)]
    assert roles[0] == "user"
    assert roles[1:] == ["assistant", "function"] * (len(roles) // 2)


@pytest.mark.parametrize(
    ("item", "called", "given"),
    [
        pytest.param(
            {"type": "local_shell_call", "call_id": "c", "action": {"command": ["bash", "-lc", "ls"]}},
            "local_shell",
            "",
            id="a shell",
        ),
        pytest.param(
            {"type": "custom_tool_call", "call_id": "c", "name": "apply_patch", "input": "*** Begin"},
            "apply_patch",
            "",
            id="a custom tool",
        ),
        pytest.param(
            {"type": "mcp_call", "id": "c", "name": "search", "arguments": "{}", "output": LONG},
            "search",
            LONG,
            id="a server's tool",
        ),
    ],
)
def test_items_of_a_response(item: dict[str, Any], called: str, given: str) -> None:
    (entry,) = Responses().entries([item])
    assert [one.name for one in entry.calls] == [called]
    assert "".join(one.text for one in entry.results) == given


def test_what_the_api_itself_gave_back_is_not_touched(tmp_path: Path) -> None:
    told = {"input": [{"type": "mcp_call", "id": "c", "name": "search", "arguments": "{}", "output": LONG}]}
    assert Keeper(tmp_path).collect(json.dumps(told), hot_window=0).text == json.dumps(told)


def test_an_output_of_blocks_keeps_its_images(tmp_path: Path) -> None:
    image = {"type": "input_image", "image_url": "data:image/png;base64,AAAA"}
    told = [
        {"type": "function_call", "call_id": "c", "name": "look", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "c", "output": [{"type": "input_text", "text": LONG}, image]},
    ]
    output = items(Keeper(tmp_path).collect(json.dumps(told), hot_window=0).text)[1]["output"]
    assert output[0]["type"] == "input_text"
    assert mark_of(output[0]["text"])
    assert output[1] == image
