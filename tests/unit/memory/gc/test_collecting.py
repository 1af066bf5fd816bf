from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from fakes.checking_trajectories import Keeper, items, wrong_with

from adrguard.memory.gc.marks import DIGEST, FOLDED, REPEATED, mark_of

LONG = "\n".join(f"line {n}" for n in range(60))


@pytest.fixture
def keeper(tmp_path: Path) -> Keeper:
    return Keeper(tmp_path)


def session(*used: tuple[str, dict[str, Any], Any], tail: int = 0) -> list[dict[str, Any]]:
    """Return messages of Anthropic's in which these tools are used one after the other."""
    told: list[dict[str, Any]] = [{"role": "user", "content": "go"}]
    for number, (name, given, content) in enumerate(used):
        told.append(
            {"role": "assistant", "content": [{"type": "tool_use", "id": f"t{number}", "name": name, "input": given}]}
        )
        told.append(
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": f"t{number}", "content": content}]}
        )
    return told + [{"role": "assistant", "content": "done"}] * tail


def results(text: str) -> list[Any]:
    return [
        block["content"]
        for one in items(text)
        if isinstance(one["content"], list)
        for block in one["content"]
        if block["type"] == "tool_result"
    ]


def collect(keeper: Keeper, told: Any, **wanted: int):
    return keeper.collect(json.dumps(told), **{"hot_window": 0, **wanted})


def test_a_long_output_becomes_a_diagram_and_a_node_that_holds_it(keeper: Keeper) -> None:
    done = collect(keeper, session(("Bash", {"command": "ls -R"}, LONG)))
    (text,) = results(done.text)
    mark = mark_of(text)
    assert mark
    assert (mark.sort, mark.count) == (FOLDED, 60)
    assert "```mermaid\nstateDiagram-v2" in text
    assert f"adrguard inspect {mark.node}" in text
    assert keeper.content(mark.node) == LONG
    assert done.nodes == (mark.node,)


@pytest.mark.parametrize(
    ("output", "threshold", "folded"),
    [
        pytest.param(LONG, 60, False, id="as many lines as the threshold"),
        pytest.param(LONG, 59, True, id="one more"),
        pytest.param("x" * 20_000, 20, True, id="one line of many bytes"),
        pytest.param("\n" * 60, 20, False, id="what takes less than a mark"),
        pytest.param(LONG.encode().hex(), 0, True, id="a threshold of nothing"),
    ],
)
def test_what_counts_as_long(keeper: Keeper, output: str, threshold: int, folded: bool) -> None:
    (text,) = results(collect(keeper, session(("Bash", {"command": "ls"}, output)), threshold=threshold).text)
    assert bool(mark_of(text)) is folded
    assert folded or text == output


def test_the_hot_window_stays(keeper: Keeper) -> None:
    told = session(*[("Bash", {"command": f"ls {n}"}, f"{'abcdef'[n]}\n{LONG}") for n in range(6)])
    done = collect(keeper, told, hot_window=2)
    assert [bool(mark_of(text)) for text in results(done.text)] == [True] * 4 + [False] * 2
    assert (done.statistics.hot, done.statistics.cold, done.statistics.folded) == (2, 5, 4)
    assert collect(keeper, told, hot_window=7).text == json.dumps(told)


def test_of_a_file_that_is_read_again_only_the_latest_stays(keeper: Keeper) -> None:
    read = {"file_path": "a.py"}
    told = session(
        ("Read", read, f"old\n{LONG}"),
        ("Read", {**read, "offset": 5, "limit": 9}, f"part\n{LONG}"),
        ("Read", {"file_path": "b.py"}, f"other\n{LONG}"),
        ("Read", read, f"new\n{LONG}"),
        ("Read", {**read, "offset": 7, "limit": 9}, f"later part\n{LONG}"),
    )
    texts = results(collect(keeper, told).text)
    marks = [mark for text in texts if (mark := mark_of(text))]
    assert [mark.sort for mark in marks] == [REPEATED, REPEATED, FOLDED, FOLDED, FOLDED]
    assert "The file was read again later." in texts[0]
    assert keeper.content(marks[0].node) == f"old\n{LONG}"


