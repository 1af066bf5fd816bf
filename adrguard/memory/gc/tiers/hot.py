"""The first tier: the turns that ended last stay as they are, byte for byte."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adrguard.memory.gc.parts import Turn


def split(turns: Sequence[Turn], window: int) -> tuple[list[Turn], list[Turn]]:
    """Return the cold turns and the hot ones, of which there are `window`; turns that stay anyway are neither."""
    moving = [turn for turn in turns if not turn.kept]
    at = max(len(moving) - window, 0)
    return moving[:at], moving[at:]
