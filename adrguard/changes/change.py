"""What every source of changes returns: the change, and a tree from which both of its sides can be read."""

from __future__ import annotations

from adrguard.model.changes import NEW, ChangeSet, Content, Place
from adrguard.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from adrguard.model.changes import Tree

LINK = Content("", problem="link")
SUBMODULE = Content("", problem="submodule")

MAX_FILE_SIZE = 2 * 1024 * 1024
"""Bytes over which a file is not judged, unless the configuration says otherwise."""

_MOST_HELD = 32_000_000  # characters kept for a second look; far more than a usual change has

NOWHERE = Place("none")
INDEX = Place("index")
WORKTREE = Place("worktree")


class Overlay(Record):
    """Files of the working tree as an edit will leave them that is not made yet; None for one that it deletes.

    `ignored` are those of them that git does not look at; `pending` are the paths in which the working tree may differ
    already from the commit that is the base.
    """

    files: Mapping[str, bytes | None]
    ignored: frozenset[str] = frozenset()
    pending: tuple[str, ...] = ()


NO_OVERLAY = Overlay({})


class Pending(Record):
    """What was found out of the working tree: the paths in which it may differ from the commit (of HEAD)."""

    commit: str
    paths: tuple[str, ...]


class Change(Record):
    """A change and where it stands: `tree` reads both sides, `place` and `base` are where the decisions come from.

    `overlay` lies over `place`; where that is the working tree, `pending` may tell how far it is like a commit.
    """

    set: ChangeSet
    tree: Tree
    place: Place
    base: Place
    overlay: Overlay = NO_OVERLAY
    pending: Pending | None = None


class CachedTree:
    """Base of the trees: keeps what was read, within bounds. A subclass says how to load one file of one side.

    `limit` is the size in bytes over which a file is not judged (0: no limit).
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._kept: dict[tuple[str, str], Content | None] = {}
        self._held = 0

    def read(self, path: str, side: str = NEW) -> Content | None:
        """Return the file, None when there is none at that path on that side."""
        key = (path, side)
        if key in self._kept:
            return self._kept[key]
        content = self._load(path, side)
        self._held += len(content.text) if content else 0
        if self._held > _MOST_HELD:
            self._kept.clear()
            self._held = len(content.text) if content else 0
        self._kept[key] = content
        return content

    def haystack(self, path: str) -> bytes:
        """Return bytes in which each line of the new file occurs: its text as UTF-8, b"" when it cannot be read."""
        content = self.read(path)
        return content.text.encode("utf-8", "replace") if content else b""

    def _load(self, path: str, side: str) -> Content | None:
        raise NotImplementedError


def place_of(oid: str) -> Place:
    """Return the place of a commit, that of nothing for ""."""
    return Place("commit", oid) if oid else NOWHERE


def too_large(size: int, limit: int) -> Content:
    """Return what stands for a file of `size` bytes where only `limit` are allowed."""
    from adrguard.system.files import TooLargeError

    return Content("", problem=TooLargeError("", size, limit).reason)


def other_sides(others: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of the sides of a merge's other parents, given these."""
    return tuple([f"other{number}" for number in range(1, len(others) + 1)])
