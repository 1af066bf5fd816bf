"""What an example of a note puts before its rules: a change, and the files of both of its sides."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from adrguard.changes.scan import DiffError, scan
from adrguard.model.changes import NEW, REGULAR, ChangeSet, Content, FileChange
from adrguard.model.record import Record
from adrguard.usecases.proving.info import tidy

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from adrguard.changes.sections import FileDiff
    from adrguard.usecases.proving.samples import Part, Sample

_MODE = REGULAR | 0o644
_HUNK = re.compile(r"@@ -\d{1,9}(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@")


class Scene(Record):
    """A change in a repository that exists only in an example.

    `rows` says for a line of a file (path, line) in which fence of the example and row of it that line stands, for line
    0 where the file as a whole does. `fault` is why there is no change to judge, `row` where.
    """

    changes: ChangeSet
    tree: ExampleTree
    rows: Mapping[tuple[str, int], tuple[int, int]]
    fault: str = ""
    row: int = 0


class ExampleTree:
    """Files that exist only in an example, on both sides of its change."""

    def __init__(self, new: Mapping[str, Content], old: Mapping[str, Content] | None = None) -> None:
        self._new, self._old = new, old or {}

    def read(self, path: str, side: str = NEW) -> Content | None:
        """Return the file, None when there is none at that path on that side."""
        return (self._new if side == NEW else self._old).get(path)

    def haystack(self, path: str) -> bytes:
        """Return the text of the new file."""
        content = self._new.get(path)
        return content.text.encode("utf-8", "replace") if content else b""

    def paths(self, side: str = NEW) -> frozenset[str]:
        """Return every path of a side."""
        return frozenset(self._new if side == NEW else self._old)


def scene(sample: Sample) -> Scene:
    """Return what an example is about whose files have paths, or that is a diff."""
    given = {part.info.path: Content(part.text) for part in sample.given}
    if sample.parts[0].info.is_diff:
        return _of_diff(sample.parts[0], given)
    changes, new = [], dict(given)
    rows: dict[tuple[str, int], tuple[int, int]] = {}
    for index, part in enumerate(sample.parts):
        path = part.info.path
        # A file that is there already is changed, so what stood in it before is not introduced.
        known = path in given
        changes.append(FileChange(path, "M" if known else "A", path if known else "", _MODE, _MODE if known else 0))
        new[path] = Content(part.text)
        rows |= {(path, line): (index, line) for line in range(len(part.rows) + 2)}
    return Scene(ChangeSet("diff", tuple(changes)), ExampleTree(new, given), rows)


def _of_diff(part: Part, given: Mapping[str, Content]) -> Scene:
    nothing = Scene(ChangeSet("diff", ()), ExampleTree({}), {})
    try:
        shown = scan(part.text.encode("utf-8", "surrogateescape"))
    except DiffError as error:
        return nothing.replace(fault=error.message.partition(f":{error.line}: ")[2], row=error.line)
    new, old, changes = dict(given), dict(given), []
    for one in shown:
        path, fault = _path(one.path)
        old_path, old_fault = _path(one.old_path)
        if fault or old_fault:
            return nothing.replace(fault=fault or old_fault, row=one.line)
        changes.append(FileChange(path, one.status, old_path, one.mode, one.old_mode))
        _put(new, old, one, (path, old_path))
    rows = _rows(part.rows, shown, [change.path for change in changes])
    return Scene(ChangeSet("diff", tuple(changes)), ExampleTree(new, old), rows)


def _path(raw: bytes) -> tuple[str, str]:
    return tidy(raw.decode("utf-8", "surrogateescape")) if raw else ("", "")


def _put(new: dict[str, Content], old: dict[str, Content], one: FileDiff, paths: tuple[str, str]) -> None:
    """Put a file of a diff on both sides; the text of one that is only moved is that of the file there already."""
    path, old_path = paths
    before = old.get(old_path, Content(""))
    if old_path and old_path != path:
        new.pop(old_path, None)
    if old_path:
        old[old_path] = one.old if one.shown and one.old else before
    if one.status == "D":
        new.pop(path, None)
    else:
        new[path] = one.new if one.shown and one.new else before


def _rows(lines: Iterable[str], shown: list[FileDiff], paths: list[str]) -> dict[tuple[str, int], tuple[int, int]]:
    """Return where in a diff each line of its new files stands; without hunk headers added lines count from 1."""
    starts = {one.line: path for one, path in zip(shown, paths, strict=True)}
    found: dict[tuple[str, int], tuple[int, int]] = {}
    path, number, left = "", 0, [0, 0]
    for row, line in enumerate(lines, start=1):
        if row in starts and left == [0, 0]:
            path, number = starts[row], 0
            found[path, 0] = (0, 0)
        hunk = _HUNK.match(line) if left == [0, 0] else None
        if hunk:
            number, left = int(hunk[2]) - 1, [int(hunk[1] or 1), int(hunk[3] or 1)]
            continue
        counted = left != [0, 0]
        if line[:1] == "\\":
            continue
        if (line[:1] == "+" and (counted or not line.startswith("+++ "))) or (counted and line[:1] in (" ", "")):
            number += 1
            found[path, number] = (0, row)
        if counted:
            left = [left[0] - (line[:1] != "+"), left[1] - (line[:1] != "-")]
            left = [max(one, 0) for one in left]
    return found
