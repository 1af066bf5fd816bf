"""Cut a text into pieces of words as the multilingual model learnt it: the likeliest ones that make it up together."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from adrguard.knowledge.embedding.weights import Vocabulary

_SPACE = "\u2581"
"""What stands for a space: only at the beginning of a piece, so words can be cut one by one."""
_NEVER = float("-inf")
_PENALTY = 10.0
"""How much less likely than any piece a character is that nothing is known of."""


class Unigram:
    """A cutter of texts for one vocabulary."""

    def __init__(self, known: Vocabulary) -> None:
        self._known = known
        self._longest = max(map(len, known.pieces))
        self._least = min(known.scores) - _PENALTY

    def pieces(self, text: str, most: int, longest: int) -> list[int]:
        """Return the numbers of the first pieces, at most so many, of the first `longest` characters of a text."""
        spelt = unicodedata.normalize("NFC", text[:longest]).translate(self._known.spelling)
        found: list[int] = []
        for word in spelt[:longest].split():
            found += self._cut(_SPACE + word)
            if len(found) >= most:
                break
        return found[:most]

    def _cut(self, word: str) -> list[int]:
        """Return the likeliest pieces of a word: for each place in it the best way to get there is looked for."""
        pieces, scores, unknown = self._known.pieces, self._known.scores, self._known.unknown
        size, longest, least = len(word), self._longest, self._least
        best = [0.0] + [_NEVER] * size
        way = [(0, unknown)] * (size + 1)
        for start in range(size):
            so_far = best[start]
            for end in range(start + 1, min(size, start + longest) + 1):
                piece = pieces.get(word[start:end])
                if piece is not None and so_far + scores[piece] > best[end]:
                    best[end], way[end] = so_far + scores[piece], (start, piece)
            if so_far + least > best[start + 1]:
                best[start + 1], way[start + 1] = so_far + least, (start, unknown)
        found: list[int] = []
        end = size
        while end:
            end, piece = way[end]
            if not (found and piece == found[-1] == unknown):  # what is unknown counts once, however long
                found.append(piece)
        return found[::-1]
