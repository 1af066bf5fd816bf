"""Groups files by folder: as deep as there is room for rows, deepest where most files are."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING

from adrguard.model.record import Record

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

HERE = "."
"""What the top of the repository is called."""


class Group(Record):
    """A folder (ending in a slash, or `HERE`) and the files that it stands for.

    `below` says whether they are all that lies below it; otherwise its folders are groups apart.
    """

    folder: str
    paths: tuple[str, ...]
    below: bool

    @property
    def name(self) -> str:
        """What a row about it is called: ``src/api/``, or ``src/ (directly in it)``."""
        return self.folder if self.below else f"{self.folder} (directly in it)"


def grouped(paths: Iterable[str], most: int) -> list[Group]:
    """Return at most about `most` groups, in the order of their folders; each path is in one of them.

    The group with the most files is taken apart into its folders again and again, while there is room.
    """
    done: list[Group] = []
    heap = [_entry("", sorted(paths))]
    while heap and heap[0][0]:
        _, prefix, own = heappop(heap)
        direct, folders = _apart(prefix, own)
        # Counted as if it were taken apart already.
        rows = len(done) + len(heap) + len(folders) + bool(direct)
        if not folders or (rows > most and prefix):
            done.append(Group(prefix or HERE, tuple(own), below=True))
            continue
        if direct:
            done.append(Group(prefix or HERE, tuple(direct), below=False))
        for folder, below in folders.items():
            heappush(heap, _entry(folder, below))
    return sorted(done, key=lambda group: group.folder if group.folder != HERE else "")


def _entry(prefix: str, paths: Sequence[str]) -> tuple[int, str, Sequence[str]]:
    return -len(paths), prefix, paths


def _apart(prefix: str, paths: Sequence[str]) -> tuple[list[str], dict[str, list[str]]]:
    direct: list[str] = []
    folders: dict[str, list[str]] = {}
    for path in paths:
        cut = path.find("/", len(prefix))
        if cut < 0:
            direct.append(path)
        else:
            folders.setdefault(path[: cut + 1], []).append(path)
    return direct, folders
