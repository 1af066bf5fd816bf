"""Where a node of a Python tree lies: `ast` counts bytes, and ends a line at a lone carriage return too."""

from __future__ import annotations

from io import StringIO
from itertools import accumulate

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ast


class Places:
    """Turns `ast`'s lines and columns into character offsets of the text the tree was made from."""

    def __init__(self, text: str) -> None:
        self._plain = text.isascii()
        # `str.splitlines` would also break at form feeds and Unicode's separators.
        self._rows = [*StringIO(text, newline=""), ""]
        self._starts = [0, *accumulate(map(len, self._rows))]

    def offset(self, line: int, column: int) -> int:
        """Return the offset of a line (1-based) and a column in bytes."""
        index = min(line, len(self._rows)) - 1
        if self._plain:
            return self._starts[index] + column
        row = self._rows[index]
        count = (
            column if row.isascii() else len(row.encode("utf-8", "surrogatepass")[:column].decode("utf-8", "ignore"))
        )
        return self._starts[index] + count

    def span(self, node: ast.stmt | ast.expr | ast.alias) -> tuple[int, int]:
        """Return where a node starts and ends."""
        start = self.offset(node.lineno, node.col_offset)
        if node.end_lineno is None or node.end_col_offset is None:
            return start, start
        return start, self.offset(node.end_lineno, node.end_col_offset)
