"""The keys of a YAML file by which a step of it is switched off, as far as they govern a line that names the guard."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

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
    found: dict[str, int] = {}
    for index, (_, line) in enumerate(rows):
        if name in line and not line.lstrip().startswith("#"):
            for number in _governing(rows, index):
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


def _governing(rows: Sequence[tuple[int, str]], index: int) -> Iterator[int]:
    while index >= 0:
        column, _ = rows[index]
        start = index
        while start > 0 and not _starts_item(rows[start]) and _is_within(rows[start - 1], column):
            start -= 1
        end = index + 1
        while end < len(rows) and _is_within(rows[end], column) and not _starts_item_at(rows[end], column):
            end += 1
        yield from (at for at in range(start, end) if rows[at][0] == column and _key(rows[at][1]) in _KEYS)
        index = start - 1
        while index >= 0 and _is_within(rows[index], column):
            index -= 1


def _starts_item(row: tuple[int, str]) -> bool:
    return row[1].lstrip(" ").startswith("- ")


def _starts_item_at(row: tuple[int, str], column: int) -> bool:
    return row[0] == column and _starts_item(row)


def _is_within(row: tuple[int, str], column: int) -> bool:
    return row[0] < 0 or row[0] >= column


def _key(line: str) -> str:
    return line.strip().removeprefix("- ").partition(":")[0].strip("\"' ")
