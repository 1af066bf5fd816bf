"""The top folder of a place: that of its repository, or without git the one that holds decisions."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from adrguard.config.keys import FILE, PYPROJECT
from adrguard.decisions.discover import ADR_DIR, DEFAULT_FOLDERS, DEFAULT_VAULT
from adrguard.model.errors import NotARepositoryError
from adrguard.system import files, repository
from adrguard.system.files import UnreadableError
from adrguard.system.repository import Repository

if TYPE_CHECKING:
    from collections.abc import Iterator

_MARKS = (FILE, ADR_DIR, DEFAULT_VAULT, *DEFAULT_FOLDERS)


def top_of(start: str) -> Repository:
    """Return the repository that a folder is in; without one, the folder at or above it that holds decisions."""
    try:
        return repository.find(start)
    except NotARepositoryError as error:
        root = _plain_root(os.path.realpath(start or repository.current_folder()))
        if not root:
            hint = f"{error.hint}; without git, run where there is a folder of decisions, such as {DEFAULT_FOLDERS[0]}"
            raise NotARepositoryError(error.message, hint) from error
        return Repository(root, "", "")


def _plain_root(here: str) -> str:
    """Return the nearest folder with decisions; from within `docs/adr` that is what holds `docs`, not `docs` itself."""
    marks = list(_marks(here))
    return [folder for folder, mark in marks if mark == marks[0][1]][-1] if marks else ""


def _marks(here: str) -> Iterator[tuple[str, str]]:
    folder, above = here, ""
    while folder != above:
        for name in _MARKS:
            path = os.path.join(folder, *name.split("/"))
            if os.path.exists(path):
                yield folder, path
        if _configures(os.path.join(folder, PYPROJECT)):
            yield folder, os.path.join(folder, PYPROJECT)
        folder, above = os.path.dirname(folder), folder


def _configures(path: str) -> bool:
    if not os.path.exists(path):
        return False
    from adrguard.config.read import LARGEST, has_table

    try:
        return has_table(files.read_regular(path, LARGEST))
    except (FileNotFoundError, UnreadableError):
        return False
