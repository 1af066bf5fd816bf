"""An invariant as it is written: parsed, not yet understood. Every part knows its column, for the messages."""

from __future__ import annotations

from adrguard.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from adrguard.kdsl.line import Line

BARE = "bare"
SPAN = "span"
QUOTED = "quoted"
REGEX = "regex"


class Piece(Record):
    """One text of an invariant: a target, a glob, a word.

    `text` is what it stands for, Markdown and quotes undone; `style` is how it is written: `BARE`, `SPAN` (backticks),
    `QUOTED` or `REGEX` (then `flags` follow it). `columns` gives the 1-based column in the note of each character, and
    of the end. `doubts` are columns of what Markdown takes for a link although code may be meant.
    """

    text: str
    style: str
    columns: tuple[int, ...]
    flags: str = ""
    doubts: tuple[tuple[int, str], ...] = ()

    @property
    def column(self) -> int:
        """Where it begins."""
        return self.columns[0]

    def column_of(self, index: int) -> int:
        """Return the column of a character of `text`."""
        return self.columns[min(index, len(self.columns) - 1)]


class Written(Record):
    """An invariant as written. `kind` is "" where no kind word stands.

    Each target is one piece, except for ``edge`` (two: from, to) and ``layers`` (two or more, from high to low).
    """

    line: Line
    verb: str
    kind: str
    targets: tuple[tuple[Piece, ...], ...]
    include: tuple[Piece, ...] = ()
    exclude: tuple[Piece, ...] = ()


class WrittenClause(Record):
    """A clause as written: its name, and its values (pairs for the names of a ``rewrite``)."""

    line: Line
    name: str
    values: tuple[tuple[Piece, ...], ...]

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The values of a clause that has no pairs."""
        return tuple([value[0] for value in self.values])
