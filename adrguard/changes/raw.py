"""Git's ``--raw -z`` records: which files differ, by status, mode and blob."""

from __future__ import annotations

from adrguard.model.changes import FileChange

TYPE_CHECKING = False
if TYPE_CHECKING:
    Pair = tuple[FileChange, str, str]


def parse_raw(output: bytes) -> tuple[list[Pair], int]:
    """Read git's ``--raw -z`` records: the pairs (change, old oid, new oid), and where the records end."""
    pairs: list[Pair] = []
    at = 0
    while output[at : at + 1] == b":":
        end = output.index(b"\0", at)
        old_mode, mode, old_oid, oid, status = output[at + 1 : end].decode("ascii").split(" ")
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
