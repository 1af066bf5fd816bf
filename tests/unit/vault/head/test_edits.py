"""A note as text that turns back into the same bytes."""

from __future__ import annotations

import pytest

from adrguard.vault.head.edits import Edit, SpliceError, Written


@pytest.mark.parametrize(
    "data",
    [b"", b"# T\r\n\xff\xfe x\r", b"\xef\xbb\xbf# T", b"\xef\xbb\xbf\xef\xbb\xbf# T", "\U0001f680 \u00e9".encode(), b"\xed\xa0\x80"],
)  # fmt: skip
def test_without_an_edit_the_bytes_are_the_same(data: bytes) -> None:
    assert Written("n.md", data).edited([]) == data


def test_places_are_those_of_the_readable_text() -> None:
    written = Written("n.md", b"\xef\xbb\xbf\xff\xff\nStatus: a\xff")
    start = written.source.text.index("Status")
    assert written.source.position(start) == (2, 1)
    assert written.edited([Edit(start, start + 6, "S")]) == b"\xef\xbb\xbf\xff\xff\nS: a\xff"


def test_edits_at_one_place_keep_their_order() -> None:
    assert Written("n.md", b"ac").edited([Edit(1, 1, "b"), Edit(1, 1, "B"), Edit(0, 1, "A")]) == b"AbBc"


@pytest.mark.parametrize(
    ("text", "eol"),
    [("a\r\nb\r\n", "\r\n"), ("a\nb\n", "\n"), ("a\r\nb\nc\n", "\n"), ("a", "\n"), ("", "\n")],
)
def test_a_new_line_ends_as_most_do(text: str, eol: str) -> None:
    assert Written("n.md", text.encode()).eol == eol


def test_a_line_that_is_not_where_it_was_read_is_not_edited() -> None:
    with pytest.raises(SpliceError, match=r"n\.md:1:1: this line cannot be edited safely"):
        Written("n.md", b"text").instead(0, "other", "x")
