"""hooks/opencode/adrguard.ts, run by node with a host of our own."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from conftest import Repo

from adrguard.system import resources

NODE = shutil.which("node")
FAKES = Path(__file__).parents[2] / "fakes"
BLOCK = '{"block": true, "reason": "not so"}'
IDLE = ["event", {"event": {"type": "session.idle", "properties": {"sessionID": "s"}}}]
BY_THE_PERSON = ["chat.message", {"sessionID": "s"}, {"message": {"id": "m1"}}]
BY_US = ["chat.message", {"sessionID": "s"}, {"message": {"id": "m2"}}]
BEFORE = ["tool.execute.before", {"tool": "write", "sessionID": "s", "callID": "c"}, {"args": {"filePath": "a"}}]
AFTER = [
    "tool.execute.after",
    {"tool": "write", "sessionID": "s", "callID": "c", "args": {"filePath": "a"}},
    {"title": "", "output": "written", "metadata": {}},
]
SYSTEM = ["experimental.chat.system.transform", {"sessionID": "s"}, {"system": ["first"]}]

pytestmark = pytest.mark.skipif(NODE is None, reason="node is not installed")


def created(session: str = "s", **more: str) -> list[Any]:
    return ["event", {"event": {"type": "session.created", "properties": {"info": {"id": session, **more}}}}]


def failed(session: str = "s") -> list[Any]:
    return ["event", {"event": {"type": "session.error", "properties": {"sessionID": session}}}]


@dataclass(frozen=True)
class Host:
    folder: Path
    program: tuple[str, ...]
    directory: Path

    def play(self, *steps: list[Any]) -> dict[str, Any]:
        source = resources.read_text("hooks/opencode/adrguard.ts")
        assert source.count('["adrguard-hook"]') == 1
        plugin = self.folder / "adrguard.mjs"
        plugin.write_text(source.replace('["adrguard-hook"]', json.dumps(self.program)))
        given = {"plugin": str(plugin), "directory": str(self.directory), "steps": steps}
        done = subprocess.run(
            [str(NODE), str(FAKES / "opencode_host.mjs")],
            input=json.dumps(given).encode(),
            capture_output=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr.decode()
        return json.loads(done.stdout)

    def asked(self) -> list[dict[str, Any]]:
        log = self.folder / "asked.jsonl"
        return [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []


@pytest.fixture
def host(tmp_path: Path) -> Host:
    """A host whose plugin asks a door with canned answers."""
    (tmp_path / "answers.json").write_text("{}")
    return Host(tmp_path, (sys.executable, str(FAKES / "canned_door.py"), str(tmp_path)), tmp_path)


def answering(host: Host, **answers: str) -> Host:
    (host.folder / "answers.json").write_text(
        json.dumps({name.replace("_", "."): text for name, text in answers.items()})
    )
    return host


def test_what_is_asked_is_what_the_door_reads(host: Host) -> None:
    host.play(created(), BY_THE_PERSON, BEFORE, AFTER, IDLE)
    common = {"words": ["agent", "opencode"], "adrguard_agent": "opencode", "cwd": str(host.directory), "session": "s"}
    assert host.asked() == [
        {**common, "event": "session.created", "source": "startup"},
        {**common, "event": "tool.execute.before", "tool": "write", "args": {"filePath": "a"}},
        {**common, "event": "tool.execute.after", "tool": "write", "args": {"filePath": "a"}},
        {**common, "event": "session.idle", "turn": "m1", "again": False},
    ]


def test_a_tool_that_is_denied_does_not_run(host: Host) -> None:
    assert answering(host, tool_execute_before=BLOCK).play(BEFORE)["steps"][0]["thrown"] == "not so"


def test_advice_is_added_to_what_a_tool_says(host: Host) -> None:
    told = answering(host, tool_execute_after='{"context": "look at this"}').play(AFTER)
    assert told["steps"][0]["output"]["output"] == "written\n\nlook at this"


def test_an_agent_that_is_held_back_is_told_to_go_on_in_the_same_turn(host: Host) -> None:
    told = answering(host, session_idle=BLOCK).play(BY_THE_PERSON, IDLE, BY_US, IDLE)
    assert told["prompts"] == [{"path": {"id": "s"}, "body": {"parts": [{"type": "text", "text": "not so"}]}}] * 2
    assert [(one["turn"], one["again"]) for one in host.asked()] == [("m1", False), ("m1", True)]


def test_the_next_prompt_of_the_person_is_another_turn(host: Host) -> None:
    another = ["chat.message", {"sessionID": "s"}, {"message": {"id": "m3"}}]
    answering(host, session_idle=BLOCK).play(BY_THE_PERSON, IDLE, BY_US, another, IDLE)
    assert [(one["turn"], one["again"]) for one in host.asked()] == [("m1", False), ("m3", False)]


def test_an_agent_that_the_person_or_a_failure_has_stopped_is_left_alone(host: Host) -> None:
    told = answering(host, session_idle=BLOCK).play(BY_THE_PERSON, failed(), IDLE)
    assert told["prompts"] == []
    assert host.asked() == []


def test_a_subagents_end_is_not_judged_by_itself(host: Host) -> None:
    child = ["event", {"event": {"type": "session.idle", "properties": {"sessionID": "k"}}}]
    assert answering(host, session_idle=BLOCK).play(created("k", parentID="s"), child)["prompts"] == []
    assert host.asked() == []


def test_what_binds_is_asked_for_once_and_told_with_each_request(host: Host) -> None:
    told = answering(host, session_created='{"context": "this binds"}').play(created(), SYSTEM, SYSTEM)
    assert [step["output"].get("system") for step in told["steps"][1:]] == [["first", "this binds"]] * 2
    assert len(host.asked()) == 1


def test_a_session_that_was_there_before_is_resumed(host: Host) -> None:
    host.play(SYSTEM)
    assert [one["source"] for one in host.asked()] == ["resume"]


def test_a_note_is_shown_to_the_person(host: Host) -> None:
    told = answering(host, session_idle='{"note": "three times is enough"}').play(BY_THE_PERSON, IDLE)
    assert told["toasts"] == ["three times is enough"]
    assert told["prompts"] == []


@pytest.mark.parametrize(
    "program",
    [
        pytest.param(("/there/is/no/such/program",), id="a program that is missing"),
        pytest.param((sys.executable, "-c", "raise SystemExit(2)"), id="one that fails"),
        pytest.param((sys.executable, "-c", "print('no JSON')"), id="one that says nothing of use"),
    ],
)
def test_a_guard_that_is_out_of_order_holds_nothing_back(tmp_path: Path, program: tuple[str, ...]) -> None:
    told = Host(tmp_path, program, tmp_path).play(BY_THE_PERSON, BEFORE, AFTER, SYSTEM, IDLE)
    assert all("thrown" not in step for step in told["steps"])
    assert told["steps"][2]["output"]["output"] == "written"
    assert told["prompts"] == []


def test_the_door_itself_denies_an_edit_that_breaks_a_decision(repo: Repo, tmp_path: Path) -> None:
    repo.write(
        "docs/adr/0001-rows.md",
        "# 1. Rows\n\n## Status\n\nAccepted\n\n## Invariants\n\n- deny: `SELECT *` in `src/**`\n",
    )
    repo.commit()
    host = Host(tmp_path, (sys.executable, "-m", "adrguard.hooks.main"), repo.root)
    args = {"filePath": str(repo.root / "src" / "rows.py"), "content": 'QUERY = "SELECT * FROM row"\n'}
    told = host.play(["tool.execute.before", {"tool": "write", "sessionID": "s", "callID": "c"}, {"args": args}])
    assert "ADR-0001" in told["steps"][0]["thrown"]