def test_of_a_dump_that_came_again_only_the_latest_stays_also_where_that_is_hot(keeper: Keeper) -> None:
    told = session(*[("Bash", {"command": f"make {n}"}, LONG.replace("line", f"took {n}.5 s, line")) for n in range(3)])
    texts = results(collect(keeper, told, hot_window=1).text)
    assert [mark.sort if (mark := mark_of(text)) else "" for text in texts] == [REPEATED, REPEATED, ""]
    assert "The same but for figures or white space came again later." in texts[0]


def test_only_of_the_very_same_it_is_said_that_it_came_again(keeper: Keeper) -> None:
    told = session(*[("Bash", {"command": "make"}, f"{took} s\n{LONG}") for took in (7, 8, 8)])
    texts = results(collect(keeper, told).text)
    assert "The same but for figures" in texts[0]
    assert "The same came again later." in texts[1]


def test_errors_of_one_command_that_are_met_again_give_way(keeper: Keeper) -> None:
    told = session(
        *[
            (
                "Bash",
                {"command": "cargo build"},
                f"   Compiling v{n}\nerror[E0382]: moved\n --> src/a.rs:3:1\n"
                + "note: some words of the compiler\n" * 40 * n,
            )
            for n in (1, 2)
        ]
    )
    texts = results(collect(keeper, told).text)
    assert "The same command met the same errors again later." in texts[0]
    assert "E0382" in texts[1]


def test_a_short_file_that_is_read_again_gives_way_without_a_fold(keeper: Keeper) -> None:
    text = "\n".join(f"some words in line {n} of a file" for n in range(15))
    done = collect(keeper, session(("Read", {"path": "a"}, text), ("Read", {"path": "a"}, text)))
    assert [mark.sort if (mark := mark_of(one)) else "" for one in results(done.text)] == [REPEATED, ""]
    assert keeper.content(done.nodes[0]) == text


def test_an_image_stays_whole_and_a_cache_mark_too(keeper: Keeper) -> None:
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "iVBO" * 5000}}
    told = session(("Screenshot", {}, [{"type": "text", "text": LONG}, image]))
    told[-1]["content"][0]["cache_control"] = {"type": "ephemeral"}
    block = items(collect(keeper, told).text)[-1]["content"][0]
    assert mark_of(block["content"][0]["text"])
    assert block["content"][1] == image
    assert block["cache_control"] == {"type": "ephemeral"}


def test_secrets_are_taken_out_of_what_is_put_away(keeper: Keeper) -> None:
    done = collect(keeper, session(("Bash", {"command": "env"}, f"AWS_KEY=AKIAIOSFODNN7EXAMPLQ\n{LONG}")))
    assert "AKIAIOSFODNN7EXAMPLQ" not in keeper.content(done.nodes[0])
    assert done.statistics.redacted == 1


def test_a_context_above_the_zone_is_digested_until_it_is_inside(keeper: Keeper) -> None:
    told = session(*[("Edit", {"file_path": f"f{n}.py", "new_string": "words " * 300}, "ok") for n in range(15)])
    done = collect(keeper, told, hot_window=2, context_window=10_000)
    assert done.statistics.zone == "inside"
    assert 0 < done.statistics.digested < 14
    mark = mark_of(items(done.text)[0]["content"])
    assert mark
    assert (mark.sort, mark.count, mark.node) == (DIGEST, done.statistics.digested, done.node)
    assert [f"f{n}.py" for n in range(13)] == list(done.book.edits)
    assert all(f"- f{n}.py\n" in done.digest for n in range(13))
    assert keeper.content(done.node).split("\n")[:2] == [json.dumps(one) for one in told[:2]]


