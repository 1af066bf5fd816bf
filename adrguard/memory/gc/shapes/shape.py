"""What a shape of trajectories has to know; most shapes need not know all of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from adrguard.memory.gc.document import Document
    from adrguard.memory.gc.parts import Entry


class Shape:
    """A shape of trajectories. `alternates`: user and assistant have to take turns in it."""

    name = ""
    alternates = False

    def fits(self, document: Document) -> bool:
        """Say whether a document has this shape."""
        raise NotImplementedError

    def settled(self, document: Document) -> Document:
        """Return what a document comes to whose later items change earlier ones; in most shapes none does."""
        return document

    def entries(self, values: Sequence[Any]) -> list[Entry]:
        """Return what each item says."""
        raise NotImplementedError

    def replaced(self, value: Any, texts: Mapping[int, str]) -> Any:
        """Return an item with the texts of some of its results replaced, by slot."""
        raise NotImplementedError

    def digest(self, text: str, gone: Any) -> Any:
        """Return an item in which a digest is said; `gone` is the last of those whose place it takes."""
        raise NotImplementedError

    def anchors(self, values: Sequence[Any], gone: Collection[int], hot: Collection[int]) -> set[int]:  # noqa: ARG002 -- for those that link items
        """Return the items that cannot go, as hot ones refer to them."""
        return set()

    def successor(self, values: Sequence[Any], gone: Sequence[int], hot: Collection[int]) -> int:  # noqa: ARG002
        """Return in the place of which of the items that go the digest comes: the last one, unless hot ones say so."""
        return gone[-1]

    def linked(
        self,
        values: Mapping[int, Any],  # noqa: ARG002 -- for those that link items
        hot: Collection[int],  # noqa: ARG002
        digest: int,  # noqa: ARG002
        gone: Mapping[int, Any],  # noqa: ARG002
    ) -> dict[int, Any]:
        """Return the items that have to change for what is left to hang together; `digest` is its item."""
        return {}
