"""Scripted agents before the installed program: held back while they mend nothing, and never for ever."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from fakes.guarding import NO_STAR, decide

PROGRAM = Path(sys.executable).with_name("adrguard-hook")
BAD = 'QUERY = "SELECT * FROM users"\n'
GOOD = 'QUERY = "SELECT id FROM users"\n'
PATIENCE = 12

AGENTS: dict[str, dict[str, Any]] = {
    "claude": {"hook_event_name": "Stop", "session_id": "s", "prompt_id": "p"},
    "codex": {"hook_event_name": "Stop", "session_id": "s", "turn_id": "t", "model": "m"},
    "gemini": {"hook_event_name": "AfterAgent", "session_id": "s", "timestamp": "2026-01-02T03:04:05Z"},
}


def stop(repo: Any, agent: str, *, again: bool, **more: Any) -> dict[str, Any]:
    """Let the agent stop once; return what it hears, nothing being an empty answer."""
    said = {**AGENTS[agent], "cwd": str(repo.root), "stop_hook_active": again, **more}
    done = subprocess.run(
        [PROGRAM, "agent", agent], input=json.dumps(said).encode(), capture_output=True, check=False, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, b"")
    answer: dict[str, Any] = json.loads(done.stdout or b"{}")
    return answer


def work(repo: Any, agent: str, between: Callable[[int], None], **more: Any) -> list[dict[str, Any]]:
    """Go on as long as the guard wants it, doing `between` in between; return all that was heard."""
    heard: list[dict[str, Any]] = []
    for number in range(PATIENCE):
        heard.append(stop(repo, agent, again=number > 0, **more))
        if "decision" not in heard[-1]:
            break
        between(number)
    return heard


@pytest.fixture
def ruled(repo):
    decide(repo, NO_STAR)
    repo.write("src/a.py", GOOD)
    repo.commit()
    return repo


@pytest.mark.parametrize("agent", AGENTS)
@pytest.mark.parametrize("tools", [pytest.param(True, id="with tools between"), pytest.param(False, id="without")])
def test_one_that_never_mends_its_fault_is_let_go_with_a_note(ruled, agent: str, tools: bool) -> None:
    ruled.write("src/a.py", BAD)
    heard = work(ruled, agent, lambda number: ruled.write("notes.txt", f"{number}\n") if tools else None)
    assert [set(one) for one in heard] == [{"decision", "reason"}] * 3 + [{"systemMessage"}]
    assert "src/a.py:1:10" in heard[0]["reason"]
    assert "let go" in heard[-1]["systemMessage"]


@pytest.mark.parametrize("agent", AGENTS)
def test_one_that_mends_it_passes_at_once(ruled, agent: str) -> None:
    ruled.write("src/a.py", BAD)
    heard = work(ruled, agent, lambda _: ruled.write("src/a.py", GOOD))
    assert [set(one) for one in heard] == [{"decision", "reason"}, set()]


@pytest.mark.parametrize("agent", AGENTS)
def test_one_that_adds_a_new_fault_each_time_is_let_go_too(ruled, agent: str) -> None:
    ruled.write(".adrguard.toml", "[agent]\nmax-blocks = 1\n")
    ruled.commit()
    ruled.write("src/a.py", BAD)
    heard = work(ruled, agent, lambda number: ruled.write(f"src/more{number}.py", BAD))
    assert len(heard) == 11
    assert "let go" in heard[-1]["systemMessage"]


def test_sessions_at_the_same_time_share_nothing(ruled) -> None:
    ruled.write("src/a.py", BAD)

    def one(session: str) -> list[dict[str, Any]]:
        return work(ruled, "claude", lambda _: None, session_id=session)

    with ThreadPoolExecutor(2) as pool:
        for heard in pool.map(one, ["one", "two"]):
            assert ["decision" in answer for answer in heard] == [True, True, True, False]


def test_one_that_commits_without_the_hooks_is_held_back_all_the_same(ruled) -> None:
    subprocess.run(
        [PROGRAM, "agent", "claude"],
        input=json.dumps(
            {"hook_event_name": "SessionStart", "session_id": "s", "cwd": str(ruled.root), "source": "startup"}
        ).encode(),
        capture_output=True,
        check=True,
    )
    ruled.write("src/a.py", BAD)
    ruled.git("commit", "-qam", "sneak", "--no-verify")

    def mend(_: int) -> None:
        ruled.write("src/a.py", GOOD)
        ruled.commit()

    heard = work(ruled, "claude", mend)
    assert [set(one) for one in heard] == [{"decision", "reason"}, set()]
