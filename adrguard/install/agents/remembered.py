"""What stood empty, or not at all, before our entries came: so that taking them out gives back exactly that.

It is kept beside other state of adrguard, for the repository or for the person, and may be lost: then empty files and
objects that are left are taken for ours.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

from adrguard.system import files
from adrguard.system.files import UnreadableError

if TYPE_CHECKING:
    from adrguard.install.agents.json_settings import Empties
    from adrguard.install.agents.wanted import Where

NAME = "agents-settings.json"
_LARGEST = 1024 * 1024


def path_of(where: Where) -> str:
    """Return where it is kept."""
    if not where.user:
        return os.path.join(where.git_dir, "adrguard", NAME)
    if where.windows:
        state = where.environ.get("LOCALAPPDATA") or os.path.join(where.home, "AppData", "Local")
    else:
        state = where.environ.get("XDG_STATE_HOME") or os.path.join(where.home, ".local", "state")
    return os.path.join(state, "adrguard", NAME)


class Remembered:
    """What is remembered of each settings file, by its real path: see `json_settings`."""

    def __init__(self, where: Where) -> None:
        self.path = path_of(where)
        self._files = _read(self.path)
        self._before = json.dumps(self._files)

    def of(self, path: str) -> Empties:
        """Return what is remembered of a file; what is added to it is kept."""
        return self._files.setdefault(path, {})

    def forget(self, path: str) -> None:
        """Forget a file."""
        self._files.pop(path, None)

    def keep(self) -> None:
        """Write it down where it has changed. Raises OSError and `UnreadableError`."""
        self._files = {path: found for path, found in self._files.items() if found}
        if json.dumps(self._files) == self._before:
            return
        if self._files:
            files.write_atomic(self.path, json.dumps(self._files, indent=1).encode())
        elif os.path.lexists(self.path):
            os.unlink(self.path)


def _read(path: str) -> dict[str, Empties]:
    try:
        found: Any = json.loads(files.read_regular(path, _LARGEST))
    except (FileNotFoundError, UnreadableError, ValueError, RecursionError):
        return {}
    if not isinstance(found, dict):
        return {}
    return {path: _texts(one) for path, one in found.items() if isinstance(one, dict)}


def _texts(found: dict[str, Any]) -> Empties:
    return {key: value for key, value in found.items() if value is None or isinstance(value, str)}
