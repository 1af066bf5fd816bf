import pytest
from hypothesis import given
from hypothesis import strategies as st

from adrguard.engine import needles


@given(st.sets(st.binary(min_size=1, max_size=6), max_size=20), st.binary(max_size=400))
def test_both_ways_of_looking_agree_with_plain_containment(wanted: set[bytes], haystack: bytes) -> None:
    expected = {one for one in wanted if one in haystack}
    assert needles.present(wanted, haystack) == expected
    if wanted:
        assert needles._in_one_pass(sorted(wanted), haystack) == expected


def test_a_literal_inside_a_longer_one_is_found_with_it() -> None:
    assert needles._in_one_pass([b"foobar", b"bar", b"oba", b"x"], b"..foobar..") == {b"foobar", b"bar", b"oba"}


def test_overlapping_literals_are_all_found() -> None:
    assert needles._in_one_pass([b"abc", b"bcd"], b"abcd") == {b"abc", b"bcd"}


def test_thousands_of_hits_of_a_common_literal_do_not_hide_a_rare_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(needles, "MOST_HITS", 10)
    assert needles._in_one_pass([b"common", b"rare"], b"common " * 100 + b"rare") == {b"common", b"rare"}


def test_many_literals_over_a_large_text_take_the_one_pass_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(needles, "ONE_BY_ONE", 0)
    text = b"a line of no interest\n" * 500 + b"needle-7 stands at the end"
    assert needles.present({b"needle-%d" % n for n in range(50)}, text) == {b"needle-7"}


@pytest.mark.parametrize(
    ("groups", "expected"),
    [
        pytest.param([(b"oo.ba",)], True, id="a part that occurs"),
        pytest.param([(b" foo ", b" nowhere ")], False, id="all parts of a group must occur"),
        pytest.param([(b" nowhere ",), (b" bar ",)], True, id="any group will do"),
        pytest.param([(b" fo ",)], False, id="a word must be whole"),
        pytest.param([(b" x ",)], True, id="an underscore parts words"),
        pytest.param([(b" foo ", b"oo.ba")], True, id="a word and a part"),
        pytest.param([], False, id="no group at all"),
    ],
)
def test_a_condition_holds_when_one_group_occurs_whole(groups: list[tuple[bytes, ...]], *, expected: bool) -> None:
    haystack = needles.Haystack(b"foo.bar(x_y)")
    assert haystack.holds(needles.sort(groups)) is expected
    assert needles.satisfied([groups], [needles.Haystack(b"other"), haystack]) == [expected]


def test_a_condition_may_be_met_by_several_files_together_only_as_a_first_guess() -> None:
    one, other = needles.Haystack(b"foo"), needles.Haystack(b"bar")
    assert needles.satisfied([[(b" foo ", b" bar ")]], [one, other]) == [True]
    assert not one.holds(needles.sort([(b" foo ", b" bar ")]))


def test_a_large_text_is_searched_for_the_longest_part_of_each_group(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(needles, "LARGE", 10)
    haystack = needles.Haystack(b"here stands a forbidden_call( and more")
    conditions = [[(b" forbidden ", b"forbidden_call(")], [(b" elsewhere ", b"a")], [(b" x ",), (b" stands ",)], []]
    assert needles.satisfied(conditions, [haystack]) == [True, False, True, False]
