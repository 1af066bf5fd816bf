from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from fakes.checking_trajectories import Keeper, items, slices, wrong_with
from fakes.trajectories import Story, gemini, text

from adrguard.memory.gc import shapes
from adrguard.memory.gc.framing import parsed
from adrguard.memory.gc.marks import mark_of
from adrguard.memory.gc.shapes.gemini_log import settled

LONG = "\n".join(f"line {n} of what a tool said" for n in range(60))
HEAD = {"sessionId": "5e55", "projectHash": "ab12", "startTime": "2026-11-30T10:00:00.000Z", "kind": "main"}


@pytest.fixture
def keeper(tmp_path: Path) -> Keeper:
    return Keeper(tmp_path)


def lines(*told: dict[str, Any]) -> str:
    return "".join(json.dumps(one) + "\n" for one in told)


def user(number: int, words: str) -> dict[str, Any]:
    return {"id": f"u{number}", "timestamp": "t", "type": "user", "content": [{"text": words}]}


def answered(call: str, output: Any) -> dict[str, Any]:
    return {"functionResponse": {"id": call, "name": "run_shell_command", "response": output}}


def gemini_said(number: int, *results: Any, words: str = "", **more: Any) -> dict[str, Any]:
    called = [
        {
            "id": f"c{number}-{at}",
            "name": "run_shell_command",
            "args": {"command": f"make {number}"},
            "status": "success",
            "timestamp": "t",
            **({"result": result} if result else {}),
            **more,
        }
        for at, result in enumerate(results)
    ]
    return {"id": f"g{number}", "timestamp": "t", "type": "gemini", "content": words, "toolCalls": called}


def state(text: str) -> list[Any]:
    return settled(parsed(text)).values


def texts(value: Any) -> list[str]:
    """Return all texts in a value."""
    if isinstance(value, str):
        return [value]
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [one for part in parts for one in texts(part)]


def test_a_long_recording_becomes_small_and_stays_one(keeper: Keeper) -> None:
    before = text("gemini-cli", Story(5, 120))
    assert shapes.shape_of(parsed(before)).name == "gemini-cli"
    done = keeper.collect(before)
    assert done.statistics.trr >= 85
    assert wrong_with(done.text, "gemini-cli") == []
    assert slices(done.text)[-5:] == slices(before)[-5:]
    assert keeper.collect(done.text).text == done.text


def test_a_session_of_one_file_becomes_small_as_well(keeper: Keeper) -> None:
    head, *messages = gemini(Story(5, 60))
    before = json.dumps({**head, "messages": messages}, indent=2)
    done = keeper.collect(before)
    told = json.loads(done.text)
    assert shapes.shape_of(parsed(before)).name == "gemini-cli"
    assert {key: held for key, held in told.items() if key != "messages"} == head
    assert told["messages"][-5:] == messages[-5:]
    assert len(done.text) < len(before) / 3


def test_what_a_message_became_last_is_read_where_it_stood_first(keeper: Keeper) -> None:
    begun, done = gemini_said(1, None), gemini_said(1, [answered("c1-0", {"output": "ok"})])
    told = [HEAD, user(1, "Go."), begun, {"$set": {"lastUpdated": "t1"}}, user(2, "And."), done]
    assert state(lines(*told)) == [{**HEAD, "lastUpdated": "t1"}, user(1, "Go."), done, user(2, "And.")]
    assert keeper.collect(lines(HEAD, user(1, "Go."), done)).text == lines(HEAD, user(1, "Go."), done)


def test_what_was_taken_back_is_gone() -> None:
    told = [HEAD, user(1, "a"), user(2, "b"), user(3, "c"), {"$rewindTo": "u2"}, user(4, "d")]
    assert state(lines(*told)) == [HEAD, user(1, "a"), user(4, "d")]
    assert state(lines(HEAD, user(1, "a"), {"$rewindTo": "unknown"}, user(2, "b"))) == [HEAD, user(2, "b")]


def test_a_checkpoint_takes_the_place_of_all_messages() -> None:
    told = [HEAD, user(1, "a"), {"$set": {"messages": [user(2, "b")], "summary": "s"}}, user(3, "c")]
    assert state(lines(*told)) == [{**HEAD, "summary": "s"}, user(2, "b"), user(3, "c")]


def test_notes_stay_void_or_in_force_as_they_were() -> None:
    notes = {"$set": {"memoryScratchpad": {"version": 1}}}
    assert state(lines(HEAD, user(1, "a"), notes)) == [HEAD, user(1, "a"), notes]
    assert state(lines(HEAD, notes, user(1, "a"))) == [HEAD, notes, user(1, "a")]


def test_a_line_that_changes_nothing_and_a_last_one_that_is_cut_keep_their_bytes(keeper: Keeper) -> None:
    whole = lines(HEAD, user(1, "a")).replace('": ', '" :  ') + '{"id":"u2","ty'
    assert keeper.collect(whole).text == whole
    odd = lines(HEAD, {"note": 1}, user(1, "a"))
    assert keeper.collect(odd).text == odd


@pytest.mark.parametrize(
    ("result", "after"),
    [
        pytest.param(
            [answered("c1-0", {"output": LONG})], lambda told: [answered("c1-0", {"output": told})], id="parts"
        ),
        pytest.param(
            [answered("c1-0", {"error": LONG})], lambda told: [answered("c1-0", {"error": told})], id="an error"
        ),
        pytest.param(LONG, lambda told: told, id="a text"),
        pytest.param(answered("c1-0", {"output": LONG}), lambda told: answered("c1-0", {"output": told}), id="a part"),
        pytest.param(
            [answered("c1-0", {"rows": LONG.split("\n")}), {"inlineData": {"mimeType": "image/png", "data": "AA"}}],
            lambda told: [answered("c1-0", {"output": told}), {"inlineData": {"mimeType": "image/png", "data": "AA"}}],
            id="values, and an image",
        ),
    ],
)
def test_a_result_is_folded_wherever_it_stands(keeper: Keeper, result: Any, after: Any) -> None:
    told = [HEAD, user(1, "Go."), gemini_said(1, result, resultDisplay=LONG), user(2, "On.")]
    done = items(keeper.collect(lines(*told), hot_window=1, threshold=3).text)[2]["toolCalls"][0]
    (folded,) = [one for one in texts(done["result"]) if mark_of(one)]
    assert done["result"] == after(folded)
    assert mark_of(done["resultDisplay"]) or done["resultDisplay"] == LONG


def test_what_the_program_only_shows_is_not_read_but_an_error_is_told(keeper: Keeper) -> None:
    shown = {"id": "e1", "timestamp": "t", "type": "error", "content": "Error: no answer from the model"}
    told = [HEAD, user(1, "/help me"), user(2, "Go on."), shown, gemini_said(1, words="Decision: stop there.")]
    entries = shapes.shape_of(parsed(lines(*told))).entries(items(lines(*told)))
    assert [one.tokens > 0 for one in entries] == [False, False, True, False, True]
    assert [one.asks for one in entries] == [False, False, True, False, False]
    assert entries[3].failure.startswith("Error")


def test_results_that_a_message_of_the_user_repeats_are_dealt_with_there_too(keeper: Keeper) -> None:
    again = {"id": "r1", "timestamp": "t", "type": "user", "content": [answered("c1-0", {"output": LONG})]}
    told = [HEAD, user(1, "Go."), gemini_said(1, [answered("c1-0", {"output": LONG})]), again, user(2, "On.")]
    done = items(keeper.collect(lines(*told), hot_window=1, threshold=3).text)
    assert done[3]["content"][0]["functionResponse"]["response"]["output"] != LONG
