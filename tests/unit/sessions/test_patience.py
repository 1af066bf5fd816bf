from __future__ import annotations

import pytest

from adrguard.sessions.patience import MOST_TURNS, ROUNDS, Turn, kept, weigh


def run(found: str, most: int, *, new_turn: bool = False) -> str:
    """Return one letter for each set of findings: H held back, L let go."""
    turn, said = Turn(), ""
    for mark in found:
        turn, count = weigh(turn, ord(mark), most, new_turn=new_turn)
        said += "H" if count.hold else "L"
    return said


@pytest.mark.parametrize(
    ("found", "most", "expected"),
    [
        pytest.param("aaaaaa", 3, "HHHLLL", id="the same, again and again"),
        pytest.param("aabbab", 2, "HHHHLL", id="each set has a count of its own"),
        pytest.param("ababab", 2, "HHHHLL", id="going back and forth is no way on"),
        pytest.param("aab", 1, "HLH", id="what is new is told"),
        pytest.param("aa", 0, "LL", id="only told"),
        pytest.param("abcdefghijklm", 1, "H" * ROUNDS + "LLL", id="always something else ends too"),
    ],
)
def test_an_agent_is_held_back_so_often(found: str, most: int, expected: str) -> None:
    assert run(found, most) == expected


def test_one_that_was_let_go_may_have_begun_a_new_turn() -> None:
    assert run("aaaaaaaa", 3, new_turn=True) == "HHHLHHHL"


def test_how_often_is_told() -> None:
    turn, count = weigh(Turn(((1, 2),)), 1, 3, new_turn=False)
    assert (count.hold, count.times) == (True, 3)
    assert weigh(turn, 1, 3, new_turn=False)[1].times == 3


def test_only_so_many_turns_are_kept_the_latest_last() -> None:
    turns: tuple[tuple[int, Turn], ...] = ()
    for key in [*range(MOST_TURNS + 5), 10]:
        turns = kept(turns, key, Turn())
    keys = [key for key, _ in turns]
    assert len(keys) == MOST_TURNS
    assert keys[-1] == 10
    assert len(set(keys)) == MOST_TURNS
