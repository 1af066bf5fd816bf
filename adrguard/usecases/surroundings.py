"""What a door finds itself in: the current folder, the clipboard, and streams that may be closed or full."""

from __future__ import annotations

from adrguard.system.repository import current_folder
from adrguard.system.streams import goes_nowhere, open_closed, silence

__all__ = ["copied", "current_folder", "goes_nowhere", "open_closed", "silence"]


def copied(text: str) -> str:
    """Put a short text on the clipboard; return the program that did, "" where none is there or works."""
    from adrguard.system import clipboard

    return clipboard.copy(text)
