"""What the protocol sees of tools, resources and prompts: the SDK's client and our server in one process."""

# ruff: noqa: E402 -- what needs the SDK is imported where it is known to be there

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

mcp = pytest.importorskip("mcp", reason="the extra adrguard[mcp] is not installed")

from fakes.guarding import NO_STAR, decide
from fakes.serving import MODES, desk

from adrguard import __version__
from adrguard.mcp_server.server import MOST_INSTRUCTIONS, instructions, make
from adrguard.mcp_server.tool import Answer, Tool
from adrguard.mcp_server.toolsets import tools
from adrguard.model.errors import GitError

GOLDEN = Path(__file__).parents[2] / "golden" / "mcp_tools.json"


@pytest.fixture(params=MODES)
def talk(request, repo):
    """Say something to a server of the repository, by a client of either era."""
    decide(repo, NO_STAR, "- Say why a query is slow.")
    repo.commit()

    def talk(say, chosen=None):
        async def conversation():
            async with mcp.Client(make(desk(repo), chosen or tools()), mode=request.param) as client:
                return await say(client)

        return asyncio.run(conversation())

    return talk


def test_the_server_says_who_it_is_and_when_to_call_what(talk) -> None:
    async def say(client):
        return client.server_info, client.instructions, client.protocol_version

    info, told, version = talk(say)
    assert version in ("2025-11-25", "2026-07-28")
    assert (info.name, info.title, info.version) == ("adrguard", "Living ADR Guard", __version__)
    assert "guard_check: before you say that a change is done" in told


def test_instructions_fit_what_clients_show_and_name_every_tool() -> None:
    told = instructions(tools())
    assert len(told) <= MOST_INSTRUCTIONS
    assert [one.name for one in tools() if f"\n{one.name}: " not in told] == []


def test_instructions_speak_only_of_the_tools_that_there_are() -> None:
    told = instructions(tools(["guard"]))
    assert "guard_check" in told
    assert "get_project_loadout" not in told


def test_the_listing_of_tools_is_the_golden_one(talk) -> None:
    async def say(client):
        return [
            one.model_dump(by_alias=True, mode="json", exclude_none=True) for one in (await client.list_tools()).tools
        ]

    assert talk(say) == json.loads(GOLDEN.read_text(encoding="utf-8"))


def test_decisions_are_resources(talk) -> None:
    async def say(client):
        listed = (await client.list_resources()).resources
        (template,) = (await client.list_resource_templates()).resource_templates
        return listed, template, (await client.read_resource("adr://ADR-001")).contents[0]

    (one,), template, note = talk(say)
    assert (one.uri, one.title, one.mime_type) == ("adr://ADR-001", "Decision", "text/markdown")
    assert template.uri_template == "adr://{id}"
    assert note.text.startswith("---\nid: ADR-001\n")


def test_an_address_that_leads_nowhere_is_an_error_of_the_protocol_with_the_way_out(talk) -> None:
    async def say(client):
        with pytest.raises(mcp.MCPError) as raised:
            await client.read_resource("adr://ADR-009")
        return raised.value

    error = talk(say)
    assert error.code == -32602
    assert "there is no decision 'ADR-009' (did you mean ADR-001?)" in error.message


def test_the_prompt_is_offered_and_written(talk) -> None:
    async def say(client):
        (offered,) = (await client.list_prompts()).prompts
        return offered, await client.get_prompt(offered.name, {"branch": "main"})

    offered, written = talk(say)
    assert offered.title == "Review my change against the decisions"
    assert [(one.name, one.required) for one in offered.arguments] == [("branch", False)]
    assert '{"branch": "main"}' in written.messages[0].content.text


@pytest.mark.parametrize(("name", "arguments"), [("nothing", {}), ("review_my_change", {"brnch": "main"})])
def test_a_prompt_or_argument_that_is_not_there_is_refused(talk, name: str, arguments) -> None:
    async def say(client):
        with pytest.raises(mcp.MCPError, match="review_my_change takes branch"):
            await client.get_prompt(name, arguments)

    talk(say)


def raising(error: Exception) -> Tool:
    def call(desk, work):
        raise error

    return Tool("a_tool", "A tool", "It raises.", {"type": "object", "properties": {}}, call)


@pytest.mark.parametrize(
    ("error", "said"),
    [
        pytest.param(GitError("git failed", "mend it"), "git failed (mend it)", id="ours, with the way out"),
        pytest.param(GitError("git failed"), "git failed", id="ours, without"),
        pytest.param(PermissionError(13, "Permission denied", "/x"), "/x: Permission denied", id="the system's"),
        pytest.param(GitError("a \udcff byte"), "a \\xff byte", id="with what is no text"),
        pytest.param(KeyError("x"), "internal error, a_tool gave no answer: KeyError: 'x'", id="a fault of ours"),
    ],
)
def test_an_error_is_one_sentence_and_the_server_goes_on(talk, error, said: str) -> None:
    async def say(client):
        first = await client.call_tool("a_tool", {})
        return first, await client.call_tool("a_tool", {"x": 1})

    first, second = talk(say, (raising(error),))
    assert (first.is_error, first.content[0].text) == (True, said)
    assert "there is no 'x'" in second.content[0].text


def test_a_tool_that_is_not_there_is_told_with_those_that_are(talk) -> None:
    async def say(client):
        return await client.call_tool("guard_chek", {})

    answer = talk(say)
    assert answer.is_error
    assert "there are get_project_loadout, recall_memory, guard_check, " in answer.content[0].text


def test_remarks_go_beside_the_text(talk) -> None:
    def call(desk, work):
        return Answer("text", None, ("a remark",))

    async def say(client):
        return await client.call_tool("a_tool", {})

    answer = talk(say, (Tool("a_tool", "A tool", "It remarks.", {"type": "object", "properties": {}}, call),))
    assert answer.content[0].text == "text"
    assert answer.meta["adrguard/remarks"] == ["a remark"]
