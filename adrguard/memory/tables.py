"""Tables of words, written as people read them."""

from __future__ import annotations


def words(table: str) -> frozenset[str]:
    """Return the words of a table that white space parts."""
    return frozenset(table.split())
