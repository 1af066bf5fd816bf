"""Give notes their vectors: those that have none of this model, the newest first, as long as there is time."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from adrguard.knowledge import vectors
from adrguard.knowledge.vectors import Made
from adrguard.system.clock import monotonic_ms

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from adrguard.knowledge.embedding.model import Model
    from adrguard.knowledge.index import Index
    from adrguard.knowledge.vectors import Waiting

    Progress = Callable[[int, int], None]
    """Told how many of how many notes have got theirs."""
    Text = Callable[[Waiting], str | None]
    """From a note to what it says: "" for nothing that the model knows, None where it is not what it was any more."""

_KEEP_MS = 2_000.0
"""After so long what was made is kept, so that little is lost when somebody stops it."""
_LEAST_MS = 1.0
"""No vector is made in less: so no more notes need be looked up than fit into the time."""


class Filling:
    """Vectors on their way into an index."""

    def __init__(self, index: Index, model: Model, text: Text) -> None:
        self._index = index
        self._model = model
        self._text = text
        self._waiting: list[Made] = []
        self.made = 0
        self.is_kept = True

    def fill(self, within_ms: float | None = None, progress: Progress | None = None) -> None:
        """Give vectors to all notes that have none, or to as many as can be had in a time.

        Of two that say the same under the same title one is asked. Raises what the model raises; what was made before
        that is kept.
        """
        until = monotonic_ms() + within_ms if within_ms is not None else None
        most = int(within_ms / _LEAST_MS) + 1 if within_ms is not None else -1
        notes = self._index.read(partial(vectors.waiting, model=self._model.id, most=most))
        alike = {(note.hash, note.title): note for note in notes}
        try:
            self._make(alike.values(), len(alike), until, progress)
        finally:
            self._keep(patient=until is None)

    def _make(self, notes: Iterable[Waiting], total: int, until: float | None, progress: Progress | None) -> None:
        kept_ms = monotonic_ms()
        for number, note in enumerate(notes):
            now = monotonic_ms()
            if until is not None and now >= until:
                return
            if progress:
                progress(number, total)
            if now - kept_ms > _KEEP_MS:
                self._keep(patient=True)
                kept_ms = now
            text = self._text(note)
            if text is not None:
                vector = self._model.packed(text) if text else b""
                self._waiting.append(Made(note.title, note.hash, vector))
        if progress:
            progress(total, total)

    def _keep(self, *, patient: bool) -> None:
        if not self._waiting:
            return
        made, self._waiting = self._waiting, []
        work = partial(vectors.put, model=self._model.id, made=made, checked=self._model.stamp)
        if self._index.write(work) if patient else self._index.write(work, 0.0):
            self.made += sum(bool(one.vector) for one in made)
        else:
            self.is_kept = False
