"""What the other parents of a merge decide, and what was decided where the two sides parted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.decisions import load
from adrguard.model.changes import Place
from adrguard.system import repository
from adrguard.system.git import Git

if TYPE_CHECKING:
    from adrguard.changes.change import Change
    from adrguard.model.decisions import DecisionSet
    from adrguard.system.repository import Repository


def merged_sides(repo: Repository, change: Change) -> tuple[tuple[DecisionSet, DecisionSet], ...]:
    """Return for each other parent its decisions, and those of the merge base. Raises `GitError`."""
    if change.base.kind != "commit":
        return ()
    git = Git(repo)
    sides = []
    for head in repository.merge_heads(repo, change.base.oid):
        theirs = load.load(repo, Place("commit", head))
        if theirs.rules:
            parted = git.merge_base(change.base.oid, head)
            sides.append((theirs, load.load(repo, Place("commit", parted) if parted else Place("none"))))
    return tuple(sides)
