"""What can keep notes from being written, as one clear message each."""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING

from adrguard.model.errors import AdrguardError

if TYPE_CHECKING:
    from collections.abc import Sequence

NOTHING = "nothing was written"

_REASONS = {
    errno.ENOSPC: ("the disk is full", "make room, then run the command again"),
    errno.EDQUOT: ("the disk quota is used up", "make room, then run the command again"),
    errno.EROFS: ("the file system is read-only", "mount it for writing, or work in a copy"),
    errno.EACCES: ("permission to write is denied", "run as its owner, or let yourself write there"),
    errno.EPERM: ("writing is not permitted", "run as its owner, or let yourself write there"),
    errno.ENAMETOOLONG: ("the name is too long for the file system", "choose a shorter one"),
    errno.EBUSY: ("it is in use, or mounted by itself", "close what uses it, then run the command again"),
}


class WriteError(AdrguardError):
    """Notes that cannot be written, for this `reason`, and with this `outcome` for all of them."""

    def __init__(self, reason: str, hint: str = "", outcome: str = NOTHING) -> None:
        super().__init__(f"{reason}; {outcome}" if outcome else reason, hint)
        self.reason = reason


class ConflictError(WriteError):
    """Notes that are not as they were when they were read; `paths` names them. Nothing was written."""

    def __init__(self, told: Sequence[tuple[str, str]], outcome: str = NOTHING, hint: str = "") -> None:
        listed = "; ".join(f"{path}: {reason}" for path, reason in told)
        super().__init__(listed, hint or "look at what changed, then run the command again", outcome)
        self.paths = tuple(path for path, _ in told)


class LockedError(WriteError):
    """Another process is writing below the same folder."""


def reason_of(error: OSError) -> tuple[str, str]:
    """Return what went wrong in a few words, and the way out."""
    if error.errno is not None and error.errno in _REASONS:
        return _REASONS[error.errno]
    return error.strerror or str(error) or type(error).__name__, ""


def from_system(error: OSError, path: str) -> WriteError:
    """Return the error to tell a person in place of the system's."""
    reason, hint = reason_of(error)
    return WriteError(f"{path}: {reason}", hint)
