"""`adrguard mcp` as clients have it: a process, pipes, and the SDK's own client in both eras of the protocol."""

from __future__ import annotations

# ruff: noqa: E402 -- what needs the SDK is imported where it is known to be there
import asyncio
import json
import os
import re
import subprocess
import sys

import jsonschema
import pytest

mcp = pytest.importorskip("mcp", reason="the extra adrguard[mcp] is not installed")

from fakes.guarding import NO_STAR, decide
from fakes.serving import MODES, ROOT, START, command, environment, talk

CONTRACT = json.loads((ROOT / "tests" / "golden" / "mcp_contract.json").read_text(encoding="utf-8"))
BAD = 'rows = db.query("SELECT * FROM users")\n'
DIFF = 'diff --git a/src/db.rs b/src/db.rs\n+let res = sqlx::query("SELECT * FROM users").fetch_all(&pool).await;'
NOTE = """---
id: ADR-008-QuerySafety
status: accepted
---

# SQL best practices

## Invariants

- deny: SELECT * FROM
  - remediation: Specify explicit columns to prevent schema leaks and unindexed full scans.
"""
REPORT = """\
❌ Living ADR Guard Failure: 1 violation (N ms, 1 rule, 1 file)
- [ADR-008-QuerySafety] src/db.rs:1:24: 'SELECT * FROM' violates invariant 'deny: SELECT * FROM' (fragment).
    1 | let res = sqlx::query("SELECT * FROM users").fetch_all(&pool).await;
      |                        ^^^^^^^^^^^^^
  Remediation: Specify explicit columns to prevent schema leaks and unindexed full scans.
  Reference: [[20_Cards/adr-008-sql-best-practices.md]]
"""


@pytest.fixture
def guarded(repo):
    """A repository whose decision forbids a text, with one commit."""
    decide(repo, NO_STAR)
    repo.write("src/a.py", "x = 1\n")
    repo.commit()
    return repo


@pytest.mark.parametrize("mode", MODES)
def test_the_contracts_own_example_gives_the_promised_report(repo, mode: str) -> None:
    repo.write(".adrguard.toml", 'vault = "."\n')
    repo.write("20_Cards/adr-008-sql-best-practices.md", NOTE)
    repo.commit()

    async def say(client):
        listed = {one.name: one for one in (await client.list_tools()).tools}
        return listed, await client.call_tool("guard_check", {"diff": DIFF, "strict": True}), client.protocol_version

    listed, answer, version = talk(repo.root, say, mode=mode)
    assert version == {"legacy": "2025-11-25", "auto": "2026-07-28"}[mode]
    assert list(listed) == [one["name"] for one in CONTRACT["tools"]]
    assert not answer.is_error
    report = re.sub(r"\d+\.\d ms", "N ms", answer.content[0].text)
    assert re.sub(r"\nTime per rule.*", "", report, flags=re.DOTALL) == REPORT
    jsonschema.validate(answer.structured_content, listed["guard_check"].output_schema)
    (found,) = answer.structured_content["findings"]
    assert (found["path"], found["line"], found["column"], found["adr"]) == ("src/db.rs", 1, 24, "ADR-008-QuerySafety")


@pytest.mark.parametrize("mode", MODES)
def test_a_session_of_an_agent(guarded, mode: str) -> None:
    async def say(client):
        loadout = await client.call_tool("get_project_loadout", {})
        guarded.write("src/a.py", BAD)
        wrong = await client.call_tool("guard_check", {})
        note = await client.read_resource(f"adr://{wrong.structured_content['findings'][0]['adr']}")
        prompt = await client.get_prompt("review_my_change", {})
        # A person replaces the decision while the server runs.
        decide(guarded, NO_STAR, status="superseded", extra="superseded_by: ADR-002\n")
        decide(guarded, "- deny: `eval(`", number=2, extra="supersedes: ADR-001\n")
        guarded.stage("docs")
        guarded.commit("Replace the decision", everything=False)
        right = await client.call_tool("guard_check", {})
        listed = [one.description for one in (await client.list_resources()).resources]
        return loadout, wrong, note, prompt, right, listed

    loadout, wrong, note, prompt, right, listed = talk(guarded.root, say, mode=mode)
    assert "- [[0001-decision]]: deny: SELECT * FROM" in loadout.content[0].text
    assert loadout.structured_content is None
    assert (wrong.is_error, wrong.structured_content["verdict"]) == (False, "violations")
    assert NO_STAR in note.contents[0].text
    assert prompt.messages[0].content.text.startswith("Review my change")
    assert right.structured_content["verdict"] == "clean"
    assert listed[0].startswith("superseded by ADR-002")


