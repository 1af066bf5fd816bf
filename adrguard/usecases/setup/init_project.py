"""Set a project up: find the folder of its decisions or lay one out, with one decision that works."""

from __future__ import annotations

import os
from pathlib import Path

from adrguard.config.keys import FILE, PYPROJECT
from adrguard.config.read import LARGEST, has_table
from adrguard.decisions import load
from adrguard.decisions.discover import ADR_DIR, DEFAULT_FOLDERS, pointed_folder
from adrguard.install import scaffold
from adrguard.model.changes import Place
from adrguard.model.errors import UsageError
from adrguard.model.record import Record
from adrguard.system import clock, files, repository
from adrguard.usecases.decisions.unseen import refuse_unseen
from adrguard.usecases.vault_at_hand import at_hand

TYPE_CHECKING = False
if TYPE_CHECKING:
    from adrguard.install.scaffold import Laid
    from adrguard.model.decisions import DecisionSet
    from adrguard.system.repository import Repository


class Project(Record):
    """What there is now. `folder` holds the decisions; `decisions` and `rules` count what is read from everywhere."""

    root: str
    folder: str
    laid: tuple[Laid, ...]
    decisions: int
    rules: int


def init(start: str, vault: str = "") -> Project:
    """Lay out what is missing. `vault` names the folder of notes to bind, relative to `start` or absolute.

    Raises `UsageError` where the configuration binds another vault.
    """
    repo = repository.find(start)
    laid: list[Laid] = []
    bound = ""
    if vault:
        bound = os.path.normpath(os.path.join(start, os.path.expanduser(vault)))
        laid += _bind(repo, bound)
    found = _read(repo)
    folder = _folder(repo, found, bound)
    if not folder:
        top = bound or os.path.join(repo.root, scaffold.VAULT)
        if not _has_notes(top):
            laid += scaffold.vault(bound or repo.root, top)
        folder = os.path.join(top, scaffold.ARCHITECTURE)
    if not found.decisions or (bound and not _has_notes(folder)):
        _refuse_unseen(start, folder)
        laid.append(scaffold.sample(bound or repo.root, folder, clock.today()))
        found = _read(repo)
    return Project(repo.root, folder, tuple(laid), len(found.decisions), len(found.rules))


def _refuse_unseen(start: str, folder: str) -> None:
    here = at_hand(start)
    # The vault may be a link, and is known by where that leads.
    named = os.path.realpath(folder) if files.is_inside(folder, here.folder) else folder
    shown = os.path.relpath(named, here.repo.root).replace(os.sep, "/")
    if not shown.startswith("../"):
        refuse_unseen(here, f"{shown}/{scaffold.SAMPLE}")


def _read(repo: Repository) -> DecisionSet:
    return load.load(repo, Place("worktree"))


def _bind(repo: Repository, vault: str) -> list[Laid]:
    settings = _read(repo).settings
    shown = os.path.relpath(vault, repo.root) if files.is_inside(vault, repo.root) else vault
    if settings.vault:
        standing = os.path.normpath(os.path.join(repo.root, os.path.expanduser(settings.vault)))
        if os.path.realpath(standing) == os.path.realpath(vault):
            return []
        msg = f"the configuration binds another vault: {settings.vault}"
        raise UsageError(msg, "change `vault` there, or leave out --vault")
    there = _configuration(repo.root)
    if there:
        msg = f"{there} configures adrguard already, and binds no vault"
        raise UsageError(msg, f'add this line to it: vault = "{shown}"')
    return [scaffold.configuration(repo.root, FILE, shown)]


def _configuration(root: str) -> str:
    """Return the name of the file that configures this project, "" when there is none."""
    if os.path.lexists(os.path.join(root, FILE)):
        return FILE
    try:
        shared = files.read_regular(os.path.join(root, PYPROJECT), LARGEST)
    except FileNotFoundError:
        return ""
    return PYPROJECT if has_table(shared) else ""


def _folder(repo: Repository, found: DecisionSet, bound: str) -> str:
    """Return the folder of the first decision, else the one that is meant for them, "" when there is none."""
    candidates = [os.path.dirname(one.path) for one in found.decisions]
    if not bound:
        named = [*found.settings.adr_dirs, *_pointed(repo.root)]
        candidates += named + [one for one in DEFAULT_FOLDERS if os.path.isdir(os.path.join(repo.root, one))]
    for path in candidates:
        folder = os.path.normpath(os.path.join(repo.root, path))
        if not bound or files.is_inside(folder, bound):
            return folder
    return ""


def _pointed(root: str) -> list[str]:
    try:
        text = files.read_regular(os.path.join(root, ADR_DIR), LARGEST).decode("utf-8", "replace")
    except FileNotFoundError:
        return []
    folder = pointed_folder(text)
    return [folder] if folder else []


def _has_notes(folder: str) -> bool:
    return os.path.isdir(folder) and next(Path(folder).rglob("*.md"), None) is not None
