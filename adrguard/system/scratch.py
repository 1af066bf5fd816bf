"""Room for what has to be looked at twice and is kept nowhere: in memory, and when there is much of it on the disk."""

from __future__ import annotations

import tempfile
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from typing import IO

_IN_MEMORY = 32 << 20


def scratch() -> IO[bytes]:
    """Return a file without a name, which is gone when it is closed; only its owner can read it."""
    return cast("IO[bytes]", tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY))
