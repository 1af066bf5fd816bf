"""The registry of tools, and the contract that each of them keeps word for word."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from adrguard.mcp_server.toolsets import TOOLSETS, tools
from adrguard.model.errors import UsageError

ROOT = Path(__file__).parents[3]
CONTRACT = json.loads((ROOT / "tests" / "golden" / "mcp_contract.json").read_text(encoding="utf-8"))


def names(*args: object, **options: object) -> list[str]:
    return [one.name for one in tools(*args, **options)]


def test_the_tools_are_those_of_the_contract_in_its_order() -> None:
    assert names() == [one["name"] for one in CONTRACT["tools"]]


@pytest.mark.parametrize("tool", tools(), ids=lambda tool: tool.name)
def test_a_tool_says_word_for_word_what_the_contract_says(tool) -> None:
    (agreed,) = [one for one in CONTRACT["tools"] if one["name"] == tool.name]
    assert {"name": tool.name, "description": tool.description, "inputSchema": tool.takes} == agreed


@pytest.mark.parametrize("tool", tools(), ids=lambda tool: tool.name)
def test_schemas_are_valid(tool) -> None:
    for schema in (tool.takes, tool.gives or {"type": "object"}):
        jsonschema.Draft202012Validator.check_schema(schema)
        assert schema["type"] == "object"


@pytest.mark.parametrize("tool", tools(), ids=lambda tool: tool.name)
def test_every_argument_is_one_of_the_function(tool) -> None:
    code = tool.call.__code__
    taken = code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]
    assert set(taken) == set(tool.takes["properties"])


@pytest.mark.parametrize("page", ["README.md", "hooks/claude-plugin/README.md"])
def test_each_is_told_of(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    assert [name for name in names() if f"`{name}`" not in text] == []


def test_a_sidecar_has_all_but_what_its_agent_brings() -> None:
    assert names(sidecar=True) == [name for name in names() if name not in CONTRACT["sidecar_lacks"]]


def test_sets_are_chosen_by_name_and_listed_in_one_order() -> None:
    assert names(["guard"]) == ["guard_check"]
    assert names(["context", "guard", "memory"]) == names(["memory", "guard", "context"]) == names()
    assert names(["guard", "memory"]) == names(sidecar=True)
    assert list(TOOLSETS) == ["memory", "guard", "context"]


def test_a_set_that_is_not_there_is_refused_with_those_that_are() -> None:
    with pytest.raises(UsageError) as raised:
        tools(["gard"])
    assert "gard" in raised.value.message
    assert "guard: " in raised.value.hint
