"""Pipes that a person names as a file, as a shell does for `<(…)`: read with patience, and no longer."""

from __future__ import annotations

import os
import select
import stat
import time

from adrguard.system.files import TooLargeError, UnreadableError

_FLAGS = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
_PORTION = 1 << 16
_LOOK_S = 0.05


def is_pipe(path: str) -> bool:
    """Say whether there is a pipe at a path; never on Windows, whose pipes have names of their own."""
    try:
        return os.name != "nt" and stat.S_ISFIFO(os.stat(path).st_mode)
    except (OSError, ValueError):
        return False


def read_pipe(path: str, limit: int, wait_s: float) -> bytes:
    """Return what is written to a pipe until its writers are gone.

    Raises `UnreadableError` for more than `limit` bytes, where nothing comes for `wait_s` seconds, and where the system
    refuses.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | _FLAGS)
        try:
            if not stat.S_ISFIFO(os.fstat(descriptor).st_mode):
                raise UnreadableError(path, "no pipe any more")
            return _read(path, descriptor, limit, wait_s)
        finally:
            os.close(descriptor)
    except OSError as error:
        raise UnreadableError(path, f"unreadable: {error.strerror}") from error


def _read(path: str, descriptor: int, limit: int, wait_s: float) -> bytes:
    data = bytearray()
    until = time.monotonic() + wait_s
    while True:
        told, _, _ = select.select([descriptor], [], [], _LOOK_S)
        part = _portion(descriptor)
        if part:
            data += part
            until = time.monotonic() + wait_s
        elif part is not None and (told or data):
            # The system tells of the end only who was there before it, so that an empty answer has to do.
            return bytes(data)
        if len(data) > limit:
            raise TooLargeError(path, len(data), limit)
        if time.monotonic() > until:
            raise UnreadableError(path, f"nothing was written to it for {wait_s:g} seconds")


def _portion(descriptor: int) -> bytes | None:
    """Return what there is: nothing when there are no writers, None when there are, and they have written nothing."""
    try:
        return os.read(descriptor, _PORTION)
    except BlockingIOError:
        return None