def test_a_session_that_goes_on_is_collected_again_and_loses_no_name(keeper: Keeper) -> None:
    used = [("Edit", {"file_path": f"f{n}.py", "new_string": "words " * 300}, "ok") for n in range(60)]
    told = session(*used)
    text = json.dumps(told[:41])
    for end in (81, 121):
        text = json.dumps([*items(keeper.collect(text, hot_window=2).text), *told[end - 40 : end]])
        assert wrong_with(text, "anthropic") == []
    done = keeper.collect(text, hot_window=2)
    assert all(f"- f{n}.py\n" in done.digest for n in range(58))
    assert (
        keeper.content(done.node).count('"tool_use"') == done.statistics.digested + done.statistics.digested_before - 1
    )
    assert done.statistics.trr_of_original >= 85


def test_a_node_that_is_gone_is_no_reason_to_fail(keeper: Keeper) -> None:
    log = "error[E0382]: moved\n --> src/a.rs:3:1\n" + "note: some words of the compiler\n" * 60
    text = collect(keeper, session(("Bash", {"command": "cargo build"}, log))).text
    keeper.place.store.prune(0, 1)
    done = keeper.collect(text, hot_window=0)
    assert done.text == text
    assert [one for one in done.book.errors if "E0382 src/a.rs:3" in one]


@pytest.mark.parametrize(
    "told",
    [
        pytest.param(
            [{"role": "user", "content": [{"type": "tool_result", "tool_use_id": "gone", "content": LONG}]}],
            id="a result without its call",
        ),
        pytest.param(session(("Bash", {"command": "ls"}, LONG))[:-1], id="a call without its result"),
        pytest.param(
            [{"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t"}]}], id="a result of nothing"
        ),
        pytest.param(
            [{"role": "assistant", "content": [{"type": "tool_use", "id": 5, "name": None, "input": "x"}]}],
            id="fields that are none",
        ),
        pytest.param(
            [{"role": "user", "content": ["bare", {"type": "new_kind", "x": "\ud800\x00"}]}], id="blocks of the future"
        ),
        pytest.param([{"role": "user", "content": None}, {"role": "user"}], id="no content"),
    ],
)
def test_odd_items_are_left_where_they_are(keeper: Keeper, told: list[dict[str, Any]]) -> None:
    done = collect(keeper, told)
    assert len(items(done.text)) == len(told)
    assert keeper.collect(done.text, hot_window=0).text == done.text


def test_an_answer_without_its_call_is_told(keeper: Keeper) -> None:
    told = [{"role": "user", "content": [{"type": "tool_result", "tool_use_id": "gone", "content": "x"}]}]
    assert collect(keeper, told).statistics.orphans == 1


def test_ids_that_come_twice_belong_to_the_call_before(keeper: Keeper) -> None:
    told = [
        one
        for n in range(3)
        for one in (
            {
                "role": "assistant",
                "content": "x",
                "tool_calls": [
                    {
                        "id": "call_0",
                        "type": "function",
                        "function": {"name": "Edit", "arguments": json.dumps({"file_path": f"{n}.py"})},
                    }
                ],
            },
            {"role": "tool", "tool_call_id": "call_0", "content": "String not found" if n == 1 else "ok"},
        )
    ]
    done = collect(keeper, told)
    assert list(done.book.edits) == ["0.py", "1.py", "2.py"]
    assert done.statistics.turns == 3


def test_a_secret_of_a_folded_output_is_counted_once_and_not_kept(keeper: Keeper) -> None:
    log = "\n".join([f"line {n} of what a tool said" for n in range(60)] + ["export AWS_KEY=AKIAIOSFODNN7EXAMPLQ", ""])
    told = [
        {"role": "user", "content": "Go on."},
        {
            "role": "assistant",
            "content": [{"type": "tool_use", "id": "c", "name": "Bash", "input": {"command": "env"}}],
        },
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c", "content": log}]},
    ]
    done = keeper.collect(json.dumps(told), hot_window=0)
    (node,) = done.nodes
    assert done.statistics.redacted == 1
    assert keeper.content(node) == log.replace("AKIAIOSFODNN7EXAMPLQ", "[redacted: AWS Access Key]")
