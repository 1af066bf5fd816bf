"""The new text of a file, out of the old one and what an agent's tool is told to do to it.

Agents read and write lines that end with a line feed. A file whose lines end otherwise keeps its ends where a part of
it is replaced, as it keeps its byte-order mark; a file that is written whole is what is written.
"""

from __future__ import annotations

import json

from adrguard.changes.apply_patch import PatchError, seek, update
from adrguard.changes.decode import decode, wide
from adrguard.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from adrguard.changes.apply_patch import Hunk
    from adrguard.model.agents import Edit, Replacement

_MARK = b"\xef\xbb\xbf"


class _Form(Record):
    """How a text is kept: with a byte-order mark, with lines ended by CR and LF."""

    marked: bool
    returns: bool


def written(text: str) -> bytes:
    """Return a text of an agent as bytes; what stands for no sign (half of a pair) becomes a question mark."""
    return text.encode("utf-8", "replace")


def replaced(data: bytes | None, replacements: Sequence[Replacement]) -> bytes | None:
    """Return the file after these replacements, one after the other; None where one of them cannot be made.

    What is replaced may stand there with other white space; "" stands for the whole of an empty or a new file.
    """

    def change(text: str) -> str | None:
        now: str | None = text
        for one in replacements:
            now = None if now is None else _replaced(now, one)
        return now

    return _rewritten(data or b"", change)


def patched(data: bytes, hunks: Sequence[Hunk]) -> bytes | None:
    """Return the file after these hunks, None where they do not apply."""

    def change(text: str) -> str | None:
        try:
            return update(text, hunks)
        except PatchError:
            return None

    return _rewritten(data, change)


def _rewritten(data: bytes, change: Callable[[str], str | None]) -> bytes | None:
    text, form = _opened(data)
    new = change(text)
    if new is None:
        return None
    if form.returns:
        new = new.replace("\n", "\r\n")
    return (_MARK if form.marked else b"") + new.encode("utf-8", "surrogateescape")


def _opened(data: bytes) -> tuple[str, _Form]:
    if wide(data):
        # Whatever it is kept in, the text is what is judged.
        text, marked = decode(data).text, False
    else:
        marked = data.startswith(_MARK)
        text = data.removeprefix(_MARK).decode("utf-8", "surrogateescape")
    returns = text.count("\r\n") * 2 > text.count("\n")
    return text.replace("\r\n", "\n"), _Form(marked, returns)


def plain(text: str) -> str:
    """Return a text of an agent as it is once it was `written`, its lines ended by line feeds."""
    return written(text).decode("utf-8").replace("\r\n", "\n")


def _replaced(text: str, one: Replacement) -> str | None:
    old, new = plain(one.old), plain(one.new)
    if not old:
        return None if text else new
    if old in text:
        return text.replace(old, new, -1 if one.every else 1)
    lines, wanted = text.split("\n"), old.strip("\n").split("\n")
    at = seek(lines, wanted) if any(line.strip() for line in wanted) else None
    if at is None:
        return None
    return "\n".join([*lines[:at], *new.strip("\n").split("\n"), *lines[at + len(wanted) :]])


def notebook(data: bytes, edit: Edit) -> tuple[bytes, bytes] | None:
    """Return a notebook before and after an edit of one cell, both written in one way; None where it cannot be made."""
    try:
        book = json.loads(data.removeprefix(_MARK))
        before = _dumped(book)
        if not _edit_cell(book, edit):
            return None
        return before, _dumped(book)
    except (ValueError, RecursionError):
        return None


def _dumped(book: Any) -> bytes:
    return written(json.dumps(book, indent=1, ensure_ascii=False) + "\n")


def _edit_cell(book: Any, edit: Edit) -> bool:
    cells = book.get("cells") if isinstance(book, dict) else None
    if not isinstance(cells, list):
        return False
    at = _index(cells, edit.cell)
    source = edit.text.splitlines(keepends=True)
    if edit.mode == "insert" or not edit.cell:
        if at is None and edit.cell:
            return False
        cell: dict[str, Any] = {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": []}
        cells.insert(0 if at is None else at + 1, {**cell, "source": source})
    elif at is None or not isinstance(cells[at], dict):
        return False
    elif edit.mode == "delete":
        del cells[at]
    else:
        cells[at]["source"] = source
        cells[at].update({"outputs": [], "execution_count": None} if "outputs" in cells[at] else {})
    return True


def _index(cells: Sequence[Any], name: str) -> int | None:
    """Return the index of a cell by its id, or as tools number cells that have none: ``cell-3``, ``3``."""
    for number, cell in enumerate(cells):
        if name and isinstance(cell, dict) and cell.get("id") == name:
            return number
    digits = name.removeprefix("cell-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < len("1000000")):
        return None
    return int(digits) if int(digits) < len(cells) else None
