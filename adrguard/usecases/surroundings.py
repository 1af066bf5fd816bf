"""What a door finds itself in: the current folder, and standard streams that somebody may have closed or filled."""

from __future__ import annotations

from adrguard.system.repository import current_folder
from adrguard.system.streams import open_closed, silence

__all__ = ["current_folder", "open_closed", "silence"]
