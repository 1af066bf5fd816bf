"""What time it is. The pure parts get it as an argument."""

from __future__ import annotations

import time


def today() -> str:
    """Return the local date as ``YYYY-MM-DD``, which compares as text."""
    return time.strftime("%Y-%m-%d")


def monotonic_ms() -> float:
    """Return milliseconds since some fixed moment: only differences mean something."""
    return time.perf_counter() * 1000.0
