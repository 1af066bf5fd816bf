from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from adrguard.syntax.expressions import Haystack


@given(st.text(alphabet="aé€😀\n", max_size=40))
def test_bytes_are_told_as_characters_in_any_order(text):
    haystack = Haystack(text)
    places = [len(text[:count].encode()) for count in range(len(text) + 1)]
    for order in (places, places[::-1]):
        assert [haystack.characters(place) for place in order] == [places.index(place) for place in order]


@given(st.text(alphabet="aé€😀\n", min_size=1, max_size=40))
def test_one_character_further_is_the_next_character(text):
    haystack = Haystack(text)
    place = 0
    for char in text:
        assert haystack.after(place) == place + len(char.encode())
        place = haystack.after(place)


def test_a_search_ends_at_the_end():
    haystack = Haystack("ab")
    assert haystack.find("x*", 2) == (2, 2)
    assert haystack.find("x*", 3) is None
    assert haystack.find("b") == (1, 2)


def test_what_stands_before_the_start_still_counts_for_a_boundary():
    assert Haystack("ab").find(r"\bb", 1) is None
    assert Haystack("ab").find(r"^b", 1) is None
