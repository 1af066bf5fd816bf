"""Bring the index of the notes up to date, and say what there was to do."""

from __future__ import annotations

from adrguard.knowledge import search
from adrguard.model.record import Record
from adrguard.usecases.memory.search.knowledge_at_hand import at_hand

TYPE_CHECKING = False
if TYPE_CHECKING:
    from adrguard.knowledge.changes import Counts, Progress
    from adrguard.usecases.memory.search.meaning import Vectors


class Synced(Record):
    """What was done. `totals` counts what the index holds, `kept_at` is its file ("": it was not kept).

    `vectors` says what became of these, None where they were not asked for.
    """

    counts: Counts
    totals: dict[str, int]
    kept_at: str
    folders: tuple[str, ...]
    remarks: tuple[str, ...] = ()
    vectors: Vectors | None = None


def sync(start: str, vault: str = "", *, force: bool = False, progress: Progress | None = None) -> Synced:
    """Bring the index of the place `start` up to date; with `force` make it anew. Raises as `at_hand` and `refresh`."""
    around = at_hand(start, vault)
    counts = around.index.refresh(progress, force=force)
    totals = around.index.read(search.totals)
    why = around.index.why_in_memory
    remarks = [*around.remarks, *([f"the index cannot be kept: {why}"] if why else [])]
    where = tuple(one.shown.rstrip("/") or "." for one in around.folders)
    return Synced(counts, totals, "" if why else around.index.home.path, where, tuple(remarks))


def give_vectors(start: str, synced: Synced, vault: str = "", progress: Progress | None = None) -> Synced:
    """Give the notes of the index that was just brought up to date their vectors. Raises as `meaning.fill`."""
    from adrguard.usecases.memory.search import meaning

    around = at_hand(start, vault)
    made = meaning.fill(around, progress)
    left = f"notes that changed meanwhile, or whose vectors could not be kept: {made.missing}; do it again"
    return synced.replace(vectors=made, remarks=(*synced.remarks, *([left] if made.missing else [])))
