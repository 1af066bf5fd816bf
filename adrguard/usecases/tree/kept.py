"""The facts of a whole tree, kept below the git directory: a second run reads only what changed since.

A file is the same while its status is, by git's own rule: unless it changed in the moment in which it was read, or
later. Else its content decides. What follows from the tree around a file is kept as long as the tree has the same
paths, and the files that were read for the sake of others the same content. All of it may be deleted at any time; what
is broken, foreign or of other rules counts as nothing there.
"""

from __future__ import annotations

import os
import sys

import adrguard
from adrguard.changes.listed import UNKNOWN
from adrguard.decisions.cache import Cache
from adrguard.engine.facts import Facts, Half
from adrguard.engine.scope import holds_entries
from adrguard.model.record import Record
from adrguard.system import files, folders
from adrguard.system.digests import sha256

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from adrguard.changes.listed import ListedTree, Stamp
    from adrguard.engine.facts import Work
    from adrguard.system.repository import Repository

MOST_TREES = 4
MOST_WEIGHT = 32_000_000
"""Characters of findings that are kept in all; of files with very many the facts are gathered each time."""

_SOURCES = (
    *("changes", "engine", "matchers", "model", "usecases/tree", "syntax", "syntax/calls", "syntax/imports"),
    *("syntax/manifests", "syntax/resolve", "syntax/versions"),
)
_LIBRARIES = ("ast_grep_py", "re2", "_re2")
_BINARIES = (".so", ".pyd")
_PREFIX = "facts-"
_ELSEWHERE_NS = 10_000_000_000
_STAMP, _CONTENT, _REACHES, _FACTS = range(4)


class Known(Record):
    """What is known of the files of a run: facts that hold, files to be judged, and files of which a part is known.

    Of these only what follows from the tree is to be found out anew. Files that say nothing are in none of the three.
    """

    facts: dict[str, Facts]
    unknown: list[str]
    half_known: dict[str, Facts]


class Kept:
    """The facts of one tree by one set of rules.

    An entry is ``(stamp, id of the content, reaches, facts)``: the stamp None where it was too fresh to tell, the facts
    () for a file that says nothing.
    """

    def __init__(self, repo: Repository, work: Work, tree: ListedTree) -> None:
        self._cache = Cache(repo, _version())
        self._tree = tree
        self._name = _PREFIX + _digest(work, tree.limit)
        self._paths = ""
        self._around: dict[str, tuple[Stamp | None, str]] = {}
        self._entries: dict[str, tuple[Any, ...]] = {}
        self._same_tree: bool | None = None
        self._changed = False
        self._moment = (0, 0)
        raw = self._cache.get(self._name)
        if raw is not None:
            self._paths, self._around, self._entries = raw

    def sort(self, paths: Iterable[str]) -> Known:
        """Find out what is known of these files as they are now."""
        known = Known({}, [], {})
        for path in paths:
            entry = self._entries.get(path)
            if entry is None or not self._is_same(path, entry):
                known.unknown.append(path)
            elif entry[_REACHES] and not self.is_same_tree():
                facts = _thaw(path, entry)
                if facts.spread:
                    known.unknown.append(path)
                else:
                    known.half_known[path] = facts
            elif entry[_FACTS]:
                known.facts[path] = _thaw(path, entry)
        if known.unknown or known.half_known:
            self._look_at_the_clock()
        return known

    def _is_same(self, path: str, entry: tuple[Any, ...]) -> bool:
        stamp = self._tree.stamp(path)
        if entry[_STAMP] == stamp and stamp is not None:
            return True
        if not self._holds(path, entry[_CONTENT]):
            return False
        if stamp is not None:
            self._entries[path] = (self._lasting(path), *entry[1:])
            self._changed = True
        return True

    def _holds(self, path: str, content: str) -> bool:
        if content == UNKNOWN:
            return False
        listed = self._tree.table.get(path, (0, ""))[1]
        if listed:
            return listed == content
        self._look_at_the_clock()
        return self._tree.content(path) == content

    def content(self, path: str) -> str:
        """Return the id of what a file held when its facts were found out, `UNKNOWN` for none that is known."""
        entry = self._entries.get(path)
        return entry[_CONTENT] if entry else UNKNOWN

    def is_same_tree(self) -> bool:
        """Say whether the tree has the paths that it had, and what was read for the sake of others is as it was."""
        if self._same_tree is None:
            self._same_tree = self._paths == self._tree.digest and all(
                (stamp == self._tree.stamp(path) and stamp is not None) or self._holds(path, content)
                for path, (stamp, content) in self._around.items()
            )
        return self._same_tree

    def _look_at_the_clock(self) -> None:
        """Find out what the time is for the file system, before anything is read of which it may tell."""
        if self._moment == (0, 0):
            self._moment = files.moment(self._cache.folder) if self._cache.folder else (0, -1)

    def _lasting(self, path: str) -> Stamp | None:
        """Return a file's stamp if it will tell of any change from now on."""
        stamp = self._tree.stamp(path)
        if stamp is None:
            return None
        now, device = self._moment
        # Clocks of two file systems may differ.
        settled = now if stamp[-1] == device else now - _ELSEWHERE_NS
        return stamp if max(stamp[1], stamp[2]) < settled else None

    def learn(self, judged: Iterable[str], facts: Iterable[Facts], contents: dict[str, str], around: set[str]) -> None:
        """Take in what was found out of some files, by what they held when they were read."""
        said = {one.path: one for one in facts}
        for path in judged:
            content = contents.get(path, UNKNOWN)
            one = said.get(path, Facts(path))
            if content == UNKNOWN or _weight(one) > MOST_WEIGHT // 100:
                self._entries.pop(path, None)
            else:
                self._entries[path] = (self._lasting(path), content, one.reaches, _plain(one))
            self._changed = True
        if any(one.reaches for one in said.values()) or (self._same_tree is False):
            known = self._around if self.is_same_tree() else {}
            self._around = {**known, **{path: (self._lasting(path), contents.get(path, UNKNOWN)) for path in around}}

    def save(self, judged: Iterable[str]) -> None:
        """Keep all of it for the next run, if there is anything new; `judged` are all files that this one was about."""
        if not self._changed or not self._tree.is_steady:
            return
        mine, table = set(judged), self._tree.table
        kept = {
            path: entry
            for path, entry in self._entries.items()
            if path in mine or (path in table and (not entry[_REACHES] or self.is_same_tree()))
        }
        self._cache.put(self._name, (self._tree.digest, self._around, _bounded(kept)))
        folders.prune(self._cache.folder, _PREFIX, MOST_TREES)


