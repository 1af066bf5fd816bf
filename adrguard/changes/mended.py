"""A change as it would be with some of its files rewritten: the new side with other texts, the old one as it is."""

from __future__ import annotations

from adrguard.model.changes import NEW, Content

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from adrguard.model.changes import Tree


class MendedTree:
    """A tree over another one, in which the new side has these texts instead. No file comes or goes."""

    def __init__(self, tree: Tree, texts: Mapping[str, str]) -> None:
        self._tree = tree
        self._texts = dict(texts)

    def read(self, path: str, side: str = NEW) -> Content | None:
        """Return the file, None when there is none at that path on that side."""
        if side == NEW and path in self._texts:
            return Content(self._texts[path])
        return self._tree.read(path, side)

    def haystack(self, path: str) -> bytes:
        """Return bytes in which each line of the new file occurs."""
        text = self._texts.get(path)
        return self._tree.haystack(path) if text is None else text.encode("utf-8", "replace")

    def paths(self, side: str = NEW) -> frozenset[str]:
        """Return every path of a side."""
        return self._tree.paths(side)
