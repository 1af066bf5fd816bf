"""Every argument of every tool, as it is meant and as nobody means it, by the SDK's client in both eras."""

# ruff: noqa: E402 -- what needs the SDK is imported where it is known to be there

from __future__ import annotations

import asyncio
import json

import jsonschema
import pytest

mcp = pytest.importorskip("mcp", reason="the extra adrguard[mcp] is not installed")

from fakes.guarding import NO_STAR, decide
from fakes.serving import MODES, desk

from adrguard.mcp_server.server import make
from adrguard.mcp_server.toolsets import tools
from adrguard.mcp_server.work import Task
from adrguard.usecases.memory.logs.offload_log import offload_text

LOG = "".join(f"line {number}\n" for number in range(300)) + "error: it failed\n"
NODE = "node_1545efe1"
CALL = {"role": "assistant", "content": "Decision: try again.", "tool_calls": [{"id": "c", "name": "make"}]}
RESULT = {"role": "tool", "tool_call_id": "c", "content": LOG}
TRAJECTORY = json.dumps({"session_id": "s", "turns": [CALL, RESULT] * 8})
DIFF = "diff --git a/src/b.py b/src/b.py\n+x = 'SELECT * FROM users'\n"
MEANT: dict[str, dict[str, object]] = {
    "guard_check": {
        "diff": DIFF,
        "project_name": "repo",
        "repo_path": ".",
        "branch": "main",
        "strict": True,
        "files": ["src/a.py"],
    },
    "get_project_loadout": {"project_name": "repo", "diff": True, "branch": "main"},
    "recall_memory": {"query": "decision", "limit": 3, "full": True, "mode": "bm25"},
    "flush_session": {
        "title": "Another one",
        "content": "## Context\n\nWhy.\n\n## Invariants\n\n- deny: `eval(`\n",
        "summary": "In one line",
        "category": "decision",
        "tags": ["redis", "mutex"],
        "related_notes": ["0001-decision"],
        "supersedes": ["ADR-001"],
    },
    "offload_context": {"raw_text": LOG, "task_name": "the build"},
    "inspect_log_node": {"node_id": NODE},
    "distill_session_skill": {
        "raw_trace": LOG,
        "node_id": NODE,
        "title": "What failed",
        "context_hint": "It was the disk.",
        "category": "skill",
        "tags": ["disk"],
        "related_notes": ["0001-decision"],
        "dry_run": True,
        "target": "hermes",
    },
    "gc_session_context": {
        "trajectory_json": TRAJECTORY,
        "threshold": 10,
        "hot_window": 2,
        "context_window": 64_000,
    },
}
APART = {"guard_check": "branch", "distill_session_skill": "raw_trace"}
"""An argument that goes with all others but one."""
NEEDED = {
    "recall_memory": {"query": "decision"},
    "flush_session": {"title": "A lesson", "content": "What was learnt.\n"},
    "offload_context": {"raw_text": LOG},
    "inspect_log_node": {"node_id": NODE},
    "distill_session_skill": {"node_id": NODE},
    "gc_session_context": {"trajectory_json": TRAJECTORY},
}
"""Arguments that a tool does not go without."""

NOBODY_MEANS = (
    5,
    1.5,
    {"a": 1},
    [1],
    [None],
    "a\0b",
    ["a\0b"],
    "../..",
    "/etc",
    "link",
    "--x",
    "x" * 100_000,
    "\u202e",
)
OFTEN_MEANT = {("guard_check", "files", "link"), ("get_project_loadout", "project_name", "link")}
ANY_LINE = {
    ("flush_session", "title"),
    ("flush_session", "summary"),
    ("flush_session", "category"),
    ("offload_context", "task_name"),
    ("distill_session_skill", "title"),
    ("distill_session_skill", "category"),
}
ANY_TEXT = {
    ("recall_memory", "query"),
    ("offload_context", "raw_text"),
    ("flush_session", "content"),
    ("distill_session_skill", "raw_trace"),
    ("distill_session_skill", "context_hint"),
}


