import pytest
from hypothesis import given
from hypothesis import strategies as st

from adrguard.engine.kept import kept_lines


def kept(old: str, new: str) -> str:
    lines = new.split("\n")
    return "".join(lines[number - 1] for number in sorted(kept_lines(old, new)))


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        pytest.param("abc", "abc", "abc", id="nothing changed"),
        pytest.param("abc", "aXbc", "abc", id="inserted between lines that occur once"),
        pytest.param("abc", "ac", "ac", id="removed"),
        pytest.param("axbxc", "axbxNxc", "axbxc", id="a pasted copy of a line stands beside what is new"),
        pytest.param("pxqxr", "PxqxNxR", "xqx", id="copies hang on the lines between them"),
        pytest.param("abcd", "abXcYd", "abcd", id="two insertions"),
        pytest.param("", "ab", "", id="an empty file had no line of these"),
        pytest.param("xx", "yy", "", id="nothing is left"),
    ],
)
def test_a_line_is_kept_when_it_stands_in_its_old_order(old: str, new: str, expected: str) -> None:
    assert kept("\n".join(old), "\n".join(new)) == expected


def test_a_block_that_changed_places_is_kept_once() -> None:
    assert kept("a\nb\nc\nd\ne", "d\na\nb\nc\ne") == "abce"


def test_indentation_does_not_make_a_line_another() -> None:
    assert kept_lines("call()\nend", "if x:\n    call()\nend") == {2, 3}


texts = st.lists(st.sampled_from("abcdef"), max_size=14).map("\n".join)


@given(texts, texts)
def test_what_is_kept_occurs_in_both_in_the_same_order(old: str, new: str) -> None:
    lines, at = old.split("\n"), 0
    for number in sorted(kept_lines(old, new)):
        line = new.split("\n")[number - 1]
        assert line in lines[at:]
        at = lines.index(line, at) + 1


@given(texts)
def test_an_unchanged_text_is_kept_whole(text: str) -> None:
    assert len(kept_lines(text, text)) == text.count("\n") + 1
