"""The decisions as they stand: in the working tree, at a commit, or in a folder that is in no repository."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from adrguard.decisions import load
from adrguard.decisions.cache import Cache
from adrguard.decisions.compile import compiled_at
from adrguard.decisions.hits import Hits
from adrguard.decisions.links import Links
from adrguard.model.changes import Place
from adrguard.model.record import Record
from adrguard.system import clock, repository
from adrguard.system.git import Git
from adrguard.usecases.top_folder import top_of

if TYPE_CHECKING:
    from adrguard.model.decisions import Decision, DecisionSet
    from adrguard.system.repository import Repository


class Standing(Record):
    """All decisions of a state. `repo.git_dir` is "" outside of any repository.

    `at` is the full id of the commit, "" for the working tree; `loose` are the decisions that git does not track, which
    are therefore as they are now whatever the commit.
    """

    repo: Repository
    place: Place
    found: DecisionSet
    links: Links
    hits: Hits
    at: str = ""
    loose: tuple[Decision, ...] = ()

    @property
    def errors(self) -> int:
        """How many mistakes may hide decisions or rules."""
        return sum(problem.severity == "error" for problem in self.found.problems)


def stand(start: str, at: str = "", vault: str = "") -> Standing:
    """Read the decisions of the working tree, or as they were at the revision `at`.

    `vault` is the absolute path of a folder that stands in for the configured vault; it has no history here.

    Raises `NotARepositoryError` where there is neither a repository nor a folder of decisions, and `GitError` for a
    revision that git does not know.
    """
    if at:
        repo = repository.find(start)
        commit = Git(repo).rev_parse(at)
        found = load.load(repo, Place("commit", commit))
        return _standing(repo, Place("commit", commit), found, commit, _loose(repo, commit, found))
    repo = top_of(start)
    place = Place("worktree")
    found = compiled_at(repo, place, Cache(repo), clock.today(), vault).set if vault else load.load(repo, place)
    return _standing(repo, place, found)


def _standing(
    repo: Repository, place: Place, found: DecisionSet, at: str = "", loose: tuple[Decision, ...] = ()
) -> Standing:
    return Standing(repo, place, found, Links(found.decisions), Hits(repo), at, loose)


def _loose(repo: Repository, commit: str, found: DecisionSet) -> tuple[Decision, ...]:
    """Return the decisions whose notes are in no commit, as they lie outside of the repository or are ignored."""
    inside = [one.path for one in found.decisions if not os.path.isabs(one.path)]
    tracked = {entry.path for entry in Git(repo).list_tree(commit, inside)} if inside else set()
    return tuple(one for one in found.decisions if one.path not in tracked)
