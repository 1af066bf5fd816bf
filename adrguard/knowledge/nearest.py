"""Which notes mean what a text does: the vectors of an index, loaded once in a process for as long as they hold."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from adrguard.knowledge import vectors
from adrguard.model.record import Record

if TYPE_CHECKING:
    import sqlite3

    from adrguard.knowledge.embedding.matrix import Matrix
    from adrguard.knowledge.embedding.model import Vector

MISSING_OF = 5
"""One note in so many may be without a vector. Where more are, those that have one come too far up for having it, and
words alone find more: with vectors of one note in ten less than half (nDCG@10 on Cranfield: 0.16, by words 0.38)."""
_MOST_LOADED = 4

_turn = threading.Lock()
_loaded: dict[tuple[str, str, str], Held] = {}


class Held(Record):
    """The vectors of one state of an index: of `total` notes `missing` wait for theirs."""

    matrix: Matrix
    missing: int
    total: int

    @property
    def is_enough(self) -> bool:
        """Whether to rank by them beside words makes the order better."""
        return self.missing * MISSING_OF <= self.total


def held(connection: sqlite3.Connection, model: str) -> Held:
    """Return the vectors of a model as they are now."""
    from adrguard.knowledge.embedding.matrix import Matrix
    from adrguard.knowledge.embedding.model import BYTES

    key = (*vectors.state(connection), model)
    with _turn:
        found = _loaded.pop(key, None)
        if found is None:
            notes, data = vectors.loaded(connection, model, BYTES)
            have, without, missing = vectors.totals(connection, model)
            found = Held(Matrix(notes, data), missing, have + without + missing)
        _loaded[key] = found  # as the newest
        while len(_loaded) > _MOST_LOADED:
            del _loaded[next(iter(_loaded))]
    return found


def nearest(connection: sqlite3.Connection, model: str, vector: Vector, most: int, least: float) -> list[int]:
    """Return at most so many notes that mean what a vector does, the nearest first, no cosine below `least`."""
    return held(connection, model).matrix.nearest(vector, most, least)
