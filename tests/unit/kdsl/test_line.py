"""Lines lose parts on their way to the grammar, and never the columns of what is left."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from adrguard.kdsl.line import Line

texts = st.text("ab `*:", max_size=20)


@given(texts, st.integers(0, 20), st.integers(0, 20), st.integers(1, 9))
def test_every_character_keeps_its_column(raw, start, end, column):
    line = Line.read(raw, 7, column)
    start, end = sorted((min(start, len(line.text)), min(end, len(line.text))))
    for part in (line, line.cut(start, end), line.without(start, end)):
        assert len(part.at) == len(part.text) + 1
        for index, char in enumerate(part.text):
            assert raw[part.place(index) - column] == char


def test_only_the_first_row_is_read_and_blanks_at_its_ends_are_left_out():
    line = Line.read("  deny: x  \r\nmore", 3, 5)
    assert line.text == "deny: x"
    assert line.place(0) == 7


def test_a_head_can_be_respelt():
    line = Line.read("Denny : x", 1, 3)
    spelt = line.with_head("deny:", 7)
    assert spelt.text == "deny: x"
    assert spelt.place(0) == 3
    assert spelt.place(6) == 11


def test_the_excerpt_shows_the_row_at_its_column():
    assert Line.read("deny: x", 1, 5, marker="- ").excerpt == "  - deny: x"
    assert Line.read("deny: x", 1, 2, marker="- ").excerpt == " deny: x"
    assert Line.read("deny: x", 1, 1, marker="- ").excerpt == "deny: x"
