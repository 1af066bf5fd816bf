from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adrguard.fixer.differences import SMALL, Differences

LINES = st.lists(st.sampled_from(["a\n", "b\n", "c\n", "d\n", "e\n"]), max_size=60)


@given(LINES, LINES)
def test_what_is_matched_is_the_same_in_both_and_in_order(old: list[str], new: list[str]) -> None:
    at = there = 0
    for block in Differences(old, new).get_matching_blocks():
        assert block.a >= at
        assert block.b >= there
        assert old[block.a : block.a + block.size] == new[block.b : block.b + block.size]
        at, there = block.a + block.size, block.b + block.size
    assert (at, there) == (len(old), len(new))


@pytest.mark.parametrize(
    ("old", "new", "kinds"),
    [
        pytest.param("abc", "abc", "equal", id="the same"),
        pytest.param("", "", "", id="nothing"),
        pytest.param("abc", "axc", "equal replace equal", id="one line"),
        pytest.param("abcabc", "aabcabx", "equal insert equal replace", id="more of a line that comes again"),
        pytest.param("abcdef", "defabc", "delete equal insert", id="turned round"),
    ],
)
def test_small_texts_are_told_apart_as_a_person_would(old: str, new: str, kinds: str) -> None:
    assert " ".join(kind for kind, *_ in Differences(list(old), list(new)).get_opcodes()) == kinds


def test_large_texts_are_told_apart_line_by_line_with_a_line_that_is_put_in() -> None:
    count = SMALL
    old = ["x\n", *["old\n", "pass\n"] * count]
    new = ["y\n", "z\n", *["new\n", "pass\n"] * count]
    kinds = [kind for kind, *_ in Differences(old, new).get_opcodes()]
    assert kinds == ["replace", "equal"] * count
    assert [row for row in Differences(old, old[1:]).get_opcodes() if row[0] != "equal"] == [("delete", 0, 1, 0, 0)]
