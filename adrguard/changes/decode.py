"""Bytes of a file as the text that is judged.

UTF-8 with or without a byte-order mark, else UTF-16 and UTF-32 where a mark says so and the text bears it out; bytes
that fit neither become U+FFFD, so that one stray byte hides nothing else. A file with a NUL and no such mark is binary.
Lines end at a line feed and nowhere else: a form feed, a lone CR or U+2028 is content, as it is for git.
"""

from __future__ import annotations

from adrguard.model.changes import BINARY, Content

_MARKS = (
    (b"\xff\xfe\x00\x00", "utf-32-le"),
    (b"\x00\x00\xfe\xff", "utf-32-be"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)
_UTF8_MARK = b"\xef\xbb\xbf"
_BINARY = Content("", problem=BINARY)


def decode(data: bytes) -> Content:
    """Return the text of a file, or the content that stands for a binary one."""
    if wide(data):
        return Content(_wide_text(data))
    if b"\0" in data:
        return _BINARY
    return Content(data.removeprefix(_UTF8_MARK).decode("utf-8", "replace"))


def wide(data: bytes) -> bool:
    """Say whether a byte-order mark declares UTF-16 or UTF-32, whose bytes are not those of the text.

    Without a NUL there is no line end and no ASCII in such a text: two stray bytes before another make no mark.
    """
    if b"\0" not in data:
        return False
    return data[:2] in (b"\xff\xfe", b"\xfe\xff") or data[:4] == b"\x00\x00\xfe\xff"


def _wide_text(data: bytes) -> str:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding, "replace")
    raise AssertionError(data[:4])
