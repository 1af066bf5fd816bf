"""The commit at HEAD, without calling git where that can be told from a few small files."""

# Hot: each event of an agent comes through here.

from __future__ import annotations

from adrguard.system import repository

TYPE_CHECKING = False
if TYPE_CHECKING:
    from adrguard.system.repository import Repository


def head(repo: Repository) -> str:
    """Return the full id of the commit at HEAD, "" before the first commit. Raises `GitError`."""
    commit = repository.head(repo)
    if commit is None:
        from adrguard.system.git import Git

        commit = Git(repo).head()
    return commit
