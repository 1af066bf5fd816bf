"""What the door says, and how words are taken from a payload that may hold anything."""

from __future__ import annotations

import os

from adrguard.hooks import wire
from adrguard.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from adrguard.hooks.wire import Payload


class Reply(Record):
    """An answer in an agent's own terms: what is written to each stream, and the exit code."""

    stdout: str = ""
    stderr: str = ""
    code: int = 0


def speak(parts: Mapping[str, object]) -> Reply:
    """Return the reply that is one JSON object; without its empty parts, and none when nothing is left."""
    kept = {name: part for name, part in parts.items() if part not in ("", {})}
    return Reply(wire.encode(kept) + "\n") if kept else Reply()


def word(payload: Payload, *names: str) -> str:
    """Return the first of the named parts that is a text, "" when none is."""
    for name in names:
        value = payload.get(name)
        if isinstance(value, str):
            return value
    return ""


def table(payload: Payload, name: str) -> Payload:
    """Return a part that is an object, an empty one when it is none."""
    value = payload.get(name)
    return value if isinstance(value, dict) else {}


def folder(payload: Payload, *names: str) -> str:
    """Return the folder that the agent says it is in, the current one when it says none.

    Raises `UnreadableError` where there is none any more.
    """
    try:
        return word(payload, *names) or os.getcwd()
    except OSError as error:
        raise wire.UnreadableError("it names no folder, and the current one was deleted") from error


def first_root(payload: Payload, name: str) -> str:
    """Return the first of a list of workspace folders, "" when there is none."""
    roots = payload.get(name)
    root = roots[0] if isinstance(roots, list) and roots and isinstance(roots[0], str) else ""
    # On Windows some editors write /c:/folder.
    return root[1:] if os.name == "nt" and root[:1] == "/" and root[2:3] == ":" else root


def folder_of(path: str) -> str:
    """Return the nearest folder above an absolute path that exists, "" for a relative one."""
    if not os.path.isabs(path):
        return ""
    above = os.path.dirname(path)
    while not os.path.isdir(above) and os.path.dirname(above) != above:
        above = os.path.dirname(above)
    return above
