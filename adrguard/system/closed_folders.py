"""Folders that may not be looked into: what is in them is unknown, which is not the same as that nothing is."""

from __future__ import annotations

import os

from adrguard.model.errors import AdrguardError

WAY_OUT = "run as its owner, or let yourself look into it"


class ClosedFolderError(AdrguardError):
    """A folder that may not be looked into."""


def refuse_closed(path: str) -> None:
    """Raise `ClosedFolderError` where a folder, or one above it, may not be looked into; not where there is none."""
    closed = closed_at(path)
    if closed:
        raise ClosedFolderError(f"{closed} cannot be looked into: permission is denied", WAY_OUT)


def closed_at(path: str) -> str:
    """Return the folder at a path or above it that may not be looked into, "" where none is."""
    at = path
    while True:
        try:
            os.scandir(at).close()
        except PermissionError:
            above = os.path.dirname(at)
            if above == at or os.access(above, os.R_OK | os.X_OK):
                return at
            at = above
        except OSError:
            return ""
        else:
            return ""
