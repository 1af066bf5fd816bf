"""What a matcher may look at besides the file in hand."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from adrguard.model.changes import ChangeSet, Tree
    from adrguard.model.findings import Unjudged


class Context:
    """The files around the one that is judged, and a place to keep what is dear to compute.

    tree, side  where to read other files, and on which side of the change
    changes     all that changes, for the kinds that judge a change as a whole
    memo        kept for the run: a matcher puts what several files share there, under a key that names itself and `side`
    unjudged    what a matcher had to leave out (too many hits); the engine reports it
    """

    __slots__ = ("changes", "memo", "side", "tree", "unjudged")

    def __init__(self, tree: Tree, side: str, changes: ChangeSet, memo: dict[Any, Any] | None = None) -> None:
        self.tree = tree
        self.changes = changes
        self.side = side
        self.memo: dict[Any, Any] = {} if memo is None else memo
        self.unjudged: list[Unjudged] = []

    def on(self, side: str) -> Context:
        """Return the same context looking at another side; memo and list of the unjudged are shared."""
        other = Context(self.tree, side, self.changes, self.memo)
        other.unjudged = self.unjudged
        return other
