"""What a matcher may look at besides the file in hand."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from adrguard.model.changes import ChangeSet, Tree
    from adrguard.model.findings import Unjudged
    from adrguard.model.rules import Rule


MOST_HITS = 1000
"""Hits of one target in one file that are reported; a file with more is listed as not judged to its end."""


class Context:
    """The files around the one that is judged, and a place to keep what is dear to compute.

    tree, side  where to read other files, and on which side of the change
    changes     all that changes, for the kinds that judge a change as a whole
    memo        kept for the run: a matcher puts what several files share there, by a key of its own and `side`
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

    def text(self, path: str) -> str | None:
        """Return the text of another file on this side, None where there is none that can be read."""
        content = self.tree.read(path, self.side)
        return None if content is None or content.problem else content.text

    def cut(self, path: str, rule: Rule, target: str) -> None:
        """Note that the file holds more hits of the target than are reported."""
        from adrguard.model.findings import Unjudged

        reason = f"more than {MOST_HITS:,} hits of {target}: those after them were not judged"
        self.unjudged.append(Unjudged(path, reason, "too-large", rule.id))
