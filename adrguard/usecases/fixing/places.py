"""Write what is mended where it came from: the working tree, or the index and what of the working tree allows it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from adrguard.changes.decode import decode
from adrguard.fixer.edits import CannotRewriteError, rewritten
from adrguard.fixer.merge import carried
from adrguard.fixer.parses import spoilt
from adrguard.system import files
from adrguard.system.files import UnreadableError
from adrguard.system.git import Git, native
from adrguard.usecases.fixing.outcome import Written

if TYPE_CHECKING:
    from collections.abc import Mapping

    from adrguard.system.git import Entry
    from adrguard.system.repository import Repository

CHANGED = "it changed while it was being mended: run the command again"
DIFFERS = "the working tree differs from the index there, so its own version stays as it is"


def write_worktree(repo: Repository, changed: Mapping[str, tuple[str, str]]) -> list[Written]:
    """Write files of the working tree; one that is not as it was read, or must not be written, is left with a note."""
    found = []
    for path, (old, new) in changed.items():
        try:
            _replace(repo, path, old, new)
            found.append(Written(path, worktree=True))
        except (CannotRewriteError, UnreadableError, FileNotFoundError) as error:
            found.append(Written(path, note=getattr(error, "reason", "") or str(error)))
    return found


def _replace(repo: Repository, path: str, old: str, new: str) -> None:
    name = os.path.join(repo.root, native(path))
    data = files.read_regular(name, 0, repo.root)
    if decode(data).text != old:
        raise CannotRewriteError(CHANGED)
    files.write_inside(repo.root, name, rewritten(data, old, new))


def write_index(repo: Repository, changed: Mapping[str, tuple[str, str]]) -> list[Written]:
    """Write files into the index, and the same change into the working tree where it applies to the same lines there.

    Raises `GitError` where git refuses; then neither is written.
    """
    git = Git(repo)
    entries = {one.path: one for one in git.list_index(sorted(changed))}
    found: list[Written] = []
    new: dict[str, bytes] = {}
    for path, (old, text) in changed.items():
        try:
            new[path] = _staged(git, entries.get(path), old, text)
        except CannotRewriteError as error:
            found.append(Written(path, note=str(error)))
    lines = [f"{entries[path].mode:o} {_stored(git, data)}\t".encode() + _raw(path) for path, data in new.items()]
    if lines:
        git.output("update-index", "-z", "--index-info", stdin=b"".join(line + b"\0" for line in lines))
    return [*found, *[_follow(repo, path, *changed[path]) for path in new]]


def _raw(path: str) -> bytes:
    return path.encode("utf-8", "surrogateescape")


def _staged(git: Git, entry: Entry | None, old: str, new: str) -> bytes:
    if entry is None or entry.stage:
        raise CannotRewriteError("it is not in the index, or unmerged")
    data = git.cat_batch({entry.oid})[entry.oid].data
    if data is None or decode(data).text != old:
        raise CannotRewriteError(CHANGED)
    return rewritten(data, old, new)


def _stored(git: Git, data: bytes) -> str:
    return git.output("hash-object", "-w", "--stdin", stdin=data).decode("ascii").strip()


def _follow(repo: Repository, path: str, old: str, new: str) -> Written:
    """Bring the change of a staged file into the working tree as well, if that touches nothing else there."""
    name = os.path.join(repo.root, native(path))
    done = Written(path, index=True)
    try:
        data = files.read_regular(name, 0, repo.root)
        text = decode(data).text
        merged = carried(old, new, text)
        if merged is None or spoilt(path, text, merged):
            return done.replace(note=DIFFERS)
        files.write_inside(repo.root, name, rewritten(data, text, merged))
    except FileNotFoundError:
        return done.replace(note="it is not in the working tree")
    except (CannotRewriteError, UnreadableError) as error:
        return done.replace(note=f"the working tree keeps its version: {getattr(error, 'reason', '') or error}")
    return done.replace(worktree=True)
