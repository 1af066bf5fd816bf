"""Which notes stand in the place of which, by what they say of each other: read as the guard reads decisions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.decisions.graph import loops
from adrguard.decisions.naming import Names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adrguard.knowledge.writing import Named


def related(notes: Sequence[Named], said: Sequence[tuple[int, str, bool]]) -> list[tuple[int, int]]:
    """Return pairs (old, new) of notes.

    `said` are (note, name, the bearer of that name stands in the note's place). A name that means none or several says
    nothing, and neither do notes that replace each other.
    """
    names = Names(notes)
    paths = {one.note: one.path for one in notes}
    pairs: dict[tuple[int, int], None] = {}
    for note, name, backwards in said:
        found = names.find(name, paths.get(note, ""))
        if len(found) == 1:
            other = found[0].note
            pairs[(note, other) if backwards else (other, note)] = None
    return _without_loops(list(pairs))


def _without_loops(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    notes = sorted({note for pair in pairs for note in pair})
    place = {note: index for index, note in enumerate(notes)}
    edges: list[list[int]] = [[] for _ in notes]
    for old, new in pairs:
        edges[place[old]].append(place[new])
    groups = loops(edges)
    return [
        (old, new) for old, new in pairs if not any(place[old] in group and place[new] in group for group in groups)
    ]
