"""A log as it comes, in portions that end where lines do: any bytes, any size, in constant memory.

A byte order mark tells UTF-16 and UTF-32; all else is taken as it is. A line longer than a portion comes in pieces, cut
at a blank where one is near.
"""

from __future__ import annotations

import codecs
from typing import TYPE_CHECKING

from adrguard.model.record import Record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Source = Callable[[int], bytes]

PORTION = 1 << 20
_NEAR = 1 << 12
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le", 4),
    (codecs.BOM_UTF32_BE, "utf-32-be", 4),
    (codecs.BOM_UTF16_LE, "utf-16-le", 2),
    (codecs.BOM_UTF16_BE, "utf-16-be", 2),
    (codecs.BOM_UTF8, "utf-8", 1),
)
_LONGEST_MARK = 4


class Portion(Record):
    """A piece of a log.

    `raw` are its bytes, `text` the same as UTF-8 (those very bytes where the log is not UTF-16 or UTF-32, whatever they
    are), without the byte order mark. `encoding` is the codec of `raw`.
    """

    raw: bytes
    text: bytes
    encoding: str = "utf-8"


def portions(source: Source, size: int = PORTION) -> Iterator[Portion]:
    """Yield the portions of a log; `source(n)` returns up to n of its bytes, b"" at its end."""
    buffer = _beginning(source)
    mark, encoding, unit = next((one for one in _MARKS if buffer.startswith(one[0])), (b"", "utf-8", 1))
    decoder = codecs.getincrementaldecoder(encoding)("replace") if unit > 1 else None
    newline = "\n".encode(encoding)
    at_start = len(mark)
    ended = False
    while not ended:
        part = source(size)
        ended = not part
        buffer += part
        end = len(buffer) if ended else _cut(buffer, newline, size)
        if not end:
            continue
        raw, buffer = buffer[:end], buffer[end:]
        text = raw[at_start:] if at_start else raw
        at_start = 0
        if decoder:
            text = decoder.decode(text, ended).encode("utf-8", "replace")
        yield Portion(raw, text, encoding)


def _beginning(source: Source) -> bytes:
    begun = b""
    while len(begun) < _LONGEST_MARK and (part := source(1 << 16)):
        begun += part
    return begun


def _cut(buffer: bytes, newline: bytes, size: int) -> int:
    """Return how much of the buffer makes a portion, 0 to wait for more."""
    end = _after_last(buffer, newline)
    if end or len(buffer) < size:
        return end
    blank = " ".encode("utf-8" if len(newline) == 1 else ("utf-16-le", "utf-32-le")[len(newline) > 2])  # noqa: PLR2004 - bytes of a unit
    near = _after_last(buffer, blank if newline[0] else blank[::-1], len(buffer) - _NEAR)
    return near or len(buffer) - len(buffer) % len(newline)


def _after_last(buffer: bytes, sign: bytes, least: int = 0) -> int:
    """Return the offset behind the last such sign that stands where one can begin, 0 for none from `least` on."""
    at = len(buffer)
    while (at := buffer.rfind(sign, max(least, 0), at)) >= 0:
        if at % len(sign) == 0:
            return at + len(sign)
        at += len(sign) - 1
    return 0
