from __future__ import annotations

import pytest

from adrguard.memory.gc.parts import ASSISTANT, USER, Turn
from adrguard.memory.gc.tiers.digesting import Need, count, cuts


def need(
    now: list[int], *, window: int = 1000, before: int = 0, turns: int = 0, old: int = 0, digest: int = 10
) -> Need:
    return Need(window, 0, before or sum(now), turns or len(now), now, old, lambda _: digest)


@pytest.mark.parametrize(
    ("given", "gone"),
    [
        pytest.param(need([100] * 5), 0, id="short and inside the zone"),
        pytest.param(need([100] * 10), 5, id="short and above the zone"),
        pytest.param(need([1] * 30, before=3000), 1, id="long: always one"),
        pytest.param(need([10] * 30, before=3000), 6, id="long: a twelfth of what it was"),
        pytest.param(need([100] * 30, window=10_000), 28, id="long: not yet a twelfth"),
        pytest.param(need([300] * 10, window=100), 10, id="all, where nothing is enough"),
        pytest.param(need([1] * 5, window=1, digest=10), 0, id="nothing, where a digest takes more"),
        pytest.param(need([10, *[1] * 30], before=3000, turns=60, old=1), 1, id="a digest that suffices stays"),
        pytest.param(need([10, *[100] * 30], before=3000, turns=60, old=1), 29, id="a digest that takes more in"),
    ],
)
def test_how_many_turns_give_way(given: Need, gone: int) -> None:
    assert count(given, range(1, len(given.now) + 1)) == gone


def turn(speaker: str) -> Turn:
    return Turn((0,), speaker)


@pytest.mark.parametrize(
    ("cold", "following", "alternates", "places"),
    [
        pytest.param("uaua", "u", True, [1, 3], id="before an answer"),
        pytest.param("uaua", "a", True, [1, 3, 4], id="an answer follows"),
        pytest.param("uaua", "", True, [1, 3, 4], id="nothing follows"),
        pytest.param("uaua", "u", False, [1, 2, 3, 4], id="anywhere"),
        pytest.param("uu", "u", True, [1, 2], id="roles that never alternated"),
    ],
)
def test_where_a_digest_may_stand(cold: str, following: str, alternates: bool, places: list[int]) -> None:
    names = {"u": USER, "a": ASSISTANT}
    last = turn(names[following]) if following else None
    assert cuts([turn(names[one]) for one in cold], last, alternates=alternates) == places
