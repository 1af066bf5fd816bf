"""A bar on the terminal while many notes are read; nothing where there are few, or nobody looks."""

from __future__ import annotations

import contextlib
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_FEW = 300


@contextlib.contextmanager
def indexing() -> Iterator[Callable[[int, int], None] | None]:
    """Yield what is told how many of how many notes are read."""
    if not sys.stderr.isatty():
        yield None
        return
    with contextlib.ExitStack() as stack:
        bars: list[Callable[[int], None]] = []

        def tell(done: int, total: int) -> None:
            if total > _FEW and not bars:
                bars.append(_bar(stack, total))
            if bars and (done % 50 == 0 or done == total):
                bars[0](done)

        yield tell


def _bar(stack: contextlib.ExitStack, total: int) -> Callable[[int], None]:
    from adrguard.cli.output import counting

    return stack.enter_context(counting("Reading notes", total))
