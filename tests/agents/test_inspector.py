"""The MCP server as the MCP Inspector's command line has it: a client in another language, of the older era."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from agents.conftest import DECISION
from agents.programs import SCRIPTS, WHERE
from conftest import Repo

pytestmark = pytest.mark.slow

PLACES = os.pathsep.join([os.environ.get(WHERE, ""), os.environ.get("PATH", "")])
GOLDEN = Path(__file__).parents[1] / "golden" / "mcp_tools.json"
LOG = "".join(f"step {number}\n" for number in range(100)) + "error: it broke\n"
DIFF = "diff --git a/src/rows.py b/src/rows.py\n+q = 'SELECT * FROM row'\n"

Ask = Callable[..., dict[str, Any]]


@pytest.fixture
def inspect(repo: Repo) -> Ask:
    """Ask the server of a repository with one decision by one call of the Inspector."""
    program = shutil.which("mcp-inspector", path=PLACES)
    if program is None:
        pytest.skip(f"mcp-inspector is neither on PATH nor in {WHERE} (npm install @modelcontextprotocol/inspector)")
    repo.write("docs/adr/0001-rows-are-named.md", DECISION)
    repo.write("src/rows.py", "QUERY = 'SELECT id FROM row'\n")
    repo.commit()

    def ask(*words: str) -> dict[str, Any]:
        done = subprocess.run(
            [program, "--cli", str(SCRIPTS / "adrguard"), "mcp", "--method", *words],
            cwd=repo.root,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        answer: dict[str, Any] = json.loads(done.stdout)
        return answer

    return ask


def called(inspect: Ask, tool: str, **arguments: object) -> dict[str, Any]:
    words = [word for name, value in arguments.items() for word in ("--tool-arg", f"{name}={written(value)}")]
    return inspect("tools/call", "--tool-name", tool, *words)


def written(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def test_it_lists_the_tools_resources_and_prompts(inspect: Ask) -> None:
    assert inspect("tools/list")["tools"] == json.loads(GOLDEN.read_text(encoding="utf-8"))
    (decision,) = inspect("resources/list")["resources"]
    note = inspect("resources/read", "--uri", decision["uri"])
    assert "- deny: `SELECT *` in `src/**`" in note["contents"][0]["text"]
    assert [one["name"] for one in inspect("prompts/list")["prompts"]] == ["review_my_change"]


@pytest.mark.parametrize(
    ("arguments", "verdict"),
    [
        pytest.param({}, "clean", id="nothing"),
        pytest.param({"diff": DIFF, "strict": True}, "violations", id="a diff, strictly"),
        pytest.param({"files": ["src/rows.py"], "repo_path": "."}, "clean", id="files, and where"),
        pytest.param({"branch": "main", "project_name": "repo"}, "clean", id="a branch, for a project"),
    ],
)
def test_it_calls_the_guard(inspect: Ask, arguments: dict[str, object], verdict: str) -> None:
    answer = called(inspect, "guard_check", **arguments)
    assert answer["structuredContent"]["verdict"] == verdict
    (tool,) = [one for one in json.loads(GOLDEN.read_text(encoding="utf-8")) if one["name"] == "guard_check"]
    jsonschema.validate(answer["structuredContent"], tool["outputSchema"])


def test_it_calls_for_the_loadout(inspect: Ask) -> None:
    answer = called(inspect, "get_project_loadout", project_name="repo", diff=True, branch="main")
    assert answer["content"][0]["text"].startswith("# Context Loadout")
    assert "structuredContent" not in answer


def test_it_calls_the_memory(inspect: Ask) -> None:
    listed = {one["name"]: one for one in json.loads(GOLDEN.read_text(encoding="utf-8"))}

    def call(tool: str, **arguments: object) -> dict[str, Any]:
        answer = called(inspect, tool, **arguments)
        assert not answer.get("isError"), answer["content"]
        schema = listed[tool].get("outputSchema")
        if schema:
            jsonschema.validate(answer["structuredContent"], schema)
        return answer

    flushed = call(
        "flush_session",
        title="ADR-002: Rows by view",
        content="## Context\n\nWhy.\n\n## Invariants\n\n- deny: `FROM row`\n",
        summary="Rows come from a view",
        category="decision",
        tags=["rows"],
        related_notes=["0001-rows-are-named"],
        supersedes=["0001-rows-are-named"],
    )["structuredContent"]
    assert (flushed["written"], len(flushed["superseded"])) == (True, 1)
    found = call("recall_memory", query="rows", limit=2, full=False, mode="bm25")["content"][0]["text"].splitlines()
    assert [line.startswith("!μ:L3|") for line in found[:2]] == [True, True]
    offloaded = call("offload_context", raw_text=LOG, task_name="build")["content"][0]["text"]
    node = re.search(r"Reference ID: (\S+)", offloaded)[1]
    assert "error: it broke" in call("inspect_log_node", node_id=f"{node}:90:101")["content"][0]["text"]
    preview = call("distill_session_skill", node_id=node, dry_run=True, target="default")["structuredContent"]
    assert preview["distilled"]
    turns = [{"role": "assistant", "content": "Decision: again."}, {"role": "tool", "content": LOG}] * 8
    given = f"\n{json.dumps({'session_id': 's', 'turns': turns})}"  # else the Inspector takes it for an object
    small = call("gc_session_context", trajectory_json=given, threshold=20, hot_window=2, context_window=64000)
    assert small["structuredContent"]["trr"] > 50


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        pytest.param({"diff": "no diff"}, "this is no diff", id="no diff"),
        pytest.param({"repo_path": "/"}, "is not served here", id="elsewhere"),
        pytest.param({"branch": "nowhere"}, "git knows no commit 'nowhere'", id="an unknown branch"),
    ],
)
def test_what_cannot_be_meant_is_an_error_with_the_way_out(
    inspect: Ask, arguments: dict[str, object], said: str
) -> None:
    answer = called(inspect, "guard_check", **arguments)
    assert answer["isError"]
    assert said in answer["content"][0]["text"]
