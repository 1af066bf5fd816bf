"""An edit that an agent is about to make: the working tree as it would be, against the working tree as it is."""

from __future__ import annotations

import os

from adrguard.changes import apply_patch, rewriting
from adrguard.changes.change import MAX_FILE_SIZE, WORKTREE, CachedTree, Change, Overlay, place_of, too_large
from adrguard.changes.decode import decode
from adrguard.changes.worktree import DiskTree, git_mode, head_of, uncommitted
from adrguard.model.agents import NOTEBOOK, PATCH, REPLACE, WRITE
from adrguard.model.changes import NEW, OLD, REGULAR, ChangeSet, Content, FileChange
from adrguard.model.record import Record
from adrguard.system import files
from adrguard.system.git import Git, from_native

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import TypeVar

    from adrguard.model.agents import Edit
    from adrguard.system.repository import Repository

    T = TypeVar("T")
    Side = Mapping[str, bytes | None]

GIT = ".git/"
"""How the paths of git's own files start, wherever the git directory is."""

_LARGEST = 16 * 1024 * 1024


class Rewrite(Record):
    """What an edit does to one file: `path` is absolute, links resolved; None stands for a file that is not there.

    `source` is where the file is moved from, and `old` what it was there; "" when it is not moved.
    """

    path: str
    old: bytes | None
    new: bytes | None
    source: str = ""


def rewrites(edits: Iterable[Edit], cwd: str, concerns: Callable[[str], bool]) -> tuple[Rewrite, ...]:
    """Return what the edits do, as the agent's tools would carry them out; nothing when one of them would fail.

    Paths are relative to `cwd`; files that `concerns` says no to are not looked at. Never raises.
    """
    try:
        return _Desk(cwd, concerns).carry_out(edits)
    except (_CannotBeMadeError, apply_patch.PatchError):
        return ()


def named(edits: Iterable[Edit], cwd: str) -> tuple[str, ...]:
    """Return the absolute paths, links resolved, of all files that edits name, made or not. Never raises."""
    names: list[str] = []
    for edit in edits:
        names.append(edit.path)
        try:
            for one in apply_patch.parse(edit.text) if edit.kind == PATCH else ():
                names += [one.path, one.moved_to]
        except apply_patch.PatchError:
            continue
    found = []
    for name in dict.fromkeys(names):
        try:
            found += [os.path.realpath(os.path.join(cwd, name))] if name else []
        except (OSError, ValueError):
            continue
    return tuple(found)


def lines(edits: Iterable[Edit]) -> frozenset[str] | None:
    """Return the lines that edits write, white space normalised; None where that cannot be told."""
    texts: list[str] = []
    for edit in edits:
        if edit.kind == WRITE:
            texts.append(edit.text)
        elif edit.kind == REPLACE:
            texts += [one.new for one in edit.replacements]
        elif edit.kind == PATCH:
            texts += [line[1:] for line in edit.text.split("\n") if line.startswith("+")]
        else:
            return None
    return frozenset([" ".join(line.split()) for text in texts for line in text.split("\n")])


class _CannotBeMadeError(Exception):
    """The agent's tool will refuse the edit."""


class _Desk:
    """Carries out edits one after the other, on copies."""

    def __init__(self, cwd: str, concerns: Callable[[str], bool]) -> None:
        self._cwd = cwd
        self._concerns = concerns
        self._old: dict[str, bytes | None] = {}
        self._now: dict[str, bytes | None] = {}
        self._moved: dict[str, str] = {}

    def carry_out(self, edits: Iterable[Edit]) -> tuple[Rewrite, ...]:
        for edit in edits:
            if edit.kind == PATCH:
                for one in apply_patch.parse(rewriting.plain(edit.text)):
                    self._patch(one)
            elif edit.kind in (WRITE, REPLACE, NOTEBOOK):
                self._edit(edit)
        # Where another file has come since to the place that it was moved from, or none is left, nothing was moved.
        now = self._now
        moved = {path: source for path, source in self._moved.items() if now[path] is not None and now[source] is None}
        sources = set(moved.values())
        return tuple(
            [
                Rewrite(path, self._old[moved.get(path, path)], new, moved.get(path, ""))
                for path, new in now.items()
                if (new != self._old[path] or path in moved) and path not in sources
            ]
        )

    def _edit(self, edit: Edit) -> None:
        path = self._locate(edit.path)
        if not path:
            return
        data = self._read(path)
        if edit.kind == WRITE:
            self._now[path] = rewriting.written(edit.text)
        elif edit.kind == REPLACE:
            self._now[path] = _made(rewriting.replaced(data, edit.replacements))
        else:
            before, after = _made(rewriting.notebook(_made(data), edit))
            # Both are written alike, so that only the cell differs.
            self._old[path] = before if self._old[path] == data else self._old[path]
            self._now[path] = after

    def _patch(self, one: apply_patch.FilePatch) -> None:
        path = self._locate(one.path)
        if not path:
            return
        data = self._read(path)
        if one.kind == apply_patch.ADD:
            self._now[path] = rewriting.written(one.text)
        elif one.kind == apply_patch.DELETE:
            _made(data)
            self._now[path] = None
        else:
            new = _made(rewriting.patched(_made(data), one.hunks))
            self._move(path, self._locate(one.moved_to) if one.moved_to else path, new)

    def _move(self, path: str, target: str, new: bytes) -> None:
        if target == path:
            self._now[path] = new
            return
        self._now[path] = None
        origin = self._moved.pop(path, path)
        if target:
            self._read(target)
            self._now[target] = new
            self._moved[target] = origin

    def _locate(self, name: str) -> str:
        """Return the real path of a file, "" for one that is none of our concern."""
        if not name:
            return ""
        try:
            path = os.path.realpath(os.path.join(self._cwd, name))
        except (OSError, ValueError):
            raise _CannotBeMadeError from None
        return path if self._concerns(path) else ""

    def _read(self, path: str) -> bytes | None:
        if path not in self._now:
            try:
                data: bytes | None = files.read_regular(path, _LARGEST)
            except FileNotFoundError:
                if not _may_be_made(path):
                    raise _CannotBeMadeError from None
                data = None
            except files.UnreadableError:
                raise _CannotBeMadeError from None
            self._old[path] = self._now[path] = data
        return self._now[path]


