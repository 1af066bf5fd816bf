"""How much of a context window something takes: upper estimates, see `memory.tokens`."""

from __future__ import annotations

import functools
from typing import Any

from adrguard.memory.gc.framing import dumped
from adrguard.memory.tokens import size, upper_estimate

IMAGE = 1600
"""Tokens of an image or another thing that is no text: what a large image takes."""
MESSAGE = 4
"""Tokens of a message's frame."""

_CLOSELY = 2048
_MOST_KNOWN = 8192


def tokens(text: str) -> int:
    """Return the tokens of a text: its beginning is measured closely, and the rest taken to be like it."""
    begun = text[:_CLOSELY]
    close = _close(begun)
    if len(text) <= _CLOSELY:
        return close
    return -(-close * size(text) // size(begun))


@functools.lru_cache(_MOST_KNOWN)
def _close(text: str) -> int:
    return upper_estimate(text)


def tokens_of(value: Any) -> int:
    """Return the tokens of a JSON value as it is written."""
    return tokens(value) if isinstance(value, str) else 0 if value is None else tokens(dumped(value))
