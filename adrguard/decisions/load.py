"""The decisions in force at a place: out of the compiled cache where they are in it, compiled where they are not.

A warm run opens one file, which holds the set of HEAD, and calls no git: the file says of which commit it is, and the
change itself says whether it touches what decides. After a commit one comparison of two trees tells the same.
"""

# Hot: a warm hook comes through here; what compiles is imported where it is needed.

from __future__ import annotations

import os

from adrguard.decisions.cache import Cache
from adrguard.model.changes import Place
from adrguard.model.decisions import DecisionSet, thaw_set
from adrguard.model.record import Record
from adrguard.system import clock, folders, process, repository
from adrguard.system.repository import Repository, git_environment

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from adrguard.changes.change import Change, Pending
    from adrguard.decisions.compile import Compiled
    from adrguard.model.decisions import Settings

HEAD = "head"
_MOST_CHANGED = 16 * 1024 * 1024
_NOTHING = DecisionSet()


class Alias(Record):
    """The set of a commit as it lies in the cache.

    `until` is the last day on which it is true; `stamps` are the folders on disk that it depends on beside git; `raw`
    is the set as plain tuples.
    """

    commit: str
    until: str
    stamps: tuple[Any, ...]
    raw: tuple[Any, ...]


def for_change(repo: Repository, change: Change) -> tuple[DecisionSet, DecisionSet]:
    """Return the decisions after the change and before it: one and the same object when it leaves them alone.

    Raises `GitError`, and nothing else: what is wrong with notes or settings is in the sets' problems.
    """
    if change.overlay.files:
        return _around_edit(repo, change)
    if change.place == change.base:
        both = _as_pending(repo, change.place, change.pending) if change.pending else load(repo, change.place)
        return both, both
    base = load(repo, change.base)
    if change.base.kind != "none" and not base.touched_by(_paths(change)):
        return base, base
    return load(repo, change.place.replace(since=change.base.oid)), base


def _as_pending(repo: Repository, place: Place, pending: Pending) -> DecisionSet:
    """Return the decisions of the working tree: those of its commit, unless something that decides may differ."""
    if pending.commit:
        head = load(repo, Place("commit", pending.commit))
        if not head.touched_by(pending.paths):
            return head
    return load(repo, place)


def _around_edit(repo: Repository, change: Change) -> tuple[DecisionSet, DecisionSet]:
    """Return the decisions of the working tree with an edit that is not made yet, and without it."""
    overlay = change.overlay
    before = load(repo, change.base)
    if change.base.kind == "none" or before.touched_by(overlay.pending):
        before = load(repo, change.place)
    # A vault elsewhere is no path of the repository's.
    if not before.touched_by(overlay.files) and elsewhere(before).isdisjoint(overlay.files):
        return before, before
    from adrguard.decisions.compile import compiled_at

    cache = Cache(repo, keeps=False)
    place = change.place.replace(since=change.base.oid)
    return compiled_at(repo, place, cache, clock.today(), overlay=overlay).set, before


def elsewhere(decisions: DecisionSet) -> frozenset[str]:
    """Return the absolute paths of the decisions that lie outside of the repository, in a vault."""
    return frozenset([one.path for one in decisions.decisions if os.path.isabs(one.path)])


def load(repo: Repository, place: Place) -> DecisionSet:
    """Return the decisions at a place. Raises `GitError`."""
    if place.kind == "none":
        return _NOTHING
    if place.kind == "commit" and not place.since:
        return _at_commit(repo, place.oid)
    return _compiled(repo, place, Cache(repo)).set


def settings(repo: Repository) -> Settings:
    """Return the configuration at HEAD; see `at_head`."""
    return at_head(repo).settings


def at_head(repo: Repository) -> DecisionSet:
    """Return the decisions at HEAD (before the first commit: in the index), for when there is no change yet."""
    commit = repository.head(repo) if repo.git_dir else ""
    if commit is None:
        from adrguard.system.git import Git

        commit = Git(repo).head()
    if commit:
        return load(repo, Place("commit", commit))
    return load(repo, Place("index" if repo.git_dir else "worktree"))


_held: dict[str, tuple[Alias, DecisionSet]] = {}
"""Per git directory the set that was loaded last: its commit, its day and its folders are checked before each use."""


def _at_commit(repo: Repository, commit: str) -> DecisionSet:
    known = _held.get(repo.git_dir)
    if known is not None and known[0].commit == commit and _is_fresh(repo, known[0]):
        return known[1]
    cache = Cache(repo)
    known = known or _kept(cache)
    if known is not None and _is_fresh(repo, known[0]):
        if known[0].commit == commit:
            _held[repo.git_dir] = known
            return known[1]
        if _unchanged(repo, known, commit):
            _remember(repo, cache, known[0].replace(commit=commit), known[1])
            return known[1]
    compiled = _compiled(repo, Place("commit", commit), cache)
    _remember(repo, cache, Alias(commit, compiled.until, compiled.stamps, compiled.set.plain()), compiled.set)
    return compiled.set


def _kept(cache: Cache) -> tuple[Alias, DecisionSet] | None:
    raw = cache.get(HEAD)
    if raw is None:
        return None
    alias = Alias.of(raw)
    return alias, thaw_set(alias.raw)


def _is_fresh(repo: Repository, alias: Alias) -> bool:
    # Whoever comes next brings an interrupted change of notes to its end, so that nobody goes by half of one.
    if clock.today() > alias.until or folders.is_unfinished(repo.root):
        return False
    for path, is_read, stamp in alias.stamps:
        if is_read and folders.is_unfinished(path):
            return False
        if folders.stamp(path) != stamp if is_read else folders.exists(path) != (stamp is not None):
            return False
    return True


def _unchanged(repo: Repository, known: tuple[Alias, DecisionSet], commit: str) -> bool:
    """Say whether two commits decide the same, by the paths in which their trees differ."""
    argv = ["git", "diff-tree", "-r", "-z", "--name-only", "--no-renames", known[0].commit, commit, "--"]
    code, output, cut = process.read(argv, repo.root, git_environment(repo), _MOST_CHANGED)
    if code or cut:
        return False
    return not known[1].touched_by(output.decode("utf-8", "surrogateescape").split("\0")[:-1])


def _remember(repo: Repository, cache: Cache, alias: Alias, decisions: DecisionSet) -> None:
    """Keep a commit's set for the next time, if that is HEAD: another commit would only displace it."""
    if repository.head(repo) == alias.commit:
        _held[repo.git_dir] = (alias, decisions)
        cache.put(HEAD, alias.plain())


def _compiled(repo: Repository, place: Place, cache: Cache) -> Compiled:
    from adrguard.decisions.compile import compiled_at

    return compiled_at(repo, place, cache, clock.today())


def _paths(change: Change) -> Iterable[str]:
    for file in change.set.files:
        yield file.path
        if file.old_path:
            yield file.old_path
    for path, _ in change.set.unread:
        yield path
