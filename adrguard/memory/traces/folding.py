"""What a terminal would have been left with: colours gone, progress bars at their last state."""

from __future__ import annotations

import re

# Each class ends where the next begins, and none takes an escape: the time is linear whatever the bytes.
_ESCAPES = re.compile(
    rb"\x1b(?:\[[0-?]*[ -/]*[@-~]?|\][^\x07\x1b\n]*(?:\x07|\x1b\\)?|[PX^_][^\x1b\n]*(?:\x1b\\)?|[ -/]*[0-~]?)"
)
_ENDS = re.compile(rb"(?<!\r)\r+\n")
_OVERWRITTEN = re.compile(rb"(?m)^[^\n]*\r")
_RUBBED_OUT = re.compile(rb"[^\n\x08]\x08")


def folded(data: bytes) -> bytes:
    """Return the text of a portion as it looks in the end; it has as many lines as before."""
    if b"\x1b" in data:
        data = _ESCAPES.sub(b"", data)
    if b"\r" in data:
        data = _ENDS.sub(b"\n", data)
        if b"\r" in data:
            data = _OVERWRITTEN.sub(b"", data)
    if b"\x08" in data:
        data = _RUBBED_OUT.sub(b"", data)
    return data


def blanked(line: bytes) -> bytes:
    """Return a line of the same length with blanks for its colours."""
    return _ESCAPES.sub(lambda found: b" " * len(found[0]), line) if b"\x1b" in line else line
