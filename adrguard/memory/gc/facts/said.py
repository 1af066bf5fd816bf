"""What people and agents say outside of quoted code, line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

LONGEST = 2000
"""Characters of a line that are read."""

_FENCES = ("```", "~~~")


def lines(text: str) -> Iterator[str]:
    """Yield the lines that stand in no fence, without white space around them."""
    fence = ""
    for raw in text.split("\n"):
        line = raw[:LONGEST].strip()
        if fence:
            fence = "" if line.startswith(fence) else fence
        elif line.startswith(_FENCES):
            fence = line[:3]
        else:
            yield line


def bare(line: str) -> str:
    """Return a line without the signs of a list or a heading, and without what makes it bold."""
    return line.lstrip("-*+>#0123456789.) \t").replace("**", "").replace("__", "").strip()
