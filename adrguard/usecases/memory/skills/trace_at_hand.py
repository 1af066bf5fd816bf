"""Where a trace comes from: a text, a file, a pipe, or the node of a log that was put away."""

from __future__ import annotations

import os

from adrguard.memory.traces.reading import source_of
from adrguard.model.errors import UsageError
from adrguard.model.record import Record
from adrguard.system import pipes
from adrguard.system.files import UnreadableError
from adrguard.system.slices import Slices
from adrguard.usecases.memory.logs.log_store import log_store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from adrguard.memory.traces.portions import Source

_MOST_OF_A_PIPE = 1 << 28
_PATIENCE_S = 10.0


class Origin(Record):
    """A trace that is about to be read.

    name    what messages call it; `node` is its id where it is one
    source  `source(n)` returns up to n bytes, b"" at the end
    first, last  the lines of it that are meant (0: up to its end)
    lines   how many it had when it was put away, 0 for unknown
    """

    name: str
    source: Source
    node: str = ""
    first: int = 1
    last: int = 0
    lines: int = 0


def from_text(text: str) -> Origin:
    """Return the origin of a trace that is at hand as text."""
    return Origin("the trace", source_of(text.encode("utf-8", "surrogatepass")))


def from_pipe(source: Source) -> Origin:
    """Return the origin of a trace on standard input."""
    return Origin("<stdin>", source)


def from_file(start: str, path: str) -> Origin:
    """Return the origin of a trace in a file. Raises `UsageError` where there is none that can be read."""
    whole = os.path.join(start, path)
    try:
        if pipes.is_pipe(whole):
            return Origin(path, source_of(pipes.read_pipe(whole, _MOST_OF_A_PIPE, _PATIENCE_S)))
        real = os.path.realpath(whole)
        return Origin(path, _by_pieces(Slices(os.path.dirname(real)).pieces(os.path.basename(real))))
    except FileNotFoundError as error:
        raise UsageError(f"{path}: there is no such file", "mend the path, or give the trace by --trace") from error
    except UnreadableError as error:
        raise UsageError(f"{path}: {error.reason}", "give a file, or `-` and the trace on standard input") from error
    except (OSError, ValueError) as error:
        raise UsageError(f"{path}: unreadable: {getattr(error, 'strerror', None) or error}", "mend the path") from error


def from_node(start: str, node: str) -> Origin:
    """Return the origin of a log that was put away, or of a section of one.

    Raises `UsageError` for what is no id, `UnknownNodeError` for a node that is not there.
    """
    store = log_store(start).store
    found = store.find(node, whole=False)  # what of it is missing is told by the count of its lines
    facts = found.facts
    lines = 0 if facts.last else facts.lines
    return Origin(node, _by_pieces(store.pieces(found)), node, facts.first or 1, facts.last, lines)


def _by_pieces(pieces: Iterator[bytes]) -> Source:
    return lambda _size: next(pieces, b"")
