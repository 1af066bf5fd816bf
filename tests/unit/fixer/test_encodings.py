import pytest
from hypothesis import given
from hypothesis import strategies as st

from adrguard.fixer.edits import CannotRewriteError
from adrguard.fixer.encodings import rewritten


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
        pytest.param(b"x = '\xe9'\n", "x = ''\n", id="it would lose them"),
        pytest.param(b"x = '\xe9'\n", "x = '\ufffd\ufffd'\n", id="it would get more of them"),
        pytest.param(b"x\n# \xe9\n", "\u00fc\n# \ufffd\n", id="it gets what may not fit"),
        pytest.param(b"\xff\xfex\x00\n\x00\x00", "y\n", id="half a character of UTF-16"),
    ],
)
def test_a_file_is_not_written_where_its_bytes_would_be_guessed(data: bytes, new: str) -> None:
    old = data.decode("utf-8", "replace") if not data.startswith(b"\xff\xfe") else "x\n\ufffd"
    with pytest.raises(CannotRewriteError):
        rewritten(data, old, new)


@pytest.mark.parametrize(
    ("data", "new", "expected"),
    [
        pytest.param(b"x = 1  # \xe9\n", "x = 2  # \ufffd\n", b"x = 2  # \xe9\n", id="before them"),
        pytest.param(
            b"a('\xe9'); a(1)\na('\xe9\xe8')\n",
            "a('\ufffd'); b(1)\nb('\ufffd\ufffd')\n",
            b"a('\xe9'); b(1)\nb('\xe9\xe8')\n",
            id="behind them, and in the next line",
        ),
        pytest.param(
            b"'\xf0\x9f\x98' + a + '\xef\xbf\xbd'",
            "'\ufffd' + b + '\ufffd'",
            b"'\xf0\x9f\x98' + b + '\xef\xbf\xbd'",
            id="half a character, and a whole one",
        ),
    ],
)
def test_a_line_that_is_no_utf_8_changes_where_it_changes(data: bytes, new: str, expected: bytes) -> None:
    assert rewritten(data, data.decode("utf-8", "replace"), new) == expected


@given(st.lists(st.binary(max_size=4), max_size=6), st.integers(0, 5))
def test_bytes_of_any_kind_stay_around_an_edit(parts: list[bytes], at: int) -> None:
    data = b"\n".join([*parts[:at], b"x = old", *parts[at:]])
    if b"\0" not in data and not data.startswith(b"\xef\xbb\xbf"):
        text = data.decode("utf-8", "replace")
        assert rewritten(data, text, text.replace("old", "new")) == data.replace(b"old", b"new")
