import pytest

from adrguard.syntax.escapes import unescaped


@pytest.mark.parametrize(
    "escape",
    [r"\x6c", r"\u006c", r"\uu006c", r"\u{6c}", r"\U0000006c", r"\154", "\\\nl"],
)
def test_an_escape_is_read_as_its_character(escape: str) -> None:
    assert unescaped(f"eva{escape}") == "eval"


@pytest.mark.parametrize("text", ["plain", r"a\n", r"\u{110000}", r"\xzz"])
def test_what_stands_for_no_character_by_its_number_is_left(text: str) -> None:
    assert unescaped(text) == text