def test_calls_at_once_are_each_answered_as_they_are_asked(guarded) -> None:
    decide(guarded, "- deny: `eval(`", number=2)
    guarded.commit()
    guarded.write("src/a.py", BAD)

    def diff(number: int) -> str:
        return f"diff --git a/f{number}.py b/f{number}.py\n+eval({number})\n"

    async def say(client):
        calls = [client.call_tool("guard_check", {"diff": diff(n)} if n % 2 else {}) for n in range(32)]
        return await asyncio.gather(*calls)

    answers = talk(guarded.root, say)
    found = [[one["path"] for one in answer.structured_content["findings"]] for answer in answers]
    assert found == [[f"f{n}.py"] if n % 2 else ["src/a.py"] for n in range(32)]


HOSTILE = [
    ({"strict": "yes"}, "'strict' must be true or false"),
    ({"files": "a.py"}, "'files' must be a list of texts"),
    ({"diff": 5, "branch": []}, "'diff' must be a text"),
    ({"pth": "x"}, "there is no 'pth'"),
    ({"repo_path": "/etc"}, "is not served here"),
    ({"repo_path": "../.."}, "is not served here"),
    ({"repo_path": "a\0b"}, "NUL byte"),
    ({"files": ["../../etc/passwd"]}, "does not exist|outside of the repository"),
    ({"branch": "--upload-pack=touch x"}, "is not a revision"),
    ({"project_name": "nowhere"}, "there is no project 'nowhere'"),
    ({"diff": "no diff"}, "this is no diff"),
    ({"diff": "diff --git a/../x b/../x\n+y"}, "no file of the repository"),
    ({"diff": "+x\n" * 10_000_000}, "are the most"),
]


@pytest.mark.parametrize("mode", MODES)
def test_hostile_arguments_are_refused_with_the_way_out_and_the_server_lives(guarded, mode: str) -> None:
    large = "".join(f"diff --git a/f{n}.py b/f{n}.py\n" + "+SELECT * FROM t\n" * 2000 for n in range(300))

    async def say(client):
        answers = [await client.call_tool("guard_check", arguments) for arguments, _ in HOSTILE]
        return (
            answers,
            await client.call_tool("guard_check", {"diff": large}),
            await client.call_tool("guard_check", {}),
        )

    answers, much, last = talk(guarded.root, say, mode=mode)
    for answer, (_, said) in zip(answers, HOSTILE, strict=True):
        assert answer.is_error
        assert re.search(said, answer.content[0].text)
        assert "\n" not in answer.content[0].text
    assert len(large) > 10_000_000
    assert much.structured_content["verdict"] == "violations"
    assert len(json.dumps(much.structured_content)) < 200_000
    assert last.structured_content["verdict"] == "clean"


def test_a_repository_that_is_deleted_is_told_and_the_server_lives(guarded, tmp_path) -> None:
    other = tmp_path / "other"
    subprocess.run(["git", "init", "-q", str(other)], check=True)

    async def say(client):
        (other / ".git").rename(tmp_path / "gone")
        return await client.call_tool("guard_check", {"repo_path": str(other)}), await client.call_tool(
            "guard_check", {}
        )

    gone, here = talk(guarded.root, say, "--repo", str(other))
    assert gone.is_error
    assert here.structured_content["verdict"] == "clean"


def test_outside_of_a_repository_calls_name_one_that_is_served(guarded, tmp_path) -> None:
    guarded.write("src/a.py", BAD)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()

    async def say(client):
        return await client.call_tool("guard_check", {}), await client.call_tool("guard_check", {"repo_path": "."})

    for answer in talk(elsewhere, say, "--repo", str(guarded.root)):
        assert answer.structured_content["verdict"] == "violations"
    assert (
        talk(elsewhere, say)[0]
        .content[0]
        .text.endswith("is not in a git repository (run inside of one, or `git init` first)")
    )


def test_a_working_tree_of_the_repository_is_served_and_a_mere_pointer_to_it_is_not(guarded, tmp_path) -> None:
    linked, pointer = tmp_path / "linked", tmp_path / "pointer"
    guarded.git("worktree", "add", "-q", str(linked))
    (linked / "b.py").write_text(BAD, encoding="utf-8")
    pointer.mkdir()
    (pointer / ".git").write_text(f"gitdir: {guarded.root / '.git'}\n", encoding="utf-8")

    async def say(client):
        calls = [{"repo_path": str(one)} for one in (linked, pointer)]
        return [await client.call_tool("guard_check", arguments) for arguments in calls]

    worktree, fake = talk(guarded.root, say)
    assert [one["path"] for one in worktree.structured_content["findings"]] == ["b.py"]
    assert fake.is_error


SLOW_GIT = """#!/bin/sh
if mkdir "$ADRGUARD_TEST_FIRST" 2>/dev/null; then
  while [ ! -e "$ADRGUARD_TEST_GO" ]; do sleep 0.05; done
fi
PATH="$ADRGUARD_TEST_PATH" exec git "$@"
"""


