"""The index of the notes that belong to a place: those of its vault, and of its folders of decisions beside it."""

from __future__ import annotations

import os
from zlib import crc32

from adrguard.decisions import discover
from adrguard.knowledge import schema
from adrguard.knowledge.changes import Folder, Source
from adrguard.knowledge.index import Home, Index
from adrguard.memory.notes import note_facts
from adrguard.model.decisions import Settings
from adrguard.model.errors import NotARepositoryError, UsageError
from adrguard.model.record import Record
from adrguard.system import files, folders, repository
from adrguard.system.closed_folders import refuse_closed
from adrguard.system.files import UnreadableError
from adrguard.system.repository import Repository, current_folder
from adrguard.vault.status_words import table_with

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from adrguard.knowledge.writing import Named

_LARGEST = 1024 * 1024
_NAME = "index"
_DECISIONS = "02_Architecture/"
"""Where a vault keeps decisions: those beside it are on the same tier."""
_MOST_OPEN = 8
_open: dict[str, Index] = {}


class AtHand(Record):
    """An index and what surrounds it.

    `root` is the top folder that paths of notes start from, `remarks` are what a person should know.
    """

    index: Index
    root: str
    folders: tuple[Folder, ...]
    remarks: tuple[str, ...] = ()
    settings: Settings = Settings()

    def path(self, shown: str) -> str:
        """Return where a note lies whose path is shown so."""
        return shown if os.path.isabs(shown) else f"{self.root}/{shown}"


def at_hand(start: str, vault: str = "") -> AtHand:
    """Find the notes that belong to the folder `start`, and their index; nothing is read yet.

    `vault` stands in for the vault that is bound there. A process that asks again is given the same index, still open.
    Raises `UsageError` where the vault is not there, or there are no notes at all.
    """
    root, git_dir = _root(start, vault)
    settings, pointer, remarks = _configured(root)
    named = folders.resolve(start, vault) if vault else ""
    wanted = named or folders.resolve(root, settings.vault or discover.DEFAULT_VAULT)
    if (named or settings.vault) and not folders.exists(wanted):
        told = "" if named else " that the configuration names"
        raise UsageError(
            f"there is no folder {wanted}{told}", "mend the path, or make it: `adrguard init --vault PATH`"
        )
    looked = _folders(root, wanted, settings, pointer)
    if not looked:
        refuse_closed(wanted)
        hint = "`adrguard init` lays a vault out; `--vault PATH` names one that lies elsewhere"
        raise UsageError("there are no notes to look through: neither a vault nor a folder of decisions", hint)
    home = _home(root, git_dir, wanted, bound=not named and not settings.vault)
    return AtHand(_index(home, looked, settings), root, looked, remarks, settings)


def _root(start: str, vault: str) -> tuple[str, str]:
    """Return the top folder of a place and its git directory ("" for none)."""
    try:
        found = repository.find(start)
    except NotARepositoryError:
        found = _plain(start, vault)
    return os.path.realpath(found.root), found.git_dir


def _plain(start: str, vault: str) -> Repository:
    from adrguard.usecases.top_folder import top_of

    try:
        return top_of(start)
    except NotARepositoryError:
        if not vault:
            raise
        return Repository(folders.resolve(start or current_folder(), vault), "", "")


def _configured(root: str) -> tuple[Settings, str, tuple[str, ...]]:
    found: dict[str, bytes] = {}
    for name in discover.CONFIG_FILES:
        try:
            found[name] = files.read_regular(os.path.join(root, name), _LARGEST)
        except (FileNotFoundError, UnreadableError):
            continue  # what cannot be read configures nothing, and `adrguard lint` tells of it
    if not found:
        return Settings(), "", ()
    from adrguard.config.read import choose

    _, settings, problems = choose(found)
    wrong = sum(one.severity == "error" for one in problems)
    remarks = (f"mistakes in the configuration: {wrong}; `adrguard lint` says where",) if wrong else ()
    return settings, found.get(discover.ADR_DIR, b"").decode("utf-8", "replace"), remarks


def _folders(root: str, vault: str, settings: Settings, pointer: str) -> tuple[Folder, ...]:
    """Return the vault and the folders of decisions that do not lie in it, as far as they are there."""
    inside = folders.below(root, vault)
    shown = vault.replace(os.sep, "/") if inside is None else inside
    where = discover.folders(settings, "", pointer, (shown, inside is None))
    found = [Folder(vault, f"{shown}/" if shown else "")] if folders.exists(vault) else []
    for name in where.adr:
        path = os.path.join(root, *name.split("/"))
        # A link may lead anywhere, and what lies in the vault is looked at with it.
        if not name or not folders.exists(path) or folders.resolve(root, name) != path or _is_seen(name, path, found):
            continue
        closed = [one.path[len(path) + 1 :] + "/" for one in found if one.path.startswith(path + os.sep)]
        found.append(Folder(path, f"{name}/", tuple(one.replace(os.sep, "/") for one in closed), _DECISIONS))
    return tuple(found)


def _is_seen(name: str, path: str, found: list[Folder]) -> bool:
    """Say whether a folder is looked through with one of these: unless it is hidden in there."""
    for one in found:
        below = folders.below(one.path, path)
        if below is not None and not any(part.startswith(".") for part in below.split("/")):
            return True
    return any(one.shown == f"{name}/" for one in found)


def _home(root: str, git_dir: str, vault: str, *, bound: bool) -> Home:
    name = _NAME if bound else f"{_NAME}-{crc32(os.fsencode(vault)):08x}"
    if git_dir:
        return Home(os.path.join(git_dir, "adrguard"), f"{name}.sqlite", root)
    top = vault if folders.exists(vault) else root
    return Home(os.path.join(top, ".adrguard", _NAME), f"{name}.sqlite", top, ignored=True)


def _related(notes: Sequence[Named], said: Sequence[tuple[int, str, bool]]) -> list[tuple[int, int]]:
    # Most vaults have no note that says so.
    from adrguard.memory.notes.succession import related

    return related(notes, said)


def _index(home: Home, looked: tuple[Folder, ...], settings: Settings) -> Index:
    purpose = schema.purpose(repr(looked), f"{note_facts.VERSION}\n{settings.statuses!r}")
    index = _open.get(home.path)
    if index is not None and index.source.purpose == purpose:
        return index
    if index is not None:
        index.close()
    while len(_open) >= _MOST_OPEN:
        _open.pop(next(iter(_open))).close()
    _open[home.path] = Index(Source(looked, note_facts.reader(table_with(settings.statuses)), _related, purpose), home)
    return _open[home.path]
