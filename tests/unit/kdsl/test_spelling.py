"""Edit distance: letters added, left out, replaced, neighbours swapped."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adrguard.kdsl.spelling import did_you_mean, distance, nearest

words = st.text("abcd", max_size=6)


@pytest.mark.parametrize(
    ("left", "right", "edits"),
    [("deny", "deny", 0), ("denny", "deny", 1), ("dny", "deny", 1), ("dent", "deny", 1), ("dney", "deny", 1), ("becuase", "because", 1), ("", "abc", 3), ("kitten", "sitting", 3)],
)  # fmt: skip
def test_a_slip_is_one_edit(left, right, edits):
    assert distance(left, right) == edits


@given(words, words)
def test_distance_is_symmetric_and_bounded(left, right):
    found = distance(left, right)
    assert found == distance(right, left)
    assert (found == 0) == (left == right)
    assert abs(len(left) - len(right)) <= found <= max(len(left), len(right))


@given(words, st.integers(0, 6), st.sampled_from("abcd"))
def test_one_letter_more_is_one_edit_more_at_most(word, at, letter):
    assert distance(word, word[:at] + letter + word[at:]) == 1


def test_the_nearest_word_is_found_within_what_its_length_allows():
    assert nearest("improt", ["import", "call"]) == "import"
    assert nearest("IMPORTS", ["import", "call"]) == "import"
    assert nearest("xy", ["in", "on"]) == ""
    assert nearest("", []) == ""


def test_hints_name_the_near_word_or_all_of_them():
    assert did_you_mean("pyhton", ["python", "rust"]) == "did you mean 'python'?"
    assert did_you_mean("basic", ["python", "rust"]) == "use one of: python, rust"
    assert did_you_mean("x" * 5000, ["python"]) == "use one of: python"
