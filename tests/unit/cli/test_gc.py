from __future__ import annotations

import io
import json
import os
import sys
import threading

import pytest
from fakes.trajectories import Story, text

from adrguard.memory.gc.marks import mark_of

LONG = "\n".join(f"line {n} of what a tool said" for n in range(60))
TOLD = [
    {"role": "user", "content": "größe"},
    {"role": "assistant", "content": [{"type": "tool_use", "id": "c", "name": "bash", "input": {"command": "ls"}}]},
    {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c", "content": LONG}]},
]


@pytest.fixture
def told(repo) -> str:
    repo.write("told.json", json.dumps(TOLD))
    return "told.json"


def test_the_trajectory_goes_to_stdout_and_the_figures_to_stderr(adrguard, told: str) -> None:
    assert adrguard("gc", told, "--hot-window", "0") == 0
    mark = mark_of(json.loads(adrguard.out)[2]["content"][0]["content"])
    assert mark
    assert adrguard.err.startswith("✓ Context collected: anthropic, 2 turns (0 hot, 2 cold)\n")
    assert adrguard("inspect", mark.node, "--raw") == 0
    assert adrguard.out == LONG


def test_it_goes_to_a_file_where_that_is_asked_for(adrguard, repo, told: str) -> None:
    assert adrguard("gc", told, "--hot-window", "0", "--output", "new.json") == 0
    assert adrguard.out.startswith("✓ Context collected")
    assert mark_of(json.loads((repo.root / "new.json").read_text())[2]["content"][0]["content"])
    assert json.loads((repo.root / told).read_text()) == TOLD


def test_the_answer_for_programs(adrguard, told: str) -> None:
    done = adrguard.json("gc", told, "--hot-window", "0")
    assert json.loads(done["trajectory"])[0] == TOLD[0]
    assert (done["shape"], done["folded"], done["zone"]) == ("anthropic", 1, "below")
    done = adrguard.json("gc", told, "--output", "new.json")
    assert (done["trajectory"], done["output"]) == (None, "new.json")


def test_a_long_transcript_by_standard_input(adrguard, monkeypatch) -> None:
    data = text("claude-code", Story(6, 110)).encode()
    for wanted in (["-"], []):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        done = adrguard.json("gc", *wanted)
        assert done["trr"] >= 85
        assert done["digest"]["node"] in done["nodes"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ('[{"role": "us', "adrguard: told.json:1:11: the JSON ends in the middle of something"),
        ('[{"a": 1}]', "adrguard: told.json:1:2: no turn of a shape that is known: it holds `a`"),
        ("", "adrguard: told.json: there is no trajectory in it, it is empty"),
    ],
)
def test_a_file_that_is_none_says_where_and_writes_nothing(adrguard, repo, content: str, said: str) -> None:
    repo.write("told.json", content)
    assert adrguard("gc", "told.json", "--output", "new.json") == 2
    assert adrguard.err.startswith(said)
    assert not (repo.root / "new.json").exists()


@pytest.mark.parametrize(
    "tail", [b'{"type":"user","uu', '{"type":"assistant","text":"größe'.encode()[:-3], b'{"type":"user"\n'], ids=repr
)
def test_a_transcript_that_is_being_written_keeps_its_unfinished_line(adrguard, repo, tail: bytes) -> None:
    whole = text("claude-code", Story(6, 60)).encode()
    repo.write("told.jsonl", whole + tail)
    done = adrguard.json("gc", "told.jsonl", "--output", "new.jsonl")
    assert done["cut"] == len(tail.decode(errors="ignore").encode())
    assert f"The last line ends in the middle: its {done['cut']} bytes were left as they are." in done["text"]
    got = (repo.root / "new.jsonl").read_bytes()
    repo.write("whole.jsonl", whole)
    assert adrguard.json("gc", "whole.jsonl", "--output", "rest.jsonl")["cut"] == 0
    assert got == (repo.root / "rest.jsonl").read_bytes() + tail
    assert adrguard.json("gc", "new.jsonl", "--output", "again.jsonl")["digested"] == 0
    assert (repo.root / "again.jsonl").read_bytes() == got


def test_bytes_that_are_no_text_are_refused_where_they_are_not_the_end_of_a_cut_line(adrguard, repo) -> None:
    for data in (b'{"type":"user","uuid":"a"}\n{"x":"\xff', b'[{"role":"user","content":"gr\xc3'):
        repo.write("told.jsonl", data)
        assert adrguard("gc", "told.jsonl") == 2


@pytest.mark.parametrize("words", [["none.json"], ["--threshold", "-1"], ["--context-window", "0"]], ids=" ".join)
def test_what_cannot_be_meant(adrguard, words: list[str]) -> None:
    assert adrguard("gc", *words) == 2


@pytest.mark.parametrize("output", ["told.json", "./told.json", "link.json"])
def test_the_file_itself_is_not_written_over(adrguard, repo, told: str, output: str) -> None:
    os.link(repo.root / told, repo.root / "link.json")
    assert adrguard("gc", told, "--hot-window", "0", "--output", output) == 2
    assert adrguard.err.startswith(
        f"adrguard: {output}: the trajectory itself would be written over\n  name another file"
    )
    assert json.loads((repo.root / told).read_text()) == TOLD


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_a_pipe_may_stand_for_the_file(adrguard, repo) -> None:
    os.mkfifo(repo.root / "pipe")
    writer = threading.Thread(target=(repo.root / "pipe").write_text, args=(json.dumps(TOLD),))
    writer.start()
    assert adrguard("gc", "pipe") == 0
    writer.join()
    assert json.loads(adrguard.out) == TOLD
