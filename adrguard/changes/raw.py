"""Git's ``--raw -z`` records: which files differ, by status, mode and blob."""

from __future__ import annotations

from adrguard.model.changes import FileChange
from adrguard.model.errors import GitError

TYPE_CHECKING = False
if TYPE_CHECKING:
    Pair = tuple[FileChange, str, str]

_SHOWN = 60  # bytes of what git printed that are enough to recognise it


def parse_raw(output: bytes) -> tuple[list[Pair], int]:
    """Read git's ``--raw -z`` records: the pairs (change, old oid, new oid), and where the records end.

    Raises `GitError` for anything else: what cannot be read must not pass for a change without files.
    """
    try:
        pairs, at = _records(output)
    except ValueError as error:
        raise _unreadable(output) from error
    if output[at : at + 1] not in (b"", b"\0"):
        raise _unreadable(output[at:])
    return pairs, at


def _unreadable(output: bytes) -> GitError:
    shown = output[:_SHOWN].decode("utf-8", "replace")
    return GitError(f"git printed what is no list of changes: {shown!r}", "is the 'git' on PATH really git?")


def _records(output: bytes) -> tuple[list[Pair], int]:
    pairs: list[Pair] = []
    at = 0
    while output[at : at + 1] == b":":
        end = output.index(b"\0", at)
        old_mode, mode, old_oid, oid, status = output[at + 1 : end].decode("ascii").split(" ")
        if not status:
            raise ValueError
        at = end + 1
        end = output.index(b"\0", at)
        old_path = path = output[at:end].decode("utf-8", "surrogateescape")
        at = end + 1
        if status[0] in "RC":
            end = output.index(b"\0", at)
            path = output[at:end].decode("utf-8", "surrogateescape")
            at = end + 1
        elif status == "A":
            old_path = ""
        pairs.append((FileChange(path, status[0], old_path, int(mode, 8), int(old_mode, 8)), old_oid, oid))
    return pairs, at
