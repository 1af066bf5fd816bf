"""How near a word is to another: what makes a typing mistake an error with "did you mean", and not silence."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_LONGEST = 40


def distance(left: str, right: str) -> int:
    """Return the number of edits between two words: a letter added, left out, replaced, or two neighbours swapped."""
    if max(len(left), len(right)) > _LONGEST:
        return max(len(left), len(right))
    rows = [list(range(len(right) + 1))]
    for i, char in enumerate(left, 1):
        above, row = rows[-1], [i]
        for j, other in enumerate(right, 1):
            best = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (char != other))
            if i > 1 and j > 1 and char == right[j - 2] and left[i - 2] == other:
                best = min(best, rows[i - 2][j - 2] + 1)
            row.append(best)
        rows.append(row)
    return rows[-1][-1]


def nearest(word: str, known: Iterable[str], most: int | None = None) -> str:
    """Return the known word that is at most `most` edits away, the nearest one; "" when there is none.

    Without `most` a word may be wrong in a third of its letters, at most two: short words have too many neighbours.
    """
    word = word.lower()
    found = [(distance(word, one), one) for one in known]
    near = [(edits, one) for edits, one in found if edits <= (_allowed(one) if most is None else most)]
    return min(near, key=lambda pair: pair[0])[1] if near else ""


def _allowed(word: str) -> int:
    return min(2, len(word) // 3)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return the way out for an unknown word: the near one, or the list."""
    known = tuple(known)
    near = nearest(word, known)
    return f"did you mean '{near}'?" if near else f"use one of: {', '.join(known)}"
