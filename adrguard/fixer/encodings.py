"""The bytes of a file whose text becomes another one: its encoding stays, and every byte that no edit touches."""

from __future__ import annotations

import codecs
from typing import TYPE_CHECKING

from adrguard.fixer.edits import CannotRewriteError, Edit, between, lines

if TYPE_CHECKING:
    from collections.abc import Iterator

_WIDE = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_LOST = "\ufffd"


def rewritten(data: bytes, old: str, new: str) -> bytes:
    """Return a file's bytes when its text becomes another one, its encoding and every byte of other lines kept.

    `old` is what the file reads as: without its byte-order mark, bytes that are not UTF-8 as U+FFFD. Raises
    `CannotRewriteError` where such bytes would go, or where a file of unknown encoding would get what it may not hold.
    """
    for mark, encoding in _WIDE:
        if data.startswith(mark) and b"\0" in data:
            if mark + old.encode(encoding, "surrogatepass") != data:
                raise CannotRewriteError(f"its bytes are not all valid {encoding.upper()}")
            return mark + new.encode(encoding, "surrogatepass")
    mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
    body = data.removeprefix(mark)
    if old.encode("utf-8", "replace") == body:
        return mark + new.encode()
    return mark + _spliced(body, old, new)


def _spliced(data: bytes, old: str, new: str) -> bytes:
    """Put text in the place of other text, in bytes that are not all valid UTF-8: only what differs is touched."""
    at = _offsets(data, old)
    parts, done = [], 0
    for one in _narrowed(old, new):
        if _LOST in old[one.start : one.end]:
            raise CannotRewriteError("its line has bytes that are not UTF-8")
        if not one.text.isascii():
            raise CannotRewriteError("the file is not UTF-8, and what it would get is not ASCII")
        parts += [data[done : at[one.start]], one.text.encode("ascii")]
        done = at[one.end]
    return b"".join([*parts, data[done:]])


def _offsets(data: bytes, text: str) -> list[int]:
    """Return where each character of a text stands among the bytes that it was read from, and where they end."""
    found = []
    at = 0
    for char in text:
        found.append(at)
        at += _lost(data[at : at + 4]) if char == _LOST else len(char.encode("utf-8"))
    return [*found, at]


def _lost(some: bytes) -> int:
    """Return how many of the bytes, four at most, were read as one U+FFFD."""
    try:
        some.decode("utf-8")
    except UnicodeDecodeError as error:
        if not error.start:
            return error.end
    return len(_LOST.encode("utf-8"))


def _narrowed(old: str, new: str) -> Iterator[Edit]:
    """Yield the edits between two texts; where as many lines go as come, each line's own difference alone."""
    for edit in between(old, new):
        gone, come = lines(old[edit.start : edit.end]), lines(edit.text)
        if len(gone) != len(come):
            yield edit
            continue
        at = edit.start
        for before, after in zip(gone, come, strict=True):
            if before != after:
                yield _difference(at, before, after)
            at += len(before)


def _difference(at: int, before: str, after: str) -> Edit:
    """Return the edit between two lines without what they begin and end with alike; `at` is where the line begins."""
    least = min(len(before), len(after))
    head = next((index for index in range(least) if before[index] != after[index]), least)
    tail = next((index for index in range(least - head) if before[-1 - index] != after[-1 - index]), least - head)
    return Edit(at + head, at + len(before) - tail, after[head : len(after) - tail])
