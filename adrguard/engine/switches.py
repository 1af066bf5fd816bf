"""The keys of a YAML file by which a step of it is switched off, as far as they govern a line that names the guard."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Row = tuple[int, str]
    Block = tuple[int, int]

_KEYS = frozenset(
    (
        "if",
        "continue-on-error",
        "continueOnError",
        "ignore_error",
        "allow_failure",
        "condition",
        "enabled",
        "skip",
        "only",
        "except",
    )
)


def switches(text: str, name: str) -> dict[str, int]:
    """Return the lines that govern one which holds `name`, white space normalised, each with its number.

    What governs a line stands beside it, or beside a key that it is below of.
    """
    rows = [(_indent(line), line) for line in text.split("\n")]
    above = _above(rows)
    known: dict[int, Block] = {}
    found: dict[str, int] = {}
    for index, (_, line) in enumerate(rows):
        if name in line and not line.lstrip().startswith("#"):
            for number in _governing(rows, above, index, known):
                found.setdefault(" ".join(rows[number][1].removeprefix("- ").split()).removeprefix("- "), number + 1)
    return found


def _indent(line: str) -> int:
    """Return the column at which the content of a line starts, behind the dash of a list; -1 for none."""
    bare = line.lstrip(" ")
    if not bare or bare.startswith("#"):
        return -1
    column = len(line) - len(bare)
    while bare.startswith("- "):
        rest = bare[1:].lstrip(" ")
        column += len(bare) - len(rest)
        bare = rest
    return column


def _above(rows: Sequence[Row]) -> list[int]:
    """Return for each row the nearest one above it that stands further to the left, -1 for none."""
    found: list[int] = []
    outer: list[int] = []
    for index, (column, _) in enumerate(rows):
        while column >= 0 and outer and rows[outer[-1]][0] >= column:
            outer.pop()
        found.append(outer[-1] if outer else -1)
        if column >= 0:
            outer.append(index)
    return found


def _governing(rows: Sequence[Row], above: Sequence[int], index: int, known: dict[int, Block]) -> Iterator[int]:
    """Yield the rows of keys that govern one; not those of the last block of a column that was gone through before."""
    while index >= 0:
        column, _ = rows[index]
        first, last = known.get(column, (0, 0))
        if first <= index < last:
            return
        start = index
        while start > 0 and not _starts_item_at(rows[start], column) and _is_within(rows[start - 1], column):
            start -= 1
        end = index + 1
        while end < len(rows) and _is_within(rows[end], column) and not _starts_item_at(rows[end], column):
            end += 1
        known[column] = (start, end)
        yield from (at for at in range(start, end) if rows[at][0] == column and _key(rows[at][1]) in _KEYS)
        index = above[index]


def _starts_item(row: Row) -> bool:
    return row[1].lstrip(" ").startswith("- ")


def _starts_item_at(row: Row, column: int) -> bool:
    return row[0] == column and _starts_item(row)


def _is_within(row: Row, column: int) -> bool:
    return row[0] < 0 or row[0] >= column


def _key(line: str) -> str:
    return line.strip().removeprefix("- ").partition(":")[0].strip("\"' ")
