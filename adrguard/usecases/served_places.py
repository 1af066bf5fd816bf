"""Which repositories a server may look into, and which of them a call means."""

from __future__ import annotations

import os

from adrguard.model.errors import AdrguardError, UsageError
from adrguard.model.record import Record
from adrguard.system import folders, repository
from adrguard.system.worktrees import worktrees

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


class Served(Record):
    """Where a server was started: the folder, and those that were named to it. All are absolute and link-free."""

    start: str
    named: tuple[str, ...] = ()


def served(start: str, named: Sequence[str] = ()) -> Served:
    """Return the places of a server; `named` are relative to `start`. Raises `AdrguardError` for no repository."""
    found = [folders.resolve(start, one) for one in named]
    for said, folder in zip(named, found, strict=True):
        if not folders.exists(folder):
            raise UsageError(f"there is no folder '{said}' ({folder})", "name a repository: --repo PATH")
        repository.find(folder)
    return Served(os.path.realpath(start), tuple(found))


def vault_folder(start: str, vault: str) -> str:
    """Return the absolute path of the vault that stands in, "" for none. Raises `UsageError` where it is not there."""
    if not vault:
        return ""
    folder = folders.resolve(start, vault)
    if not folders.exists(folder):
        raise UsageError(f"there is no folder {folder}", "mend the path, or leave --vault out")
    return folder


def place(places: Served, asked: str = "") -> str:
    """Return the folder that a call means. Raises `UsageError` where it lies in no repository that is served.

    Served are the repositories that were named, the one we stand in, and all of their working trees.
    """
    if not asked:
        return _there(_home(places))
    roots = tuple(dict.fromkeys(_roots(places)))
    folder = folders.resolve(_home(places), asked)
    # What lies elsewhere is refused before it is looked at: whether it is there is nobody's business either.
    if not _is_within(folder, roots):
        raise _refused(asked, roots)
    if not folders.exists(folder):
        raise UsageError(f"there is no folder '{asked}'", f"name a folder in one of: {', '.join(roots)}")
    # Settings of git can move the top of a working tree to anywhere.
    if not _is_within(repository.find(folder).root, roots):
        raise _refused(asked, roots)
    return folder


def _home(places: Served) -> str:
    """Return the folder that a call is about which names none: where we stand, else the first that was named."""
    try:
        repository.find(places.start)
    except AdrguardError:
        return places.named[0] if places.named else places.start
    return places.start


def _there(folder: str) -> str:
    if not folders.exists(folder):
        raise UsageError(f"the folder {folder} is there no more", "bring it back, or start the server in another one")
    return folder


def _roots(places: Served) -> Iterator[str]:
    for folder in (places.start, *places.named):
        try:
            yield from worktrees(repository.find(folder))
        except AdrguardError:
            continue  # it was deleted since, or never was one


def _is_within(folder: str, roots: Sequence[str]) -> bool:
    return any(folders.below(root, folder) is not None for root in roots)


def _refused(asked: str, roots: Sequence[str]) -> UsageError:
    names = ", ".join(roots) or "none, as the server was started in no repository"
    return UsageError(f"'{asked}' is not served here", f"leave repo_path out, or name a folder in one of: {names}")