@pytest.mark.skipif(os.name == "nt", reason="a shell script stands in for git")
@pytest.mark.parametrize("mode", MODES)
def test_long_work_is_told_and_what_is_cancelled_holds_nobody_up(guarded, tmp_path, mode: str) -> None:
    programs, go = tmp_path / "bin", tmp_path / "go"
    programs.mkdir()
    (programs / "git").write_text(SLOW_GIT, encoding="utf-8")
    (programs / "git").chmod(0o755)
    env = {
        "ADRGUARD_TEST_FIRST": str(tmp_path / "first"),
        "ADRGUARD_TEST_GO": str(go),
        "ADRGUARD_TEST_PATH": os.environ["PATH"],
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
    }

    async def say(client):
        told: list[tuple[float, str | None]] = []
        heard = asyncio.Event()

        async def progress(done: float, total: float | None, message: str | None) -> None:
            told.append((done, message))
            heard.set()

        first = asyncio.ensure_future(client.call_tool("guard_check", {}, progress_callback=progress))
        await heard.wait()
        first.cancel()
        # git still holds the first call up.
        second = await client.call_tool("guard_check", {})
        go.touch()
        return told, second

    try:
        told, second = talk(guarded.root, say, mode=mode, env=env)
    finally:
        go.touch()
    assert told[0][1] == "judging the change"
    assert second.structured_content["verdict"] == "clean"


def wire(guarded, *lines: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        command(),
        cwd=guarded.root,
        env=environment(),
        input="".join(line + "\n" for line in lines).encode(),
        capture_output=True,
        timeout=60,
        check=False,
    )


def test_when_the_client_closes_its_end_the_server_ends_without_a_word(guarded) -> None:
    done = wire(guarded, START, '{"jsonrpc":"2.0","method":"notifications/initialized"}')
    (answer,) = done.stdout.splitlines()
    assert json.loads(answer)["result"]["protocolVersion"] == "2025-06-18"
    assert (done.returncode, done.stderr) == (0, b"")
    assert wire(guarded).returncode == 0


def test_a_line_that_is_no_message_is_answered(guarded) -> None:
    half = (
        '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"guard_check","arguments":{"diff":"\\ud800"}}}'
    )
    done = wire(guarded, START, "hello", half)
    answers = {answer.get("id"): answer for answer in map(json.loads, done.stdout.splitlines())}
    assert answers[None]["error"]["code"] == -32700
    assert "surrogate" in answers[7]["error"]["message"]


def test_a_client_that_has_gone_is_no_fault(guarded) -> None:
    with subprocess.Popen(
        command(),
        cwd=guarded.root,
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as server:
        server.stdin.write(START.encode() + b"\n")
        server.stdin.flush()
        server.stdout.readline()
        server.stdout.close()
        server.stdin.write(b'{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n')
        server.stdin.close()
        assert server.stderr.read() == b""
        assert server.wait(60) == 0


def test_what_is_for_a_person_goes_to_stderr(guarded) -> None:
    decide(guarded, "- deny imprt: `x`", number=2)
    call = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_project_loadout"}}'
    with subprocess.Popen(
        command(),
        cwd=guarded.root,
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as server:
        server.stdin.write(f'{START}\n{{"jsonrpc":"2.0","method":"notifications/initialized"}}\n{call}\n'.encode())
        server.stdin.flush()
        answers = [json.loads(server.stdout.readline()) for _ in range(2)]
        server.stdin.close()
        assert server.stdout.read() == b""
        assert b"mistakes that may hide decisions or rules: 1" in server.stderr.read()
    assert answers[1]["result"]["content"][0]["text"].startswith("# Context Loadout")


@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="memory is read from /proc")
@pytest.mark.slow
def test_a_thousand_calls_leave_no_trace(guarded) -> None:
    guarded.write("src/a.py", BAD)

    def resident() -> int:
        children = subprocess.run(
            ["ps", "-o", "rss=,args=", "--ppid", str(os.getpid())], capture_output=True, text=True, check=True
        )
        return sum(int(line.split()[0]) for line in children.stdout.splitlines() if "adrguard mcp" in line)

    async def say(client):
        sizes = []
        for number in range(1000):
            arguments = {"diff": DIFF} if number % 2 else {}
            answer = await client.call_tool("guard_check", arguments)
            assert answer.structured_content["counts"]["violations"] == 1
            if number in (99, 999):
                sizes.append(resident())
        return sizes

    early, late = talk(guarded.root, say)
    assert 0 < late < early * 1.1


def test_without_the_sdk_one_sentence_says_what_is_missing(guarded, tmp_path) -> None:
    (tmp_path / "mcp.py").write_text("raise ImportError('No module named mcp')\n", encoding="utf-8")
    env = environment()
    env["PYTHONPATH"] = f"{tmp_path}{os.pathsep}{env['PYTHONPATH']}"
    done = subprocess.run(
        [sys.executable, "-m", "adrguard", "mcp"],
        cwd=guarded.root,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert (
        "the MCP server needs the package mcp, 2.3 or a later 2.x, which pip install 'adrguard[mcp]' brings"
        in done.stderr
    )
    assert "Traceback" not in done.stderr
