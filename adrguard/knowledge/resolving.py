"""Which note a link means: path before name, then the same folder, then the shortest path. Case never matters."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from adrguard.knowledge import words
from adrguard.knowledge.schema import ALIAS, CALLED, STEM
from adrguard.model.record import Record

if TYPE_CHECKING:
    from collections.abc import Sequence

RELATIVE = "markdown"
"""The kind of links whose path counts from the note that they stand in, as in any Markdown."""


class Candidate(Record):
    """A note that a name may mean: by its file's name, its id or an alias (`kind`)."""

    kind: int
    note: int
    path: str


def bare(path: str) -> str:
    """Return the key of a path, without the ending of notes."""
    key = words.key(path)
    return key[:-3] if key.endswith(".md") else key.removesuffix(".markdown")


def stem(path: str) -> str:
    """Return the key of a file's name, without the ending of notes."""
    return bare(path.rpartition("/")[2])


def meant(target: str, kind: str, start: str, candidates: Sequence[Candidate]) -> list[int]:
    """Return the notes that a link from the note at `start` can mean: none, one, or several that are equally near."""
    if len(candidates) == 1 and "/" not in target:
        return [candidates[0].note]
    files = [one for one in candidates if one.kind == STEM]
    if "/" in target:
        return _by_path(bare(target.replace("\\", "/")), kind, start, files)
    others = ([one for one in candidates if one.kind == kind] for kind in (CALLED, ALIAS))
    return _nearest(files or next((found for found in others if found), ()), start)


def _by_path(target: str, kind: str, start: str, files: Sequence[Candidate]) -> list[int]:
    wanted = target.strip("/")
    relative = posixpath.normpath(posixpath.join(words.key(posixpath.dirname(start)), target))
    paths = [(bare(one.path), one) for one in files]
    beside = [one for path, one in paths if path == relative and not target.startswith("/")]
    below = [one for path, one in paths if path == wanted or path.endswith(f"/{wanted}")]
    first, second = (beside, below) if kind == RELATIVE or target.startswith(".") else (below, beside)
    return _nearest(first or second, start)


def _nearest(found: Sequence[Candidate], start: str) -> list[int]:
    if len(found) == 1:
        return [found[0].note]
    if found:
        folder = posixpath.dirname(start)
        found = [one for one in found if posixpath.dirname(one.path) == folder] or found
        least = min(one.path.count("/") for one in found)
        found = [one for one in found if one.path.count("/") == least]
    return [one.note for one in sorted(found, key=lambda one: (len(one.path), one.path))]
