from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from fakes.checking_trajectories import Keeper, wrong_with
from fakes.trajectories import Step, Story, opencode, text

from adrguard.memory.gc import shapes
from adrguard.memory.gc.framing import parsed
from adrguard.memory.gc.marks import DIGEST, mark_of

LONG = "\n".join(f"line {n} of what a tool said" for n in range(60))


@pytest.fixture
def keeper(tmp_path: Path) -> Keeper:
    return Keeper(tmp_path)


def message(number: int, role: str, *parts: dict[str, Any], **more: Any) -> dict[str, Any]:
    name = f"msg_{number:03d}"
    info = {"id": name, "sessionID": "ses_1", "role": role, "time": {"created": number}, "agent": "build", **more}
    like = {"sessionID": "ses_1", "messageID": name}
    return {"info": info, "parts": [{"id": f"prt_{number}{at}", **like, **one} for at, one in enumerate(parts)]}


def asked(number: int, words: str, **more: Any) -> dict[str, Any]:
    return message(number, "user", {"type": "text", "text": words}, model={"providerID": "a", "modelID": "m"}, **more)


def tool(call: str, **state: Any) -> dict[str, Any]:
    told = {"status": "completed", "input": {"command": "make"}, "title": "make", "metadata": {}, "time": {"start": 1}}
    return {"type": "tool", "callID": call, "tool": "bash", "state": {**told, **state}}


def answer(number: int, parent: int, *parts: dict[str, Any]) -> dict[str, Any]:
    return message(number, "assistant", *parts, parentID=f"msg_{parent:03d}", providerID="a", modelID="m")


def session(*messages: dict[str, Any]) -> str:
    return json.dumps({"info": {"id": "ses_1", "title": "The shop"}, "messages": messages}, indent=2)


def messages(text: str) -> list[dict[str, Any]]:
    return json.loads(text)["messages"]


def test_a_long_session_becomes_small_and_stays_one(keeper: Keeper) -> None:
    before = text("opencode", Story(5, 120))
    assert shapes.shape_of(parsed(before)).name == "opencode"
    done = keeper.collect(before)
    assert done.statistics.trr >= 85
    assert wrong_with(done.text, "opencode") == []
    assert json.loads(done.text)["info"] == json.loads(before)["info"]
    assert messages(done.text)[-5:] == messages(before)[-5:]
    assert keeper.collect(done.text).text == done.text


def test_the_digest_is_what_the_hot_answers_answer(keeper: Keeper) -> None:
    story = Story.of(Step(asked="Mend the cart."), *Story(3, 60).steps[1:16])
    told = opencode(story)
    done = keeper.collect(json.dumps(told), context_window=200)
    digest, *rest = messages(done.text)
    mark = mark_of(digest["parts"][0]["text"])
    assert mark
    assert mark.sort == DIGEST
    assert digest["info"] == told["messages"][0]["info"]
    assert {one["info"]["parentID"] for one in rest} == {digest["info"]["id"]}
    assert rest[-5:] == told["messages"][-5:]


def test_a_digest_in_the_place_of_an_answer_is_said_by_the_user(keeper: Keeper) -> None:
    told = [asked(1, "Go."), *(answer(n, 1, tool(f"c{n}", output=LONG)) for n in range(2, 30)), asked(40, "On.")]
    digest = messages(keeper.collect(session(*told), hot_window=1, context_window=300).text)[0]
    assert digest["info"]["role"] == "user"
    assert digest["info"]["model"] == {"providerID": "a", "modelID": "m"}
    assert set(digest["info"]) <= {"id", "sessionID", "role", "time", "agent", "model"}
    assert [part["messageID"] for part in digest["parts"]] == [digest["info"]["id"]]


def test_a_result_and_what_repeats_it_are_folded(keeper: Keeper) -> None:
    told = [
        asked(1, "Go."),
        answer(2, 1, tool("c1", output=LONG, metadata={"output": LONG, "exit": 2})),
        answer(3, 1, tool("c2", status="error", error=LONG + "\nend")),
        asked(4, "On."),
    ]
    done = messages(keeper.collect(session(*told), hot_window=1, threshold=3).text)
    states = [done[at]["parts"][0]["state"] for at in (1, 2)]
    assert mark_of(states[0]["output"])
    assert mark_of(states[1]["error"])
    assert states[0]["metadata"]["exit"] == 2
    assert states[0]["input"] == {"command": "make"}


def test_what_stands_before_a_compaction_stays_and_is_not_read(keeper: Keeper) -> None:
    compaction = message(5, "user", {"type": "compaction", "auto": True, "tail_start_id": "msg_003"})
    summary = answer(6, 5, {"type": "text", "text": "It was mended."})
    summary["info"]["summary"] = True
    told = [asked(1, "Go."), answer(2, 1, tool("c1", output=LONG)), asked(3, "On."), answer(4, 3), compaction, summary]
    values = parsed(session(*told, asked(7, "And."))).values
    entries = shapes.shape_of(parsed(session(*told))).entries(values)
    assert [one.kept for one in entries] == [True] * 6 + [False]
    assert [one.tokens > 0 for one in entries] == [False, False, True, True, True, True, True]
    assert keeper.collect(session(*told), hot_window=0, threshold=3).text == session(*told)


def test_what_the_program_adds_is_not_asked_and_what_it_cleared_is_not_read() -> None:
    added = message(1, "user", {"type": "text", "text": "reminder", "synthetic": True})
    cleared = answer(2, 1, tool("c1", output=LONG, time={"start": 1, "end": 2, "compacted": 3}))
    failed = answer(3, 1)
    failed["info"]["error"] = {"name": "APIError", "data": {"message": "no answer from the model"}}
    document = parsed(session(added, cleared, failed, {**asked(4, "x"), "note": 1}))
    one, two, three, _ = shapes.shape_of(document).entries(document.values)
    assert (one.asks, two.results[0].fixed, three.failure) == (False, True, "no answer from the model")
    assert two.tokens < 40
