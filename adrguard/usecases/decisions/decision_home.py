"""Where a new decision goes: the folder where most of them are, else the one that is meant for them."""

from __future__ import annotations

import os
import posixpath
from collections import Counter
from typing import TYPE_CHECKING

from adrguard.decisions.discover import DEFAULT_FOLDERS
from adrguard.model.errors import UsageError
from adrguard.model.record import Record
from adrguard.system import folders
from adrguard.vault.customs.conventions import Survey

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adrguard.model.decisions import DecisionSet
    from adrguard.usecases.vault_at_hand import Vault

DECISION = "decision"
_PROJECTS = "10_projects"


class Home(Record):
    """A folder for decisions: `folder` relative to `base`, "" for that itself.

    `base` is the absolute folder whose notes show how it is done there: a folder of decision records, or the vault.
    `shown` is how the paths of notes have it: relative to the repository, absolute outside of it.
    """

    base: str
    folder: str
    shown: str

    def path(self, inside: str) -> str:
        """Return the path of a note, given relative to `base`, as decisions have it."""
        return f"{self.shown}/{inside}" if self.shown else inside


def home(vault: Vault, found: DecisionSet, start: str, named: str = "") -> Home:
    """Return the folder for a new decision; `named` is one that somebody asks for, relative to `start` or absolute.

    Of several the one counts in which `start` lies. Raises `UsageError` for a folder where no note would be read.
    """
    if named:
        return _named(vault, start, named)
    places = Counter(_places(vault, found))
    here = folders.below(vault.repo.root, os.path.realpath(start)) or ""
    inside = [one for one in places if here and f"{here}/".startswith(f"{one}/")]
    chosen = max(inside, key=len) if inside else max(places, key=lambda one: places[one]) if places else ""
    if places:
        return _at(vault, chosen)
    if vault.is_chosen and not found.settings.adr_dirs:
        return _in_vault(vault)
    meant = [folder for folder, _ in vault.where.named]
    meant += [one for one in DEFAULT_FOLDERS if folders.exists(os.path.join(vault.repo.root, one))]
    return _at(vault, meant[0]) if meant else _in_vault(vault)


def _places(vault: Vault, found: DecisionSet) -> Iterator[str]:
    """Yield the folder of each decision that binds here; those of the projects of a vault are theirs alone."""
    for one in found.decisions:
        folder = posixpath.dirname(one.path)
        of_a_project = vault.where.inside_vault(one.path).lower().startswith(f"{_PROJECTS}/")
        if one.project in ("", found.settings.project) and not of_a_project:
            yield folder


def _in_vault(vault: Vault) -> Home:
    return Home(vault.folder, Survey(vault.folder).folder_of(DECISION), vault.shown)


def _at(vault: Vault, folder: str) -> Home:
    """Return a folder as part of the folder of decision records, or of the vault, that it lies in."""
    tops = [one for one in vault.where.adr if f"{folder}/".startswith(f"{one}/")]
    inside = vault.where.inside_vault(f"{folder}/note.md" if folder else "note.md")
    if inside and not tops:
        return Home(vault.folder, posixpath.dirname(inside), vault.shown)
    if inside and min(len(one) for one in tops) > len(vault.shown):
        return Home(vault.folder, posixpath.dirname(inside), vault.shown)  # a vault's own folder of architecture
    top = min(tops, key=len) if tops else folder
    base = top if os.path.isabs(top) else os.path.join(vault.repo.root, top)
    return Home(base, folder[len(top) :].strip("/"), top)


def _named(vault: Vault, start: str, named: str) -> Home:
    absolute = folders.resolve(start, named)
    within = folders.below(vault.repo.root, absolute)
    shown = absolute.replace(os.sep, "/") if within is None else within
    note = f"{shown}/0001-x.md" if shown else "0001-x.md"
    if not (vault.where.in_adr_folder(note) or vault.where.inside_vault(note)):
        message = f"decisions in {named} would not be read"
        raise UsageError(message, f'add the folder to `adr-dirs` in the configuration: adr-dirs = ["{shown}"]')
    return _at(vault, shown)
