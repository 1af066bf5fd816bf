"""JSON as hooks speak it: one object from a stream that may never end, and one object as an answer.

The `json` package loads `re`, which costs more than the rest of this door; its C parts do without.
"""

from __future__ import annotations

import os
import sys

from adrguard.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Payload = Mapping[str, object]

MOST = 16 << 20
_CHUNK = 1 << 20
# Each look at an object that is not yet whole reads it anew: what is looked at in all is bounded, then the end decides.
_MOST_LOOKED_AT = 64 << 20
_BLANK = " \t\r\n"
_UTF16 = (b"\xff\xfe", b"\xfe\xff")


class UnreadableError(Exception):
    """The input of a hook is not the object that was expected; the message says what it is instead."""


class _Reading(Record):
    """The settings that the C scanner takes from its context. Line ends within a text are let through."""

    strict: bool = False
    object_hook: None = None
    object_pairs_hook: None = None
    parse_float: Callable[[str], object] = float
    parse_int: Callable[[str], object] = int
    parse_constant: Callable[[str], object] = str


def read(stream: int) -> dict[str, object]:
    """Return the first JSON object that a file descriptor gives, without waiting for its end once it is whole.

    Raises `UnreadableError`, also past `MOST` bytes. May wait for ever: the caller sees to that.
    """
    data = bytearray()
    looked_at = 0
    while len(data) <= MOST:
        part = os.read(stream, _CHUNK)
        if not part:
            return parse(bytes(data))
        data += part
        if part.rstrip().endswith(b"}") and looked_at <= _MOST_LOOKED_AT:
            looked_at += len(data)
            try:
                return parse(bytes(data))
            except UnreadableError:
                continue
    raise UnreadableError(f"it is larger than {MOST >> 20} MB")


def parse(data: bytes) -> dict[str, object]:
    """Return the object that the bytes begin with. Raises `UnreadableError`."""
    coding = "utf-16" if data[:2] in _UTF16 else "utf-8"
    # What is no UTF-8 may be the name of a file, which is no UTF-8 either.
    text = data.decode(coding, "surrogateescape" if coding == "utf-8" else "replace").lstrip("\ufeff").lstrip(_BLANK)
    if not text:
        raise UnreadableError("it is empty")
    try:
        value = _scan(text)
    except RecursionError as error:
        raise UnreadableError("it is nested too deeply") from error
    except (ValueError, StopIteration, SystemError) as error:
        # The last is what the C part raises where it finds no `json.decoder` loaded that has its error.
        raise UnreadableError("it is not JSON, or cut off") from error
    if not isinstance(value, dict):
        raise UnreadableError("it is JSON, but not an object")
    return value


def _scan(text: str) -> object:
    # A debug build ends the process for what others raise as SystemError.
    if not hasattr(sys, "gettotalrefcount"):
        try:
            from _json import make_scanner
        except ImportError:
            pass  # an interpreter without the C part
        else:
            return make_scanner(_Reading())(text, 0)[0]  # type: ignore[arg-type] # any context with these settings
    from json import JSONDecoder

    return JSONDecoder(strict=False).raw_decode(text)[0]


def encode(value: str | bool | Mapping[str, object]) -> str:  # noqa: FBT001 -- JSON's own true and false
    """Return texts, truth values and objects of them as ASCII JSON on one line.

    A half of a surrogate pair, as a name of a file that is no UTF-8 has, becomes "?": strict readers refuse it, and
    with it the whole answer.
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _quoted(value if value.isascii() else value.encode("utf-8", "replace").decode("utf-8"))
    return "{" + ",".join([f"{encode(name)}:{encode(part)}" for name, part in value.items()]) + "}"  # type: ignore[arg-type] # objects within objects


def _quoted(text: str) -> str:
    try:
        from _json import encode_basestring_ascii
    except ImportError:
        from json.encoder import encode_basestring_ascii
    return encode_basestring_ascii(text)
