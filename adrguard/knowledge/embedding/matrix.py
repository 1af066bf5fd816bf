"""All vectors of an index side by side, compared with one by multiplication: exact, and fast enough for 100,000."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from adrguard.knowledge.embedding.model import SIZE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adrguard.knowledge.embedding.model import Vector


class Matrix:
    """The vectors of `notes`, from their bytes as they are kept."""

    def __init__(self, notes: Sequence[int], data: bytes) -> None:
        self._notes = np.array(notes, dtype=np.int64)
        self._rows = np.frombuffer(data, dtype="<f2").reshape(len(notes), SIZE).astype(np.float32)

    def nearest(self, vector: Vector, most: int, least: float) -> list[int]:
        """Return at most so many notes that mean what a vector does, the nearest first, no cosine below `least`."""
        if not len(self._notes):
            return []
        with np.errstate(all="ignore"):  # whatever a spoilt index holds, its numbers are only compared
            likeness = self._rows @ vector
            near = np.flatnonzero(likeness >= least)
            if len(near) > most:
                near = near[np.argpartition(-likeness[near], most - 1)[:most]]
            order = np.lexsort((self._notes[near], -likeness[near]))
        return [int(note) for note in self._notes[near[order]]]
