import pytest
from hypothesis import given
from hypothesis import strategies as st

from adrguard.fixer.edits import CannotRewriteError, Edit, apply, between, overlap, rewritten, sound


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


@pytest.mark.parametrize(
    "encode",
    [
        pytest.param(lambda text: text.encode(), id="utf-8"),
        pytest.param(lambda text: b"\xef\xbb\xbf" + text.encode(), id="with a mark"),
        pytest.param(lambda text: b"\xff\xfe" + text.encode("utf-16-le"), id="utf-16, little end first"),
        pytest.param(lambda text: b"\xfe\xff" + text.encode("utf-16-be"), id="utf-16, big end first"),
    ],
)
def test_the_encoding_stays(encode) -> None:
    old, new = "gr\u00f6\u00dfe\r\nx\r\nend", "gr\u00f6\u00dfe\r\ny\r\nend"
    assert rewritten(encode(old), old, new) == encode(new)


def test_bytes_that_are_no_text_stay_where_they_are() -> None:
    data = b"# caf\xe9\r\nx = 1\r\n# \xff"
    assert rewritten(data, data.decode("utf-8", "replace"), "# caf\ufffd\r\nx = 2\r\n# \ufffd") == data.replace(
        b"1", b"2"
    )


@pytest.mark.parametrize(
    ("data", "new"),
    [
        pytest.param(b"x = 1  # \xe9\n", "x = 2  # \ufffd\n", id="its line has them"),
        pytest.param(b"x\n# \xe9\n", "\u00fc\n# \ufffd\n", id="it gets what may not fit"),
        pytest.param(b"\xff\xfex\x00\n\x00\x00", "y\n", id="half a character of UTF-16"),
    ],
)
def test_a_file_is_not_written_where_its_bytes_would_be_guessed(data: bytes, new: str) -> None:
    old = data.decode("utf-8", "replace") if not data.startswith(b"\xff\xfe") else "x\n\ufffd"
    with pytest.raises(CannotRewriteError):
        rewritten(data, old, new)
