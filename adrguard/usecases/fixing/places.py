"""Write what is mended where it came from: the working tree, or the index and what of the working tree allows it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from adrguard.changes.decode import decode
from adrguard.fixer.edits import CannotRewriteError
from adrguard.fixer.encodings import rewritten
from adrguard.fixer.merge import carried
from adrguard.fixer.parses import spoilt
from adrguard.fixer.python.unbound import unbound
from adrguard.model.record import Record
from adrguard.syntax.languages import language_of
from adrguard.system import files
from adrguard.system.files import UnreadableError
from adrguard.system.git import Git, native
from adrguard.system.writing.targets import is_readonly
from adrguard.usecases.fixing.outcome import Written

if TYPE_CHECKING:
    from collections.abc import Mapping

    from adrguard.system.git import Entry
    from adrguard.system.repository import Repository

CHANGED = "it changed while it was being mended: run the command again"
DIFFERS = "the working tree differs from the index there, so its own version stays as it is"


class Plan(Record):
    """One file that can be written: its bytes as they are and as they are to be; `mode` is its entry's in the index."""

    path: str
    old: bytes
    new: bytes
    mode: int = 0


Planned = tuple[list[Plan], list[Written]]
"""What can be written, and what cannot with the reason."""


def plan_worktree(repo: Repository, changed: Mapping[str, tuple[str, str]]) -> Planned:
    """Read what is to be written in the working tree; a file that is not as it was read stays as it is."""
    plans: list[Plan] = []
    kept: list[Written] = []
    for path, (old, new) in changed.items():
        try:
            plans.append(_planned(path, _writable(repo, path), old, new))
        except (CannotRewriteError, UnreadableError, OSError) as error:
            kept.append(Written(path, note=_said(error)))
    return plans, kept


def plan_index(repo: Repository, changed: Mapping[str, tuple[str, str]]) -> Planned:
    """Read what is to be written into the index; an entry that is not as it was read stays as it is."""
    git = Git(repo)
    entries = {one.path: one for one in git.list_index(sorted(changed))}
    plans: list[Plan] = []
    kept: list[Written] = []
    for path, (old, new) in changed.items():
        try:
            plans.append(_staged(git, entries.get(path), path, old, new))
        except CannotRewriteError as error:
            kept.append(Written(path, note=str(error)))
    return plans, kept


def _writable(repo: Repository, path: str) -> bytes:
    """Return the bytes of a file of the working tree; raise `CannotRewriteError` where it is not to be written."""
    name = _name(repo, path)
    data = files.read_regular(name, 0, repo.root)
    if is_readonly(name, os.stat(name)):
        raise CannotRewriteError("it is read-only: make it writable")
    return data


def _staged(git: Git, entry: Entry | None, path: str, old: str, new: str) -> Plan:
    if entry is None or entry.stage:
        raise CannotRewriteError("it is not in the index, or unmerged")
    return _planned(path, git.cat_batch({entry.oid})[entry.oid].data, old, new).replace(mode=entry.mode)


def _planned(path: str, data: bytes | None, old: str, new: str) -> Plan:
    if data is None or decode(data).text != old:
        raise CannotRewriteError(CHANGED)
    return Plan(path, data, rewritten(data, old, new))


def write_worktree(repo: Repository, plans: list[Plan]) -> list[Written]:
    """Write files of the working tree; one that changed meanwhile, or cannot be written, is left with a note."""
    return [_replaced(repo, one) for one in plans]


def _replaced(repo: Repository, plan: Plan) -> Written:
    name = _name(repo, plan.path)
    try:
        if files.read_regular(name, 0, repo.root) != plan.old:
            return Written(plan.path, note=CHANGED)
        files.write_inside(repo.root, name, plan.new)
    except (UnreadableError, OSError) as error:
        return Written(plan.path, note=_said(error))
    return Written(plan.path, worktree=True)


def write_index(repo: Repository, plans: list[Plan]) -> list[Written]:
    """Write files into the index, and the same change into the working tree where it applies to the same lines there.

    Raises `GitError` where git refuses; then neither is written.
    """
    git = Git(repo)
    lines = [f"{one.mode:o} {_stored(git, one.new)}\t".encode() + _raw(one.path) for one in plans]
    if lines:
        flagged = _flagged(git, plans)
        git.output("update-index", "-z", "--index-info", stdin=b"".join(line + b"\0" for line in lines))
        for flag, paths in flagged.items():
            git.output("update-index", "-z", flag, "--stdin", stdin=b"".join(path + b"\0" for path in paths))
    return [_follow(repo, one) for one in plans]


def _flagged(git: Git, plans: list[Plan]) -> dict[str, list[bytes]]:
    """Return the options that bring back what a new entry loses, and their paths: files that git does not look for.

    Without it, what a sparse checkout leaves out would be taken for deleted.
    """
    found: dict[str, list[bytes]] = {}
    ours = {_raw(one.path) for one in plans}
    for row in git.output("ls-files", "-v", "-z").split(b"\0"):
        letter, path = row[:1], row[2:]
        if path not in ours:
            continue
        if letter in b"Ss":
            found.setdefault("--skip-worktree", []).append(path)
        if letter.islower():
            found.setdefault("--assume-unchanged", []).append(path)
    return found


def _follow(repo: Repository, plan: Plan) -> Written:
    """Bring the change of a staged file into the working tree as well, if that touches nothing else there."""
    name = _name(repo, plan.path)
    done = Written(plan.path, index=True)
    try:
        data = _writable(repo, plan.path)
        text = decode(data).text
        merged, reason = _merged(plan, text)
        if reason:
            return done.replace(note=reason)
        files.write_inside(repo.root, name, rewritten(data, text, merged))
    except FileNotFoundError:
        return done.replace(note="it is not in the working tree")
    except (CannotRewriteError, UnreadableError, OSError) as error:
        return done.replace(note=f"the working tree keeps its version: {_said(error)}")
    return done.replace(worktree=True)


def _merged(plan: Plan, text: str) -> tuple[str, str]:
    """Return the working tree's text with the same change, and why it must not get it, "" if it may."""
    new = decode(plan.new).text
    merged = carried(decode(plan.old).text, new, text)
    if merged is None or spoilt(plan.path, text, merged):
        return text, DIFFERS
    if language_of(plan.path) == "python":
        lost = unbound(merged) - unbound(text) - unbound(new)
        if lost:
            return text, f"the working tree uses '{min(lost)}' elsewhere, so its own version stays as it is"
    return merged, ""


def _name(repo: Repository, path: str) -> str:
    return os.path.join(repo.root, native(path))


def _raw(path: str) -> bytes:
    return path.encode("utf-8", "surrogateescape")


def _said(error: Exception) -> str:
    if isinstance(error, FileNotFoundError):
        return CHANGED
    if isinstance(error, OSError) and not isinstance(error, UnreadableError):
        return f"it cannot be written: {error.strerror or error}"
    return getattr(error, "reason", "") or str(error)


def oid_of(repo: Repository, data: bytes) -> str:
    """Return how git names these bytes, without keeping them."""
    return Git(repo).output("hash-object", "--stdin", stdin=data).decode("ascii").strip()


def _stored(git: Git, data: bytes) -> str:
    return git.output("hash-object", "-w", "--stdin", stdin=data).decode("ascii").strip()
