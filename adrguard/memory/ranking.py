"""Put what several ways of searching found into one order: reciprocal rank fusion, names first, what is linked nearer.

score = sum of 1 / (60 + rank) over the ways that found a note, x 1.05 where it is linked with one of the best. So the
boost is a share of a note's own score: as an absolute 0.05 it would be worth more than the best rank of all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.model.record import Record

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    Ranked = Mapping[str, Sequence[int]]
    """By the name of a way of searching: the notes that it found, the best first."""

K = 60
BOOST = 0.05
GIVERS = 10
"""How many of the best notes make those that they are linked with better."""
NAME = "name"
NAME_WEIGHT = 4
"""What being called exactly so counts: more than the first rank in all other ways together."""


class Hit(Record):
    """A note that was found.

    `ranks` are (way of searching, rank) with the best being 1; `fused` is the score before the boost. `stands_for` is
    the note whose score it has, as it took that one's place (0: it has its own).
    """

    note: int
    score: float
    fused: float
    ranks: tuple[tuple[str, int], ...]
    is_linked: bool = False
    is_over: bool = False
    stands_for: int = 0


def fuse(ranked: Ranked) -> dict[int, float]:
    """Return the score of each note by its ranks."""
    scores: dict[int, float] = {}
    for name, notes in ranked.items():
        weight = NAME_WEIGHT if name == NAME else 1
        for rank, note in enumerate(notes, 1):
            scores[note] = scores.get(note, 0.0) + weight / (K + rank)
    return scores


def order(
    ranked: Ranked,
    over: Collection[int],
    successors: Mapping[int, Sequence[int]],
    linked_with: Callable[[Sequence[int]], Collection[int]] | None = None,
) -> list[Hit]:
    """Return all notes that were found, and what took the place of those that are `over`, in the order of their score.

    Who took a note's place comes before it, with no lower a score. `linked_with` says which notes are linked with some;
    without it there is no boost. A note that is over neither gets it nor gives it. Of notes with one score, as where
    two ways of searching hold two notes for the best in turn, the one that the first way put first comes first.
    """
    own = fuse(ranked)
    scores = dict(own)
    stands_for: dict[int, int] = {}
    for old in sorted(own, key=lambda note: -own[note]):
        for new in successors.get(old, ()):
            if scores.get(new, 0.0) < own[old]:
                scores[new], stands_for[new] = own[old], old
    standing = sorted((note for note in scores if note not in over), key=lambda note: -scores[note])
    linked = frozenset(linked_with(standing[:GIVERS])) if linked_with and standing else frozenset()
    places = {name: {note: rank for rank, note in enumerate(notes, 1)} for name, notes in ranked.items()}
    hits = []
    for note, fused in scores.items():
        boosted = note in linked and note not in over
        ranks = tuple((name, ranks[note]) for name, ranks in places.items() if note in ranks)
        score = fused * (1 + BOOST) if boosted else fused
        hits.append(Hit(note, score, fused, ranks, boosted, note in over, stands_for.get(note, 0)))
    return sorted(hits, key=lambda hit: (-hit.score, hit.is_over, -hit.fused))
