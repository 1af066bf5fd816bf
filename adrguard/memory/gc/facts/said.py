"""What people and agents say outside of quoted code, line by line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

LONGEST = 2000
"""Characters of a line that are read."""

_FENCE = re.compile(r"`{3,}(?![^`]*`)|~{3,}")


def lines(text: str) -> Iterator[str]:
    """Yield the lines that stand in no fence, without white space around them."""
    fence = ""
    for raw in text.split("\n"):
        line = raw[:LONGEST].strip()
        if fence:
            # Only signs, and as many as it began with, end a fence: within, others may be shown.
            fence = "" if line.startswith(fence) and not line.strip(fence[0]) else fence
        elif begun := _FENCE.match(line):
            fence = begun[0]
        else:
            yield line


def bare(line: str) -> str:
    """Return a line without the signs of a list or a heading, and without what makes it bold."""
    return line.lstrip("-*+>#0123456789.) \t").replace("**", "").replace("__", "").strip()
