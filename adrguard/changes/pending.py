"""Whether there is anything uncommitted at all, at the least cost: most of the time an agent stops there is not."""

# Hot: an agent that has changed nothing waits for this alone.

from __future__ import annotations

import os

from adrguard.system import process
from adrguard.system.repository import SAFE, git_environment

TYPE_CHECKING = False
if TYPE_CHECKING:
    from adrguard.system.repository import Repository

_MOST_LISTED = 1 << 16


def is_clean(repo: Repository, commit: str) -> bool:
    """Say whether the working tree and the index are those of a commit ("": of none), and nothing is untracked.

    When in doubt, as of a file of which only the time changed or where git fails, the answer is no.
    """
    environment = git_environment(repo)
    untracked = ["git", *SAFE, "ls-files", "--others", "--exclude-standard", "-z"]

    def same() -> bool:
        return _is_same(repo, commit, environment)

    (code, listed, cut), is_same = process.read_beside(untracked, repo.root, environment, _MOST_LISTED, same)
    # What ends in a slash is a repository of its own, such as another working tree.
    return is_same and not code and not cut and all(path.endswith(b"/") for path in listed.split(b"\0")[:-1])


def _is_same(repo: Repository, commit: str, environment: dict[str, str]) -> bool:
    # git would run the user's filters on files that are as old as its index.
    named = ["git", "config", "--name-only", "-z", "--get-regexp", r"^filter\."]
    code, listed, cut = process.read(named, repo.root, environment, _MOST_LISTED)
    if code not in (0, 1) or cut:
        return False
    names = {name.rpartition(".")[0] for name in os.fsdecode(listed).split("\0") if name}
    settings = [f"{name}.{key}" for name in sorted(names) for key in ("clean=", "process=", "required=false")]
    switched_off = [part for setting in settings for part in ("-c", setting)]
    base = commit or repo.empty_tree
    differs = ["git", *SAFE, *switched_off, "diff-index", "--quiet", "--ignore-submodules=dirty", base, "--"]
    return process.read(differs, repo.root, environment)[0] == 0
