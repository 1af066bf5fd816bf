"""The verdict in the summary of a CI job, as far as that has room: GitHub drops a summary that is larger than 1 MiB."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from adrguard.report import markdown
from adrguard.system import files

if TYPE_CHECKING:
    from collections.abc import Mapping

    from adrguard.model.findings import Outcome

MOST = 1024 * 1024
"""Bytes that GitHub takes for a step, all that other commands of it wrote included."""


def append(outcome: Outcome, environ: Mapping[str, str]) -> str:
    """Append the verdict to the file that the job names for it; return why that could not be, "" where it could.

    No file is named where there is no summary, which is no failure. The verdict is the same without it.
    """
    path = environ.get("GITHUB_STEP_SUMMARY", "")
    if not path:
        return ""
    try:
        room = MOST - (os.path.getsize(path) if os.path.exists(path) else 0)
        data = _fitted(outcome, room)
        if data and files.append(path, data, MOST):
            return ""
    except files.UnreadableError as error:
        return f"the step's summary was not written: {error.reason}"
    except (OSError, ValueError) as error:
        return f"the step's summary was not written: {getattr(error, 'strerror', None) or error}"
    return "the step's summary was not written: it has no room for another report"


_LEAST = 500
_TRIES = 5


def _fitted(outcome: Outcome, room: int) -> bytes:
    """Return the report in at most `room` bytes, b"" where that is too little for any."""
    most = room
    for _ in range(_TRIES):
        if most < _LEAST:
            break
        data = (markdown.render(outcome, most=most) + "\n").encode("utf-8", "replace")
        if len(data) <= room:
            return data
        # Its measure is characters, which may take four bytes each.
        most = most * room // len(data) - 1
    return b""
