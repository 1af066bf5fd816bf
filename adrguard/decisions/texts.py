"""The notes themselves, as they are at a place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.decisions.states import Disk, state_at
from adrguard.vault.note import LARGEST

if TYPE_CHECKING:
    from collections.abc import Iterable

    from adrguard.model.changes import Place
    from adrguard.system.repository import Repository


def read(repo: Repository, place: Place, paths: Iterable[str]) -> dict[str, bytes | str]:
    """Return the bytes of notes, or, as text, why one cannot be read; what is not there is left out.

    What git does not track is read from disk, as the decisions of a commit are as well. Raises `GitError`.
    """
    wanted = list(dict.fromkeys(paths))
    disk = Disk(repo.root)
    found = disk.read(wanted, LARGEST) if place.kind == "worktree" else {}
    rest = [path for path in wanted if path not in found]
    if rest:
        # Of the working tree: what a sparse checkout leaves out.
        found |= state_at(repo, place).read(rest, LARGEST)
        found |= disk.read([path for path in rest if path not in found], LARGEST)
    return found
