from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from fakes.checking_trajectories import Keeper, items, slices, wrong_with
from fakes.trajectories import Story, codex, text

from adrguard.memory.gc import shapes
from adrguard.memory.gc.framing import parsed
from adrguard.memory.gc.marks import mark_of

LONG = "\n".join(f"line {n} of what a tool said" for n in range(60))


@pytest.fixture
def keeper(tmp_path: Path) -> Keeper:
    return Keeper(tmp_path)


def line(kind: str, **payload: Any) -> dict[str, Any]:
    return {"timestamp": "2026-11-30T10:00:00.000Z", "type": kind, "payload": payload}


def message(role: str, words: str) -> dict[str, Any]:
    kind = "output_text" if role == "assistant" else "input_text"
    return line("response_item", type="message", role=role, content=[{"type": kind, "text": words}])


def lines(*told: dict[str, Any]) -> str:
    return "".join(json.dumps(one) + "\n" for one in told)


META = line("session_meta", id="s", cwd="/work", cli_version="0.140.0", base_instructions={"text": "Be an agent."})


def used(number: int, output: Any = LONG) -> list[dict[str, Any]]:
    given = json.dumps({"cmd": f"make {number}"})
    return [
        line("response_item", type="reasoning", summary=[], encrypted_content="e" * 90),
        line("response_item", type="function_call", name="exec_command", arguments=given, call_id=f"c{number}"),
        line("event_msg", type="token_count", info=None),
        line("response_item", type="function_call_output", call_id=f"c{number}", output=output),
    ]


def test_a_long_rollout_becomes_small_and_stays_a_rollout(keeper: Keeper) -> None:
    before = text("codex", Story(5, 120))
    assert shapes.shape_of(parsed(before)).name == "codex"
    done = keeper.collect(before)
    assert done.statistics.trr >= 85
    assert wrong_with(done.text, "codex") == []
    assert keeper.collect(done.text).text == done.text


def test_an_output_is_folded_in_its_place_and_keeps_its_call(keeper: Keeper) -> None:
    told = [META, message("user", "Go on."), *used(1), message("assistant", "Done.")]
    after = items(keeper.collect(lines(*told), hot_window=0).text)
    output = after[5]["payload"]
    assert output["call_id"] == "c1"
    mark = mark_of(output["output"])
    assert mark
    assert keeper.content(mark.node) == LONG
    assert [one for at, one in enumerate(after) if at != 5] == [one for at, one in enumerate(told) if at != 5]


def test_an_exit_code_within_an_output_makes_it_an_error(keeper: Keeper) -> None:
    output = json.dumps({"output": "no rule to make target", "metadata": {"exit_code": 2, "duration_seconds": 0.1}})
    told = lines(META, message("user", "Go on."), *used(1, output), message("assistant", "Done."))
    (error,) = keeper.collect(told, hot_window=0).book.errors
    assert error == "exec_command make 1: exit code 2 no rule to make target"


def test_what_describes_the_session_and_what_codex_says_itself_stays(keeper: Keeper) -> None:
    told = codex(Story(5, 80))
    context = [
        message("developer", "<permissions instructions>"),
        message("user", "# AGENTS.md instructions for /work\n\n<INSTRUCTIONS>\nUse tabs.\n</INSTRUCTIONS>"),
        message("user", "<environment_context>\n<cwd>/work</cwd>\n</environment_context>"),
    ]
    told[1:1] = context
    before = lines(*told)
    done = keeper.collect(before, hot_window=1)
    after = items(done.text)
    assert done.statistics.digested > 50
    assert "Use tabs" not in done.digest
    for kind in ("session_meta", "turn_context"):
        assert [one for one in after if one["type"] == kind] == [one for one in told if one["type"] == kind]
    assert all(one in after for one in context)
    events = [one["payload"]["type"] for one in after if one["type"] == "event_msg"]
    assert events.count("task_started") == sum(one["payload"].get("type") == "task_started" for one in told)
    asked = [one for one in told if one["payload"].get("type") == "user_message"]
    assert asked[0] in after
    assert events.count("user_message") < len(asked)


@pytest.mark.parametrize(
    "border",
    [
        pytest.param(line("compacted", message="What was before.", replacement_history=[]), id="compacted"),
        pytest.param(line("event_msg", type="thread_rolled_back", num_turns=2), id="rolled back"),
        pytest.param(line("response_item", type="compaction", encrypted_content="e"), id="an item that sums up"),
    ],
)
def test_what_stands_before_a_compaction_or_a_rollback_stays(keeper: Keeper, border: dict[str, Any]) -> None:
    old = [META, *codex(Story(5, 40))[1:], border]
    new = codex(Story(6, 60))[1:]
    before = lines(*old, *new)
    done = keeper.collect(before, hot_window=2)
    assert done.statistics.digested > 30
    assert slices(done.text)[: len(old)] == slices(before)[: len(old)]
    if border["type"] == "compacted":
        alone = keeper.collect(lines(META, *new), hot_window=2)
        assert done.statistics.before - alone.statistics.before < 50
    assert keeper.collect(done.text, hot_window=2).text == done.text


def test_a_digest_takes_time_and_number_of_the_line_whose_place_it_takes(keeper: Keeper) -> None:
    told = [{**one, "ordinal": at} for at, one in enumerate(codex(Story(5, 60)))]
    after = items(keeper.collect(lines(*told), hot_window=1).text)
    numbers = [one["ordinal"] for one in after]
    assert numbers == sorted(set(numbers))
    (digest,) = [one for one in after if "adrguard gc: digest" in json.dumps(one)]
    assert digest["timestamp"] == told[digest["ordinal"]]["timestamp"]
    assert digest["payload"]["role"] == "user"
