"""What all models have in common: what they give, that they are loaded once, and from the known file only."""

from __future__ import annotations

import hashlib
import os
import sys
import threading
from typing import TYPE_CHECKING, Protocol

from adrguard.knowledge.embedding.problem import NoModelError

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    Vector = NDArray[np.float32]

SIZE = 384
"""Numbers in a vector, whichever model makes it."""
BYTES = 2 * SIZE
"""Length of a vector as it is kept: 16-bit floats, little end first."""

_CHUNK = 1 << 20
_THREADS = "OPENBLAS_NUM_THREADS"


class Model(Protocol):
    """A model, ready. It may be used from several threads, and raises `NoModelError` where it fails."""

    @property
    def id(self) -> str:
        """What is kept beside each vector; another one for whatever changes the vectors."""

    @property
    def stamp(self) -> str:
        """The stamp of its file, which is the right one."""

    def vector(self, text: str) -> Vector:
        """Return the vector of a query, of length one."""

    def packed(self, text: str) -> bytes:
        """Return the vector of a note as it is kept."""


class Once:
    """A model that is loaded when it is first asked for, and once in a process: it is large.

    `load` is told the stamp of a file that was found to be the right one ("": none). Where it raises `NoModelError`, so
    does every later call.
    """

    def __init__(self, load: Callable[[str], Model]) -> None:
        self._load = load
        self._turn = threading.Lock()
        self._opened: Model | None = None
        self._refused: NoModelError | None = None

    def __call__(self, checked: str = "") -> Model:
        """Return the model."""
        with self._turn:
            if self._refused is not None:
                raise self._refused
            if self._opened is None:
                _load_numpy()
                try:
                    self._opened = self._load(checked)
                except NoModelError as error:
                    self._refused = error
                    raise
            return self._opened


def _load_numpy() -> None:
    """Load numpy so that it computes in one thread, unless the environment says how many.

    Several wait for each other in loops: where other programs want the cores, that takes them seconds for a query.
    """
    if "numpy" in sys.modules or _THREADS in os.environ:
        return
    os.environ[_THREADS] = "1"
    try:
        import numpy as np  # noqa: F401 -- it looks into the environment now, and only now
    except ImportError:
        return  # each model says so in its own words
    finally:
        del os.environ[_THREADS]


def checked(path: str, sha256: str, known: str, again: str) -> str:
    """Return the stamp of a model's file, read and compared unless that stamp is known.

    Raises `NoModelError` where it is not the one with this `sha256`; `again` is the command that brings that one.
    """
    try:
        status = os.stat(path)
        stamp = f"{path} {status.st_size} {status.st_mtime_ns} {status.st_ctime_ns} {status.st_ino} {sha256}"
        if stamp == known:
            return stamp
        digest = hashlib.sha256()
        with open(path, "rb") as file:
            while chunk := file.read(_CHUNK):
                digest.update(chunk)
    except OSError as error:
        raise NoModelError(f"its model cannot be read: {error.strerror}", again) from error
    if digest.hexdigest() != sha256:
        raise NoModelError("its model is not the one that was published (its sha256 is another)", again)
    return stamp


def missing(error: ImportError, extra: str) -> NoModelError:
    """Return why there is no model where a module cannot be had; `extra` is the command that brings it."""
    if isinstance(error, ModuleNotFoundError):
        return NoModelError(f"{error.name} is not installed", extra)
    return NoModelError(f"it cannot be loaded: {error}", extra)
