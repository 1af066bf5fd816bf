"""The file of the multilingual model: its vocabulary, what its characters become, and its numbers.

It is read as what it is, without a look whether it could be something else: nothing comes here but the one file whose
sha256 is known. A matrix is kept in blocks of 32 weights, each of them 4 bits less 8, times the 16-bit float of its
block.
"""

from __future__ import annotations

import mmap
import struct
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from adrguard.model.record import Record

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.float32]

_BLOCK = np.dtype([("scale", "<f2"), ("halves", "u1", (16,))])
_WEIGHTS = 32
_GOES_ON = (0xC0, 0x80)
"""Which bits of a byte of UTF-8 say that it begins no character, and how."""
_SHAPE, _VOCABULARY = 8, 44
"""Where what begins: before them a magic word and the version."""


class Vocabulary(Record):
    """Pieces of words by what they say, with the logarithm of how likely each is, and the number of the unknown one.

    `spelling` says what a character becomes before that, as `str.translate` takes it.
    """

    pieces: dict[str, int]
    scores: list[float]
    unknown: int
    spelling: dict[int, str]


class Weights:
    """The numbers by their names; they are turned into floats when somebody asks for them."""

    def __init__(self, path: str) -> None:
        with open(path, "rb") as file:
            self._data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        self.width, self.layers, self.heads = struct.unpack_from("<3i", self._data, _SHAPE)
        self.vocabulary, self.first, self.last, at = self._vocabulary()
        self._places = self._directory(at)
        place, count = self._places["emb.word"]
        self._words = np.frombuffer(self._data, _BLOCK, count // _WEIGHTS, place).reshape(-1, self.width // _WEIGHTS)

    def numbers(self, name: str) -> Numbers:
        """Return a vector of them."""
        place, count = self._places[name]
        return np.frombuffer(self._data, "<f4", count, place).astype(np.float32)

    def matrix(self, *names: str) -> Numbers:
        """Return a matrix from vectors as wide as its rows, or several of the same width, one below the other."""
        blocks = [
            np.frombuffer(self._data, _BLOCK, count // _WEIGHTS, place)
            for place, count in map(self._places.__getitem__, names)
        ]
        rows = sum(len(self.numbers(f"{name[:-1]}b")) for name in names)
        return _floats(np.concatenate(blocks)).reshape(rows, -1)

    def words(self, pieces: list[int]) -> Numbers:
        """Return the vectors of pieces of words, a row for each."""
        return _floats(self._words[pieces]).reshape(len(pieces), self.width)

    def _vocabulary(self) -> tuple[Vocabulary, int, int, int]:
        size, first, last, _, unknown, length = struct.unpack_from("<5iQ", self._data, _VOCABULARY)
        at = _VOCABULARY + 28
        edges = np.frombuffer(self._data, "<u4", size + 1, at)
        at += edges.nbytes
        scores = np.frombuffer(self._data, "<f4", size, at)
        at += scores.nbytes
        said = np.frombuffer(self._data, "u1", length, at)
        at += length
        begun = np.cumsum(said & _GOES_ON[0] != _GOES_ON[1])
        places = np.concatenate([[0], begun])[edges].tolist()
        text = said.tobytes().decode()
        pieces = {text[start:end]: number for number, (start, end) in enumerate(pairwise(places))}
        spelling, at = self._spelling(at)
        return Vocabulary(pieces, scores.tolist(), unknown, spelling), first, last, at

    def _spelling(self, at: int) -> tuple[dict[int, str], int]:
        count, length = struct.unpack_from("<iI", self._data, at)
        at += 8
        end, found = at + length, {}
        for _ in range(count):
            code, many = struct.unpack_from("<IB", self._data, at)
            found[code] = "".join(map(chr, struct.unpack_from(f"<{many}I", self._data, at + 5)))
            at += 5 + 4 * many
        return found, end

    def _directory(self, at: int) -> dict[str, tuple[int, int]]:
        (count,) = struct.unpack_from("<i", self._data, at)
        at += 4
        found = {}
        for _ in range(count):
            (length,) = struct.unpack_from("<H", self._data, at)
            name = self._data[at + 2 : at + 2 + length].decode()
            _, many, place, _ = struct.unpack_from("<BIQQ", self._data, at + 2 + length)
            found[name] = (place, many)
            at += 2 + length + 21
        return found


def _floats(blocks: NDArray[np.void]) -> Numbers:
    found = np.empty((*blocks.shape, _WEIGHTS), dtype=np.float32)
    found[..., :16] = blocks["halves"] & 15
    found[..., 16:] = blocks["halves"] >> 4
    found -= 8
    found *= blocks["scale"].astype(np.float32)[..., None]
    return found
