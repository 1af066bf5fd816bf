from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from fakes.checking_trajectories import Keeper
from fakes.trajectories import SHAPES, Step, Story, Used, text

from adrguard.memory.gc.framing import TrajectoryError

if TYPE_CHECKING:
    from collections.abc import Iterator

STORY = Story(turns=0)
STORY.steps += [
    Step(asked="go on"),
    Step(thought="because", said="Look.", used=(Used("call_1", "Bash", {"command": "ls"}, "x\n" * 60, False),)),
    Step(said="Done."),
    Step(asked="and now?"),
    Step(said="Done."),
]

WANTED = {"hot_window": 1, "threshold": 5, "context_window": 1}


def places(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Yield where in a value there is another one."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, held in pairs:
        yield (*path, key)
        yield from places(held, (*path, key))


def put(value: Any, path: tuple[str | int, ...], other: Any) -> Any:
    """Return a value with another one at a place."""
    key, *rest = path
    new = {**value} if isinstance(value, dict) else [*value]
    new[key] = put(value[key], tuple(rest), other) if rest else other
    return new


def parsed(told: str) -> tuple[Any, bool]:
    """Return what a trajectory holds, and whether it is one value a line."""
    try:
        return json.loads(told), False
    except ValueError:
        return [json.loads(line) for line in told.split("\n") if line], True


@pytest.mark.parametrize("shape", SHAPES)
def test_a_list_where_a_name_has_to_stand_or_a_number_for_a_block_is_dealt_with(shape: str, tmp_path: Path) -> None:
    keeper = Keeper(tmp_path)
    told, by_line = parsed(text(shape, STORY))
    for path in places(told):
        odd = put(told, path, 1.5 if isinstance(path[-1], int) else [{}])
        try:
            done = keeper.collect("\n".join(map(json.dumps, odd)) if by_line else json.dumps(odd), **WANTED)
            again = keeper.collect(done.text, **WANTED)
        except TrajectoryError:
            continue
        assert again.text == done.text, path
