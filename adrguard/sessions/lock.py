"""One writer at a time: hooks of one turn run side by side."""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING

from adrguard.model.errors import AdrguardError
from adrguard.sessions.not_kept import NotKeptError
from adrguard.system import locks

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextlib.contextmanager
def locked(folder: str, wait_s: float) -> Iterator[None]:
    """Hold the lock of a folder of sessions, which is made if need be. Raises `NotKeptError`."""
    with contextlib.ExitStack() as stack:
        try:
            os.makedirs(folder, exist_ok=True)
            stack.enter_context(locks.held(os.path.join(folder, "lock"), folder, wait_s))
        except (OSError, AdrguardError) as error:
            words = error.message if isinstance(error, AdrguardError) else f"{folder}: {error.strerror}"
            raise NotKeptError(
                f"nothing is kept of this session: {words}", "make the git directory writable"
            ) from error
        yield
