from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adrguard.report.display import encoding_of, folded, shortened, spelled, visible, wants_colour, window


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        pytest.param("src/größe 表.py", "src/größe 表.py", id="letters of any script stay"),
        pytest.param("a\nb\r\t", "a\\nb\\r\\t", id="line ends"),
        pytest.param("\x1b[31mred\x07\x7f\x9b", "\\x1b[31mred\\x07\\x7f\\x9b", id="terminal controls"),
        pytest.param("caf\udce9.py", "caf\\xe9.py", id="bytes that are not UTF-8"),
        pytest.param("a\u202eb\u2066c\u200b", "a\\u202eb\\u2066c\\u200b", id="direction marks and invisible signs"),
        pytest.param("a\u2028b\u0085", "a\\u2028b\\x85", id="line separators of Unicode"),
        pytest.param("\U000e0041", "\\U000e0041", id="tag characters"),
    ],
)
def test_what_a_terminal_would_obey_is_shown_as_an_escape(text, shown):
    assert visible(text) == shown


@given(st.text(alphabet=st.characters()))
def test_nothing_but_signs_and_spaces_is_ever_left(text):
    for shown in (visible(text), folded(text), window(text, 0, len(text), 80)[0]):
        assert all(char.isprintable() or char == "\u3000" for char in shown)
        assert "\n" not in shown


@given(st.text(alphabet=st.characters()), st.sampled_from(["ascii", "cp1252", "latin-1", "shift_jis"]))
def test_what_is_shown_can_be_said_in_the_streams_encoding(text, encoding):
    visible(text, encoding).encode(encoding)
    window(text * 50, 3, 9, 40, encoding)[0].encode(encoding)
    shortened(text * 50, 40, encoding).encode(encoding)


def columns(text):
    return sum(
        0 if unicodedata.category(char) in ("Mn", "Me") else 2 if unicodedata.east_asian_width(char) in "WF" else 1
        for char in text
    )


@given(st.text(alphabet="ab \t表e\u0301\u200b", max_size=300), st.data())
def test_carets_stand_under_what_they_mean(line, data):
    start = data.draw(st.integers(0, len(line)))
    end = data.draw(st.integers(start, len(line)))
    shown, indent, width = window(line, start, end, 60)
    assert columns(shown) <= 62
    assert width >= 1
    target = line[start:end].replace("\t", "    ").replace("\u200b", "\\u200b")
    if 0 < columns(target) == width and columns(target.strip()) == columns(target):
        # Cut the shown line at the caret's column: what stands there is what was meant.
        position = next(at for at in range(len(shown) + 1) if columns(shown[:at]) == indent)
        assert shown[position:].replace("\u0301", "").startswith(target.replace("\u0301", ""))


@pytest.mark.parametrize(
    ("line", "start", "end", "expected"),
    [
        pytest.param("    x = SELECT", 8, 14, ("x = SELECT", 4, 6), id="leading white space is left out"),
        pytest.param("\tx\ty", 3, 4, ("x    y", 5, 1), id="a tab is four columns"),
        pytest.param("表表 x", 3, 4, ("表表 x", 5, 1), id="wide characters are two"),
        pytest.param("x\r", 0, 1, ("x", 0, 1), id="a carriage return at the end is left out"),
        pytest.param("abc", 99, 120, ("abc", 3, 1), id="a place past the end"),
    ],
)
def test_a_line_is_shown_with_its_caret(line, start, end, expected):
    assert window(line, start, end, 40) == expected


def test_a_very_long_line_is_cut_around_the_caret():
    shown, indent, width = window("x" * 1_000_000 + "SELECT" + "y" * 1_000_000, 1_000_000, 1_000_006, 50)
    assert len(shown) <= 52
    assert shown[0] == shown[-1] == "…"
    assert shown[indent : indent + width] == "SELECT"


def test_prose_is_folded_to_one_line_and_shortened_in_the_middle():
    assert folded("one\n  two\tthree") == "one two three"
    assert shortened("a" * 50 + "b" * 50, 11) == "aaaaa…bbbbb"
    assert shortened("a" * 9_000_000, 5, "ascii").isascii()


@pytest.mark.parametrize(
    ("environ", "terminal", "expected"),
    [
        pytest.param({}, True, True, id="a terminal"),
        pytest.param({}, False, False, id="no terminal"),
        pytest.param({"NO_COLOR": "1"}, True, False, id="NO_COLOR"),
        pytest.param({"NO_COLOR": ""}, True, True, id="an empty NO_COLOR says nothing"),
        pytest.param({"FORCE_COLOR": "1"}, False, True, id="FORCE_COLOR"),
        pytest.param({"FORCE_COLOR": "0"}, False, False, id="FORCE_COLOR of 0 forces nothing"),
        pytest.param({"NO_COLOR": "1", "FORCE_COLOR": "1"}, True, False, id="NO_COLOR is stronger"),
        pytest.param({"TERM": "dumb"}, True, False, id="a dumb terminal"),
    ],
)
def test_colours_follow_the_environment_and_the_terminal(environ, terminal, expected):
    assert wants_colour(environ, terminal=terminal) is expected


@pytest.mark.parametrize(
    ("encoding", "expected"),
    [
        pytest.param("utf-8", "!μ:L1 § ✓ größe", id="utf-8"),
        pytest.param("cp1252", "!u:L1 § OK größe", id="a code page"),
        pytest.param("ascii", "!u:L1 | OK größe", id="ascii"),
    ],
)
def test_the_signs_of_an_answer_have_a_plain_spelling(encoding, expected):
    assert spelled("!μ:L1 § ✓ größe", encoding) == expected


def test_encodings_have_one_name():
    assert [encoding_of(name) for name in ("UTF-8", "utf8", "cp1252", None)] == ["utf-8", "utf-8", "cp1252", "ascii"]
