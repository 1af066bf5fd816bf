"""The order of what was found."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adrguard.memory.ranking import GIVERS, NAME, order


def notes(*args, **more) -> list[int]:
    return [hit.note for hit in order(*args, **more)]


def test_ranks_of_several_ways_are_added_up() -> None:
    hits = order({"keyword": [1, 2, 3], "vector": [3, 1]}, (), {})
    assert [hit.note for hit in hits] == [1, 3, 2]
    assert hits[0].score == pytest.approx(1 / 61 + 1 / 62)
    assert hits[0].ranks == (("keyword", 1), ("vector", 2))


def test_where_two_ways_hold_two_notes_for_the_best_in_turn_the_first_way_decides() -> None:
    assert notes({"keyword": [7, 2], "vector": [2, 7]}, (), {}) == [7, 2]
    assert notes({"keyword": [2, 7], "vector": [7, 2]}, (), {}) == [2, 7]


def test_a_name_outweighs_all_other_ways_together() -> None:
    ranked = {NAME: [9], "keyword": [1, 2], "vector": [1, 2]}
    assert notes(ranked, (), {}, lambda _: {1, 2})[0] == 9


def test_the_boost_is_a_share_of_the_score() -> None:
    hits = order({"keyword": [1, 2, 3, 4]}, (), {}, lambda _: {3})
    assert [hit.note for hit in hits] == [3, 1, 2, 4]
    assert hits[0].score == pytest.approx(1.05 / 63)
    assert not order({"keyword": [1, 2]}, (), {})[0].is_linked


def test_only_the_best_that_hold_make_others_better() -> None:
    asked: list[list[int]] = []

    def linked(given: list[int]) -> set[int]:
        asked.append(list(given))
        return set()

    order({"keyword": list(range(1, 30))}, {1}, {}, linked)
    assert asked == [list(range(2, 2 + GIVERS))]


def test_a_note_that_gave_way_comes_after_what_took_its_place_and_has_no_boost() -> None:
    hits = order({"keyword": [1, 2, 3]}, {1}, {1: [3]}, lambda _: {1})
    assert [hit.note for hit in hits] == [3, 1, 2]
    assert (hits[0].stands_for, hits[0].score, hits[1].is_linked) == (1, hits[1].score, False)


def test_what_took_its_place_is_found_with_it() -> None:
    hits = order({"keyword": [1]}, {1}, {1: [8, 9]})
    assert [(hit.note, hit.ranks) for hit in hits] == [(8, ()), (9, ()), (1, (("keyword", 1),))]


RANKS = st.lists(st.integers(1, 12), unique=True, max_size=12)
SUCCESSORS = st.dictionaries(st.integers(1, 6), st.lists(st.integers(7, 12), min_size=1, max_size=2, unique=True))


@given(RANKS, RANKS, RANKS, SUCCESSORS, st.sets(st.integers(1, 12)))
def test_scores_fall_and_nobody_stands_before_its_successor(name, keyword, vector, successors, linked) -> None:
    hits = order({NAME: name[:2], "keyword": keyword, "vector": vector}, set(successors), successors, lambda _: linked)
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    place = {hit.note: number for number, hit in enumerate(hits)}
    assert len(place) == len(hits)
    for old in set(successors) & set(place):
        assert all(place[new] < place[old] for new in successors[old])
