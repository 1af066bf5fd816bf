"""Which working trees a repository has, by what it lists itself."""

from __future__ import annotations

import os

from adrguard.system import files
from adrguard.system.files import UnreadableError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from adrguard.system.repository import Repository

_LONGEST = 1 << 16


def worktrees(repo: Repository) -> tuple[str, ...]:
    """Return the tops of a repository's working trees, absolute and link-free: its own, the main one, those linked.

    A `.git` file elsewhere that merely points to the repository makes none.
    """
    found = [repo.root]
    if os.path.basename(repo.common_dir) == ".git":
        found.append(os.path.dirname(repo.common_dir))
    listed = os.path.join(repo.common_dir, "worktrees")
    try:
        names = sorted(os.listdir(listed))
    except OSError:
        names = []
    for name in names:
        dot_git = _dot_git(os.path.join(listed, name))
        if os.path.basename(dot_git) == ".git":
            found.append(os.path.realpath(os.path.dirname(dot_git)))
    return tuple(dict.fromkeys(found))


def _dot_git(folder: str) -> str:
    """Return the `.git` file of a linked working tree, "" when nothing says which it is."""
    try:
        link = os.fsdecode(files.read_regular(os.path.join(folder, "gitdir"), _LONGEST)).strip()
    except (OSError, UnreadableError):
        return ""
    # Newer versions of git can write it relative to where it stands.
    return os.path.join(folder, link) if link and "\0" not in link else ""
