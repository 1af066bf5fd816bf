from __future__ import annotations

import codecs
import json
import os
from pathlib import Path
from typing import Any

import pytest
from fakes.trajectories import Story, text

from adrguard.memory.gc.framing import TrajectoryError
from adrguard.memory.gc.marks import mark_of
from adrguard.model.errors import AdrguardError, UsageError
from adrguard.usecases.memory.collect_context import Wanted, collect_bytes, collect_text, read, save
from adrguard.usecases.memory.logs.inspect_node import raw
from adrguard.usecases.reports.report_files import NotWrittenError

LONG = "\n".join(f"line {n} of what a tool said" for n in range(60))
TOLD: list[dict[str, Any]] = [
    {"role": "user", "content": "größe"},
    {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": "c", "type": "function", "function": {"name": "bash", "arguments": "{}"}}],
    },
    {"role": "tool", "tool_call_id": "c", "content": LONG},
]
NONE_HOT = Wanted(hot_window=0)


def files(root: Path) -> set[str]:
    return {os.path.relpath(os.path.join(folder, name), root) for folder, _, names in os.walk(root) for name in names}


def test_a_fold_can_be_inspected_and_nothing_but_the_store_is_written(repo) -> None:
    repo.commit()
    before = files(repo.root)
    done = collect_text(str(repo.root), json.dumps(TOLD), NONE_HOT)
    mark = mark_of(json.loads(done.trajectory)[2]["content"])
    assert mark
    assert b"".join(raw(str(repo.root), mark.node)).decode() == LONG
    assert all(path.startswith(os.path.join(".adrguard", "state")) for path in files(repo.root) - before)


def test_nothing_at_all_is_written_where_nothing_is_put_away(repo) -> None:
    repo.commit()
    before = files(repo.root)
    collect_text(str(repo.root), json.dumps(TOLD[:2]), NONE_HOT)
    with pytest.raises(TrajectoryError):
        collect_text(str(repo.root), json.dumps(TOLD)[:-2], NONE_HOT)
    assert files(repo.root) == before


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        (b"", "utf-8"),
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (codecs.BOM_UTF32_LE, "utf-32-le"),
    ],
)
def test_it_comes_out_in_the_encoding_that_it_came_in(repo, mark: bytes, encoding: str) -> None:
    data = mark + json.dumps(TOLD, ensure_ascii=False).encode(encoding)
    after, done = collect_bytes(str(repo.root), data, NONE_HOT, "t")
    assert after == mark + done.trajectory.encode(encoding)
    assert json.loads(done.trajectory)[0] == TOLD[0]
    assert collect_bytes(str(repo.root), data, Wanted(), "t")[0] == data


def test_bytes_that_are_no_text_say_where(repo) -> None:
    with pytest.raises(TrajectoryError, match=r"t:2:13: bytes that are no UTF-8: ff 22"):
        collect_bytes(str(repo.root), b'[\n{"role": "us\xff"}]', Wanted(), "t")


@pytest.mark.parametrize("wanted", [Wanted(threshold=-1), Wanted(hot_window=-1), Wanted(context_window=0)], ids=str)
def test_numbers_that_cannot_be_meant_are_refused(repo, wanted: Wanted) -> None:
    with pytest.raises(UsageError, match="cannot be"):
        collect_text(str(repo.root), "[]", wanted)


def test_a_lone_surrogate_and_nul_come_through(repo) -> None:
    told = [{**TOLD[1]}, {**TOLD[2], "content": f"\ud800\x00\n{LONG}"}]
    done = collect_text(str(repo.root), json.dumps(told), NONE_HOT)
    mark = mark_of(json.loads(done.trajectory)[1]["content"])
    assert mark
    assert b"".join(raw(str(repo.root), mark.node)).decode("utf-8", "surrogatepass") == f"\ud800\x00\n{LONG}"


@pytest.mark.parametrize("shape", ["turns", "claude-code"])
def test_a_session_of_more_than_a_hundred_turns_loses_no_name_and_85_per_cent(repo, shape: str) -> None:
    story = Story(3, 110)
    done = collect_text(str(repo.root), text(shape, story))
    told = done.structured
    assert told["trr"] >= 85
    assert told["zone"] == "inside"
    named = [one for names in story.before(105) for one in names]
    assert [one for one in named if one not in told["digest"]["text"]] == []
    assert "'inspect_log_node' shows all of it" in told["digest"]["text"]
    assert done.answer == f"{done.report}\n{done.trajectory}"
    assert f"TRR {told['trr']} % (upper estimates)" in done.report


def test_files_are_read_and_written_as_a_whole_or_not_at_all(repo, monkeypatch) -> None:
    monkeypatch.chdir(repo.root)
    repo.write("t.json", "[]")
    (repo.root / "folder").mkdir()
    assert read("t.json") == b"[]"
    save(str(repo.root), "new.json", b"[1]")
    assert (repo.root / "new.json").read_bytes() == b"[1]"
    with pytest.raises(AdrguardError, match=r"none\.json: no such file"):
        read("none.json")
    with pytest.raises(AdrguardError, match="folder"):
        read("folder")
    with pytest.raises(NotWrittenError, match="it is a folder"):
        save(str(repo.root), "folder", b"")
