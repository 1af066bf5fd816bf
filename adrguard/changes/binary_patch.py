"""What git writes for a file that it takes for binary: base-85 lines of compressed bytes."""

from __future__ import annotations

import base64
import string
import zlib

_LENGTHS = string.ascii_uppercase + string.ascii_lowercase


def literal(lines: list[bytes], size: int) -> bytes | None:
    """Return the bytes of a ``literal`` block, None when they are not what its header announced (`size` bytes)."""
    packed = bytearray()
    try:
        for line in lines:
            length = _LENGTHS.index(line[:1].decode("ascii")) + 1
            packed += base64.b85decode(line[1:])[:length]
        unpacker = zlib.decompressobj()
        # One byte more than announced is enough to see that it lies, and keeps a bomb from going off.
        data = unpacker.decompress(bytes(packed), size + 1)
    except (ValueError, zlib.error):
        return None
    return data if len(data) == size else None
