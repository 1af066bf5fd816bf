from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from fakes.checking_trajectories import Keeper, items, slices, wrong_with

from adrguard.memory.gc.marks import mark_of

LONG = "\n".join(f"line {n} of what a tool said" for n in range(60))


@pytest.fixture
def keeper(tmp_path: Path) -> Keeper:
    return Keeper(tmp_path)


class Transcript:
    """Lines of a transcript, each following the last unless it says otherwise."""

    def __init__(self) -> None:
        self.lines: list[dict[str, Any]] = []
        self.parent: str | None = None

    def add(self, kind: str, **body: Any) -> str:
        name = f"u{len(self.lines)}"
        line = {"parentUuid": self.parent, "isSidechain": False, "type": kind, "uuid": name, "sessionId": "s", **body}
        self.lines.append(line)
        if not line["isSidechain"]:
            self.parent = name
        return name

    def ask(self, text: str, **body: Any) -> str:
        return self.add("user", message={"role": "user", "content": text}, **body)

    def use(self, number: int, name: str = "Bash", given: Any = None, output: str = LONG, **body: Any) -> str:
        block = {"type": "tool_use", "id": f"t{number}", "name": name, "input": given or {"command": f"ls {number}"}}
        self.add("assistant", message={"id": f"m{number}", "role": "assistant", "content": [block]}, **body)
        result = {"type": "tool_result", "tool_use_id": f"t{number}", "content": output}
        return self.add("user", message={"role": "user", "content": [result]}, toolUseResult={"stdout": output}, **body)

    @property
    def text(self) -> str:
        return "".join(json.dumps(line) + "\n" for line in self.lines)


def by_uuid(text: str) -> dict[str, dict[str, Any]]:
    return {line["uuid"]: line for line in items(text) if "uuid" in line}


def test_an_answer_of_several_lines_and_its_results_are_one_turn(keeper: Keeper) -> None:
    told = Transcript()
    told.ask("go")
    for number in (1, 2):
        block = {"type": "tool_use", "id": f"t{number}", "name": "Bash", "input": {"command": "ls"}}
        told.add("assistant", message={"id": "m1", "role": "assistant", "content": [block]})
    for number in (1, 2):
        told.add(
            "user",
            message={
                "role": "user",
                "content": [{"type": "tool_result", "tool_use_id": f"t{number}", "content": LONG}],
            },
        )
        told.add("attachment", attachment={"type": "date"})
    told.ask("next")
    done = keeper.collect(told.text, hot_window=1)
    assert (done.statistics.turns, done.statistics.folded, done.statistics.repeated) == (3, 1, 1)


def test_what_repeats_a_result_for_programs_is_folded_with_it(keeper: Keeper) -> None:
    told = Transcript()
    told.ask("go")
    name = told.use(1)
    line = by_uuid(keeper.collect(told.text, hot_window=0).text)[name]
    mark = mark_of(line["toolUseResult"])
    assert mark
    assert json.loads(keeper.content(mark.node)) == {"stdout": LONG}
    assert mark_of(line["message"]["content"][0]["content"])


def test_the_digest_takes_the_uuid_that_the_hot_lines_follow(keeper: Keeper) -> None:
    told = Transcript()
    told.ask("go")
    for number in range(30):
        told.use(number)
    last = told.parent
    told.ask("next")
    done = keeper.collect(told.text, hot_window=1, context_window=1)
    lines = by_uuid(done.text)
    assert mark_of(lines[str(last)]["message"]["content"])
    assert slices(done.text)[-1] == slices(told.text)[-1]
    assert wrong_with(done.text, "claude-code") == []


def test_a_turn_that_a_hot_line_branches_from_stays(keeper: Keeper) -> None:
    told = Transcript()
    told.ask("go")
    fork = told.use(0)
    for number in range(1, 30):
        told.use(number)
    told.ask("one way")
    told.add("user", message={"role": "user", "content": "the other way"}, parentUuid=fork)
    done = keeper.collect(told.text, hot_window=2, context_window=1)
    assert by_uuid(done.text)[fork]["parentUuid"] in by_uuid(done.text)
    assert wrong_with(done.text, "claude-code") == []
    assert keeper.collect(done.text, hot_window=2, context_window=1).text == done.text


def test_what_is_no_part_of_the_talk_stays_and_so_does_what_came_before_the_first_answer(keeper: Keeper) -> None:
    told = Transcript()
    told.lines.append({"type": "summary", "summary": "x", "leafUuid": "u1"})
    told.ask("go")
    told.add("attachment", attachment={"type": "env"}, rendered=[{"content": "you are in /work"}])
    for number in range(30):
        told.use(number)
        told.add("system", subtype="turn_duration", durationMs=1)
        told.lines.append({"type": "last-prompt", "lastPrompt": "go", "sessionId": "s"})
    done = keeper.collect(told.text, hot_window=3, context_window=1)
    kinds = [line["type"] for line in items(done.text)]
    assert (kinds.count("summary"), kinds.count("attachment"), kinds.count("last-prompt")) == (1, 1, 30)
    assert wrong_with(done.text, "claude-code") == []
    digest = next(line for line in items(done.text) if line["type"] == "user")
    assert digest["parentUuid"] == "u2"


def test_the_last_summary_of_the_program_stays_with_its_border(keeper: Keeper) -> None:
    told = Transcript()
    told.ask("go")
    for number in range(15):
        told.use(number)
    told.add(
        "system",
        subtype="compact_boundary",
        content="Conversation compacted",
        parentUuid=None,
        logicalParentUuid=told.parent,
    )
    told.ask("This session is being continued.", isCompactSummary=True)
    for number in range(15, 40):
        told.use(number)
    done = keeper.collect(told.text, hot_window=2, context_window=1)
    assert "This session is being continued." in done.text
    assert "compact_boundary" in done.text
    assert keeper.collect(done.text, hot_window=2, context_window=1).text == done.text


def test_a_talk_beside_goes_with_the_turn_it_belongs_to_and_its_edits_are_named(keeper: Keeper) -> None:
    told = Transcript()
    told.ask("go")
    told.use(0, "Task", {"prompt": "look"}, "found it")
    told.use(100, "Edit", {"file_path": "side.py"}, "ok", isSidechain=True, agentId="a1")
    before = told.text
    assert keeper.collect(before, hot_window=0).text == before
    for number in range(1, 30):
        told.use(number)
    done = keeper.collect(told.text, hot_window=2, context_window=1)
    assert "- side.py" in done.digest
    assert not any(line.get("isSidechain") for line in items(done.text))


def test_an_error_of_the_api_is_named(keeper: Keeper) -> None:
    told = Transcript()
    told.ask("go")
    told.add(
        "assistant",
        message={"id": "m", "role": "assistant", "content": [{"type": "text", "text": "API Error: 529"}]},
        isApiErrorMessage=True,
    )
    assert list(keeper.collect(told.text, hot_window=0).book.errors) == ["API Error: 529"]


def test_lines_that_come_twice_are_no_harm(keeper: Keeper) -> None:
    told = Transcript()
    told.ask("go")
    for number in range(30):
        told.use(number)
    told.lines = told.lines[:20] + told.lines[10:]
    done = keeper.collect(told.text, hot_window=2, context_window=1)
    assert keeper.collect(done.text, hot_window=2, context_window=1).text == done.text
