"""Places in a note: whatever its encoding and line ends, line and column are those that an editor shows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adrguard.vault.source import Source


@pytest.mark.parametrize(
    ("data", "text"),
    [
        pytest.param("é\n".encode(), "é\n", id="utf-8"),
        pytest.param(b"\xef\xbb\xbfa", "a", id="utf-8 with a byte-order mark"),
        pytest.param("\ufeffa".encode("utf-16-le"), "a", id="utf-16, little end first"),
        pytest.param("\ufeffa".encode("utf-16-be"), "a", id="utf-16, big end first"),
        pytest.param("\ufeffa".encode("utf-32-le"), "a", id="utf-32"),
        pytest.param(b"", "", id="nothing"),
    ],
)
def test_the_encoding_is_told_by_the_mark(data: bytes, text: str) -> None:
    source = Source("n.md", data)
    assert source.text == text
    assert not source.problems


def test_a_byte_that_is_no_utf_8_is_reported_where_it_stands() -> None:
    source = Source("n.md", b"a\nb\xc3\xa9\xe9c\n")
    assert source.text == "a\nb\u00e9\ufffdc\n"
    (problem,) = source.problems
    assert (problem.line, problem.column, problem.code, problem.severity) == (2, 3, "encoding", "warning")


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        pytest.param("a\r\nb", ["a", "b"], id="crlf"),
        pytest.param("a\rb", ["a", "b"], id="a lone carriage return ends a line for Markdown"),
        pytest.param("a\x0cb\u2028c\x85d", ["a\x0cb\u2028c\x85d"], id="form feed and other separators do not"),
    ],
)
def test_markdown_sees_these_lines(text: str, lines: list[str]) -> None:
    assert Source("n.md", text.encode()).lines == lines


def test_only_line_feeds_count_in_a_place() -> None:
    source = Source("n.md", b"a\rb\x0cc\r\nd")
    assert source.position(source.text.index("c")) == (1, 5)
    assert source.position(source.text.index("d")) == (2, 1)
    assert source.line_at(source.text.index("c")) == "a\rb\x0cc"


@given(st.text(alphabet="a\r\n\x0cé\U0001f600"), st.data())
def test_a_place_leads_back_to_its_offset(text: str, data: st.DataObject) -> None:
    source = Source("n.md", text.encode())
    offset = data.draw(st.integers(0, len(source.text)))
    assert source.offset(*source.position(offset)) == offset


@given(st.text(alphabet="a\r\n\x0c\u2028é"))
def test_the_start_of_each_line_is_where_it_starts(text: str) -> None:
    source = Source("n.md", text.encode())
    assert len(source.starts) == len(source.lines)
    for start, line in zip(source.starts, source.lines, strict=True):
        assert source.text.startswith(line, start)
