"""Where a user's programs keep what belongs to no project."""

from __future__ import annotations

import os


def folder() -> str:
    """Return the folder of ours for it: `$XDG_STATE_HOME`, Windows' local data, or `~/.local/state`. Makes nothing."""
    home = os.path.expanduser("~")
    local = os.environ.get("LOCALAPPDATA", "") if os.name == "nt" else ""
    chosen = os.environ.get("XDG_STATE_HOME") or local or os.path.join(home, ".local", "state")
    return os.path.join(chosen, "adrguard")


def make() -> str:
    """Make the folder, for nobody else to read, and return it. Raises OSError."""
    made = folder()
    os.makedirs(made, mode=0o700, exist_ok=True)
    return made