@pytest.fixture(params=MODES)
def talk(request, repo, tmp_path, monkeypatch):
    """Say something to a server of the repository, by a client of either era."""
    decide(repo, NO_STAR)
    repo.write("src/a.py", "x = 1\n")
    monkeypatch.setenv("HOME", str(tmp_path))  # skills of other agents go there
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    (tmp_path / "elsewhere").mkdir()
    (repo.root / "link").symlink_to(tmp_path / "elsewhere")
    repo.commit()
    offload_text(str(repo.root), LOG)

    def talk(say):
        async def conversation():
            async with mcp.Client(make(desk(repo), tools()), mode=request.param) as client:
                return await say(client)

        return asyncio.run(conversation())

    return talk


def asked(tool, name: str, value: object) -> dict[str, object]:
    """Return a call with this argument, and what it does not go without."""
    needed = NEEDED.get(tool.name, {})
    return {name: value} if name == APART.get(tool.name) else {**needed, name: value}


def test_every_tool_and_every_argument_is_tried() -> None:
    assert {tool.name: sorted(tool.takes["properties"]) for tool in tools()} == {
        name: sorted(arguments) for name, arguments in MEANT.items()
    }


@pytest.mark.parametrize("tool", tools(), ids=lambda tool: tool.name)
def test_each_is_taken_alone_and_all_together(talk, tool) -> None:
    together = MEANT[tool.name]
    given = [NEEDED.get(tool.name, {})]
    given += [asked(tool, name, value) for name, value in together.items() if name != "supersedes"]
    given.append({name: value for name, value in together.items() if name != APART.get(tool.name)})

    async def say(client):
        return [await client.call_tool(tool.name, arguments) for arguments in given]

    for arguments, answer in zip(given, talk(say), strict=True):
        assert not answer.is_error, (arguments, answer.content)
        if tool.gives:
            jsonschema.validate(answer.structured_content, tool.gives)
            assert bool(answer.structured_content.get("findings")) == (list(arguments) == ["diff"])


@pytest.mark.parametrize("tool", tools(), ids=lambda tool: tool.name)
def test_what_nobody_means_is_refused_in_one_line_and_the_server_goes_on(talk, tool) -> None:
    given = [
        asked(tool, name, value)
        for name, schema in tool.takes["properties"].items()
        for value in NOBODY_MEANS
        if not is_meant(tool.name, name, schema, value)
    ]

    async def say(client):
        answers = [await client.call_tool(tool.name, arguments) for arguments in given]
        return answers, await client.call_tool(tool.name, NEEDED.get(tool.name, {}))

    answers, last = talk(say)
    for arguments, answer in zip(given, answers, strict=True):
        said = answer.content[0].text
        assert answer.is_error, (arguments, said)
        assert said.endswith(")"), (arguments, said)  # the way out stands in brackets
        assert "\n" not in said
        assert "internal" not in said
        assert len(said) < 1000
    assert not last.is_error


def is_meant(tool: str, name: str, schema: dict[str, object], value: object) -> bool:
    """Say whether a value that looks odd may be right all the same."""
    if schema.get("type") == "integer":
        return value == MEANT[tool].get(name) or value == 5
    if isinstance(value, str) and (tool, name) in ANY_TEXT:
        return True
    if value in ("../..", "/etc", "link", "--x", "\u202e") and (tool, name) in ANY_LINE:
        return True
    return (tool, name, str(value)) in OFTEN_MEANT


@pytest.mark.parametrize("before", ["nothing", "a file"])
def test_before_the_first_commit_all_that_is_there_is_judged(repo, before: str) -> None:
    decide(repo, NO_STAR)
    if before == "a file":
        repo.write("a.py", "x = 'SELECT * FROM users'\n")
    found = []
    for arguments in ({}, {"diff": DIFF}):
        (tool,) = tools(["guard"])
        found.append(len(tool.run(desk(repo), Task(), arguments).data["findings"]))
    assert found == [int(before == "a file"), 1]
