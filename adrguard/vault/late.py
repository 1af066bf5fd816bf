"""Expressions that are compiled when they are first used: most runs need few of many, and some take milliseconds."""

from __future__ import annotations

import re
from typing import Any, cast


class _Late:
    """Stands in for a compiled expression, and becomes one by its methods."""

    def __init__(self, pattern: str, flags: int) -> None:
        self._pattern = pattern
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        found = getattr(re.compile(self._pattern, self._flags), name)
        setattr(self, name, found)  # from now on without a detour
        return found


def late(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """Return an expression that is compiled at the first call of one of its methods."""
    return cast("re.Pattern[str]", _Late(pattern, flags))
