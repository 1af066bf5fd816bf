"""What a project wants of an agent when the guard itself fails."""

from __future__ import annotations

import os

from adrguard.config import read
from adrguard.config.keys import FILE, PYPROJECT
from adrguard.decisions import load
from adrguard.model.errors import AdrguardError
from adrguard.system import files, repository

TYPE_CHECKING = False
if TYPE_CHECKING:
    from adrguard.model.decisions import Settings
    from adrguard.system.repository import Repository

_LARGEST = 1 << 20


def blocks(start: str, project: str = "") -> bool:
    """Say whether an agent in this folder is to be held back, by the configuration at HEAD.

    Where the folder is in no repository, the one of its project counts.

    Where that cannot be had (git is missing, say), the one on disk counts. Raises `NotARepositoryError`.
    """
    repo = repository.find(start, project)
    try:
        settings = load.at_head(repo).settings
    except AdrguardError:
        settings = _on_disk(repo)
    return settings.agent_on_error == "block"


def _on_disk(repo: Repository) -> Settings:
    found = {}
    for name in (FILE, PYPROJECT):
        try:
            found[name] = files.read_regular(os.path.join(repo.root, name), _LARGEST, repo.root)
        except (OSError, AdrguardError):
            continue
    return read.choose(found)[1]