def _may_be_made(path: str) -> bool:
    """Say whether a file can come to be at a path: not below another one."""
    folder = os.path.dirname(path)
    while not os.path.lexists(folder) and folder != os.path.dirname(folder):
        folder = os.path.dirname(folder)
    return os.path.isdir(folder)


def _made(result: T | None) -> T:
    if result is None:
        raise _CannotBeMadeError
    return result


def read(repo: Repository, made: Iterable[Rewrite], max_file_size: int = MAX_FILE_SIZE) -> Change:
    """Return the change that these rewrites make. Raises `GitError`.

    What git ignores, git's own files (below `GIT`) and those elsewhere (absolute) are beside what is to be judged.
    """
    git = Git(repo)
    edited: list[FileChange] = []
    old: dict[str, bytes | None] = {}
    new: dict[str, bytes | None] = {}
    for one in made:
        path = path_in(repo, one.path) or from_native(one.path)
        source = (path_in(repo, one.source) or from_native(one.source)) if one.source else path
        old[path], new[source] = None, None
        old[source], new[path] = one.old, one.new
        edited.append(_change(one, path, source))
    apart = frozenset([one.path for one in edited if one.path.startswith(GIT) or os.path.isabs(one.path)])
    unseen = apart | git.list_ignored([one.path for one in edited if one.path not in apart])
    commit = head_of(git)
    pairs = uncommitted(git, commit)
    tree = EditTree(DiskTree(git, pairs, (commit,), max_file_size), old, new, unseen)
    judged = tuple([one for one in edited if one.path not in unseen])
    beside = tuple([one for one in edited if one.path in unseen])
    changes = ChangeSet("edit", judged, beside=beside)
    return Change(
        changes, tree, WORKTREE, place_of(commit), Overlay(new, unseen, tuple([one[0].path for one in pairs]))
    )


def path_in(repo: Repository, path: str) -> str:
    """Return an absolute path as one of the repository's, or below `GIT`; "" when it lies in neither."""
    for folder, start in ((repo.git_dir, GIT), (repo.common_dir, GIT), (repo.root, "")):
        if path.startswith(os.path.join(folder, "")):
            return start + from_native(os.path.relpath(path, folder))
    return ""


def _change(one: Rewrite, path: str, source: str) -> FileChange:
    mode = _mode(one.source or one.path)
    if one.new is None:
        return FileChange(path, "D", path, 0, mode)
    if one.old is None:
        return FileChange(path, "A", "", mode, 0)
    return FileChange(path, "M" if source == path else "R", source, mode, mode)


def _mode(path: str) -> int:
    try:
        return git_mode(os.lstat(path).st_mode)
    except OSError:
        return REGULAR | 0o644


class EditTree(CachedTree):
    """The working tree as the old side, and with an edit made in it as the new one."""

    def __init__(self, disk: DiskTree, old: Side, new: Side, unseen: frozenset[str]) -> None:
        super().__init__(disk.limit)
        self._disk = disk
        self._sides = {NEW: new, OLD: old}
        self._unseen = unseen

    def paths(self, side: str = NEW) -> frozenset[str]:
        """Return the working tree's paths, with the edit's on the new side."""
        found = self._disk.paths()
        if side != NEW:
            return found
        new = self._sides[NEW]
        gone = {path for path, data in new.items() if data is None}
        return (found - gone) | (new.keys() - gone - self._unseen)

    def _load(self, path: str, side: str) -> Content | None:
        known = self._sides.get(side, {})
        if path not in known:
            return self._disk.read(path)
        data = known[path]
        if data is None:
            return None
        return too_large(len(data), self.limit) if self.limit and len(data) > self.limit else decode(data)