def _plain(one: Facts) -> tuple[Any, ...]:
    if one.says_nothing and not one.spread:
        return ()
    own, wide = one.own, one.wide
    return (own.findings, own.unjudged, wide.findings, wide.unjudged, one.comments, one.spread)


def _thaw(path: str, entry: tuple[Any, ...]) -> Facts:
    if not entry[_FACTS]:
        return Facts(path, reaches=entry[_REACHES])
    own, unjudged, wide, wide_unjudged, comments, spread = entry[_FACTS]
    return Facts(path, Half(own, unjudged), Half(wide, wide_unjudged), comments, entry[_REACHES], spread)


def _weight(one: Facts) -> int:
    findings = (*one.own.findings, *one.wide.findings)
    return sum(len(part) for finding in findings for part in finding if isinstance(part, str)) + 200 * len(findings)


def _bounded(entries: dict[str, tuple[Any, ...]]) -> dict[str, tuple[Any, ...]]:
    """Leave out the files with most to say, so that all of it stays of a size that is cheap to read."""
    weights = {path: _weight(_thaw(path, entry)) for path, entry in entries.items() if entry[_FACTS]}
    total = sum(weights.values())
    for path in sorted(weights, key=lambda path: -weights[path]):
        if total <= MOST_WEIGHT:
            break
        total -= weights[path]
        del entries[path]
    return entries


def _digest(work: Work, limit: int) -> str:
    """Return what changes when anything does that facts depend on beside the files. Where a rule stands is no part."""
    rules = [
        (
            *(one.id, one.note, one.verb, one.kind, one.include, one.exclude, one.langs, one.where, one.needles),
            *[target.plain() for target in one.targets],
        )
        for one in work.rules
    ]
    sets = [
        (
            one.settings.exclude,
            one.settings.baseline,
            holds_entries(one.baseline),
            one.generated,
            one.policy_paths,
            [decision.path for decision in one.decisions],
        )
        for one in work.sets
    ]
    # Pythons that take turns in a repository, a hook's and a person's, must not throw away what the other one keeps.
    said = repr((sys.implementation.cache_tag, limit, rules, sets))
    return sha256(said.encode("utf-8", "backslashreplace")).hex()[:24]


def _version() -> str:
    """Return what the meaning of facts depends on beside that: Python, our version and sources, the parsers' files."""
    package = os.path.dirname(os.path.abspath(adrguard.__file__))
    sources = tuple([os.path.join(package, *name.split("/")) for name in _SOURCES])
    built = f"{folders.stamp_of_sources(sources, ('.py',)):x} {_libraries():x}"
    return f"facts {sys.implementation.cache_tag} {sys.hexversion:x} {adrguard.__version__} {built}"


def _libraries() -> int:
    """Return a number that changes when another build of the libraries that judge is installed, or found first."""
    places = []
    for base in sys.path:
        places += [os.path.join(base, name) for name in _LIBRARIES]
    return folders.stamp_of_sources(tuple(places), _BINARIES)
