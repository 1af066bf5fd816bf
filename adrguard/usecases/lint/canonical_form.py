"""Bring the invariants of notes into canonical form: only their own bytes change, in all of the notes or in none."""

from __future__ import annotations

import codecs
import os

from adrguard.kdsl import canonical
from adrguard.model.errors import Problem
from adrguard.model.invariants import ITEM
from adrguard.model.record import Record
from adrguard.system import files
from adrguard.system.git import native
from adrguard.system.writing.transaction import Edit
from adrguard.vault import invariants, note, writer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from adrguard.model.invariants import InvariantText
    from adrguard.vault.note import Note


class Rewritten(Record):
    """A note, how many of its invariants were rewritten, and why not where that could not be done."""

    path: str
    count: int
    problems: tuple[Problem, ...] = ()


def rewrite(root: str, paths: Iterable[str], vault: str = "") -> tuple[Rewritten, ...]:
    """Rewrite the notes at these paths; those that stay as they are are left out.

    Paths are relative to `root`, or absolute for notes of a vault outside, which `vault` names as configured. Raises
    `AdrguardError` where one cannot be written: then none of those beside it is.
    """
    told = []
    edits: dict[str, list[Edit]] = {}
    for path in dict.fromkeys(paths):
        done, edit = _note(root, path)
        if done.count or done.problems:
            told.append(done)
        if edit is not None:
            edits.setdefault(writer.top_of(root, path, vault)[0], []).append(edit)
    for together in edits.values():
        writer.write(root, f"canonical form of {', '.join(edit.path for edit in together)}", together, vault)
    return tuple(told)


def _note(root: str, path: str) -> tuple[Rewritten, Edit | None]:
    file = native(path)
    # A note by its absolute path is one of a vault outside, which the configuration names.
    top = os.path.dirname(file) if os.path.isabs(file) else root
    try:
        data = files.read_regular(os.path.join(root, file), note.LARGEST, top)
    except (FileNotFoundError, files.UnreadableError):
        return Rewritten(path, 0), None  # reading the decisions has reported it
    parsed = note.parse(path, data)
    edits = list(_edits(parsed))
    if not edits:
        return Rewritten(path, 0), None
    bom = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
    if bom + parsed.source.text.encode("utf-8", "replace") != data:
        message = f"{len(edits)} invariants were not rewritten, as the note is not UTF-8"
        return Rewritten(path, 0, (Problem(path, 0, 0, message, "save it as UTF-8", "not-rewritten", "warning"),)), None
    return Rewritten(path, len(edits)), Edit(path, data, bom + _spliced(parsed.source.text, edits).encode())


def _edits(parsed: Note) -> Iterator[tuple[int, int, str]]:
    for item in invariants.find(parsed, canonical.looks_like).items:
        new = canonical.canonical(item) if item.origin == ITEM and item.rows == 1 else None
        if new is None or new == item.text:
            continue
        start = parsed.source.offset(item.line, item.column)
        if _stands(parsed, item, start):
            yield start, start + len(item.text), new


def _stands(parsed: Note, item: InvariantText, start: int) -> bool:
    return parsed.source.text[start : start + len(item.text)] == item.text


def _spliced(text: str, edits: Iterable[tuple[int, int, str]]) -> str:
    for start, end, new in sorted(edits, reverse=True):
        text = text[:start] + new + text[end:]
    return text
