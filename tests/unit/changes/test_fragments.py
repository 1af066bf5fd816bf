"""One side of a file of which a diff shows only parts."""

from __future__ import annotations

import pytest

from adrguard.changes.fragments import Side


def side(*parts: tuple[int, bytes], limit: int = 0) -> Side:
    """Return a side that holds these parts, each with the number of its first line."""
    made = Side(limit)
    for first, text in parts:
        made.part()
        for number, line in enumerate(text.split(b"\n"), first):
            made.add(number, line)
    return made


def test_each_line_has_its_number_and_parts_are_kept_apart() -> None:
    assert side((3, b"a\nb"), (9, b"c")).content() == ("a\nb\n\0\nc\n", True, (3, 4, 0, 9), "")


def test_what_is_all_of_the_file_is_no_fragment() -> None:
    assert side((1, b"a\nb")).content(whole=True) == ("a\nb\n", False, (), "")
    assert Side(0).content(whole=True) == ("", False, (), "")


def test_a_last_line_without_an_end_stays_so() -> None:
    made = side((1, b"a\nb"))
    made.unended()
    assert made.content().text == "a\nb"
    made.add(3, b"c")
    assert made.content().text == "a\nb\nc\n"


def test_a_mark_is_taken_off_where_the_file_begins_and_nowhere_else() -> None:
    assert side((1, b"\xef\xbb\xbfa")).content().text == "a\n"
    assert side((2, b"\xef\xbb\xbfa")).content().text == "\ufeffa\n"


def test_a_nul_makes_it_binary() -> None:
    assert side((1, b"a\0b")).content() == ("", False, (), "binary")


def test_over_the_limit_nothing_is_kept_but_the_size() -> None:
    made = side((1, b"12345\n12345"), limit=11)
    assert made.content().problem == "too large (12 bytes, limit 11 bytes)"
    assert side((1, b"12345\n1234"), limit=11).content().text == "12345\n1234\n"


@pytest.mark.parametrize("limit", [0, 100])
def test_another_side_of_the_file_comes_after_it_part_by_part(limit: int) -> None:
    made, other = side((1, b"a"), limit=limit), side((5, b"b\nc"), (9, b"d"), limit=limit)
    made.extend(other)
    assert made.content() == ("a\n\0\nb\nc\n\0\nd\n", True, (1, 0, 5, 6, 0, 9), "")


def test_what_was_too_large_before_stays_too_large_with_more() -> None:
    small, large = side((1, b"a"), limit=4), side((1, b"12345"), limit=4)
    small.extend(large)
    assert small.content().problem == "too large (6 bytes, limit 4 bytes)"
