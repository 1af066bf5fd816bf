"""What interrupted changes may leave behind for a person to look at."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from adrguard.system.folders import STATE

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_FOLDERS = 5000
_CONFLICT = re.compile(r"\.conflict(?:-\d+)?$")
_SET_ASIDE = re.compile(r"^journal\.bad(?:-\d+)?$")
_PASSED_OVER = frozenset((".git", "node_modules", "__pycache__"))


def conflicts(folder: str) -> list[str]:
    """Return the files below a folder that hold what a note was to become while a person changed it, in order."""
    return sorted(_conflicts(folder))


def _conflicts(folder: str) -> Iterator[str]:
    if os.path.islink(folder):
        return  # whatever it leads to was never ours
    for looked, (path, below, names) in enumerate(os.walk(folder)):
        if looked >= MOST_FOLDERS:
            return
        below[:] = [name for name in below if name not in _PASSED_OVER]
        yield from (os.path.join(path, name) for name in names if _CONFLICT.search(name))


def state_of(top: str) -> str:
    """Return the folder where changes of notes below `top` keep what they need."""
    return os.path.join(top, *STATE.split("/"))


def set_aside(top: str) -> list[str]:
    """Return the journals below a top folder that were not to be obeyed, in order."""
    folder = state_of(top)
    try:
        names = os.listdir(folder)
    except OSError:
        return []
    return [os.path.join(folder, name) for name in sorted(names) if _SET_ASIDE.match(name)]
