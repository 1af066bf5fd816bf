"""Bytes as text: what is judged must be what a reader of the file sees, whatever its encoding and line ends."""

from __future__ import annotations

import pytest

from adrguard.changes.decode import decode


@pytest.mark.parametrize(
    ("data", "text"),
    [
        pytest.param(b"", "", id="empty"),
        pytest.param("größe = 1\n".encode(), "größe = 1\n", id="utf-8"),
        pytest.param(b"\xef\xbb\xbfa\n", "a\n", id="utf-8-mark"),
        pytest.param(b"\xef\xbb\xbf\xef\xbb\xbfa", "\ufeffa", id="only-one-mark-is-taken-off"),
        pytest.param(b"caf\xe9 = 1\n", "caf\ufffd = 1\n", id="cp1252-byte-hides-nothing-else"),
        pytest.param(b"\xff\xfe" + "SELECT *\n".encode("utf-16-le"), "SELECT *\n", id="utf-16-le"),
        pytest.param(b"\xfe\xff" + "SELECT *\n".encode("utf-16-be"), "SELECT *\n", id="utf-16-be"),
        pytest.param(b"\xff\xfe\0\0" + "SELECT *\n".encode("utf-32-le"), "SELECT *\n", id="utf-32-le"),
        pytest.param(b"\0\0\xfe\xff" + "SELECT *\n".encode("utf-32-be"), "SELECT *\n", id="utf-32-be"),
        pytest.param(b"\xff\xfea\0\n\0b", "a\n\ufffd", id="utf-16-cut-in-the-middle"),
        pytest.param(b"a\r\nb\rc\fd\xe2\x80\xa8e\n", "a\r\nb\rc\fd\u2028e\n", id="odd-line-ends-are-content"),
    ],
)
def test_text_is_read_as_its_author_wrote_it(data, text):
    content = decode(data)

    assert (content.text, content.problem) == (text, "")


@pytest.mark.parametrize(
    "data", [b"\0", b"\x89PNG\r\n\x1a\n\0\0", b"text\n" * 5000 + b"\0"], ids=["nul", "png", "late-nul"]
)
def test_a_nul_without_a_mark_is_binary(data):
    assert decode(data) == ("", False, (), "binary")
