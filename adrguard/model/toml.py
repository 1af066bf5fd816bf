"""TOML, read by `tomllib` unless its keys are such that this would take the square of their length."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MOST_PARTS = 100
"""Parts of one dotted key; nobody writes as many, and `tomllib` goes through all of them for each."""

# One key or part of one and the dot after it, again and again: no part begins within another, or behind a backslash.
_DOTTED = r"(?<![\w\\-])(?:(?:[\w-]++|\"(?:[^\"\\\n]|\\.)*+\"|'[^'\n]*+')[ \t]*+\.[ \t]*+)++"


def loads(text: str) -> dict[str, Any]:
    """Return the values of a text. Raises `tomllib.TOMLDecodeError`, and `RecursionError` where it is nested deeply."""
    import tomllib

    if text.count(".") > MOST_PARTS:
        import re

        for found in re.finditer(_DOTTED, text):
            if found[0].count(".") > MOST_PARTS:
                line = text.count("\n", 0, found.start()) + 1
                column = found.start() - text.rfind("\n", 0, found.start())
                msg = f"A key of more than {MOST_PARTS} parts (at line {line}, column {column})"
                raise tomllib.TOMLDecodeError(msg)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise
    except ValueError as error:  # a number of more digits than Python reads
        raise tomllib.TOMLDecodeError(str(error)) from None
