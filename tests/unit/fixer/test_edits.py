import pytest
from hypothesis import given
from hypothesis import strategies as st

from adrguard.fixer.edits import Edit, apply, between, overlap, sound


def test_edits_are_made_in_any_order() -> None:
    assert apply("abcdef", [Edit(4, 5, ""), Edit(0, 1, "XX"), Edit(2, 2, "-")]) == "XXb-cdf"


@pytest.mark.parametrize(
    ("one", "other", "touch"),
    [
        pytest.param(Edit(0, 3, ""), Edit(3, 5, ""), False, id="side by side"),
        pytest.param(Edit(0, 4, ""), Edit(3, 5, ""), True, id="one into the other"),
        pytest.param(Edit(0, 9, ""), Edit(3, 5, ""), True, id="one around the other"),
        pytest.param(Edit(3, 3, "a"), Edit(3, 3, "b"), True, id="two insertions at one place"),
        pytest.param(Edit(3, 3, "a"), Edit(5, 5, "b"), False, id="two insertions"),
    ],
)
def test_edits_of_two_rules_that_touch_each_other(one: Edit, other: Edit, *, touch: bool) -> None:
    assert overlap([one], [other]) is overlap([other], [one]) is touch


def test_edits_that_lie_over_each_other_are_not_sound() -> None:
    assert sound([Edit(0, 2, ""), Edit(2, 3, "")])
    assert not sound([Edit(0, 2, ""), Edit(1, 3, "")])


@given(st.text("ab\n\r\u00e9"), st.text("ab\n\r\u00e9"))
def test_the_edits_between_two_texts_lead_from_one_to_the_other(old: str, new: str) -> None:
    assert apply(old, between(old, new)) == new
