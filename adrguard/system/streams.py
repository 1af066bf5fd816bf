"""Standard streams as programs may rely on them: open, though who started us has closed them, and never in the way."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

_STREAMS = (("stdin", "r"), ("stdout", "w"), ("stderr", "w"))
_OPENED: list[object] = []
"""The streams that go nowhere."""


def open_closed() -> None:
    """Open what is closed of the standard streams on nothing.

    Otherwise the first file that is opened gets its number, and what is meant for a person is written into that.
    """
    for number, (name, mode) in enumerate(_STREAMS):
        if getattr(sys, name) is not None:
            continue
        nothing = os.open(os.devnull, os.O_RDWR)
        if nothing != number and not _is_open(number):
            os.dup2(nothing, number)
            os.close(nothing)
            nothing = number
        opened = open(nothing, mode, encoding="utf-8")  # noqa: SIM115 -- it stays open to the end
        setattr(sys, name, opened)
        _OPENED.append(opened)


def goes_nowhere(stream: object) -> bool:
    """Say whether a stream was closed when we were started: what is written to it, nobody gets."""
    return any(one is stream for one in _OPENED)


def _is_open(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return False
    return True


def silence(stream: TextIO) -> None:
    """Point a stream that takes nothing more at nothing, so that flushing it at exit raises no second error."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    except (OSError, ValueError):
        return
