"""What keeps folders of decision records from being read: symbolic links, and repositories within this one."""

from __future__ import annotations

import os
import posixpath
import stat
from typing import TYPE_CHECKING, Protocol

from adrguard.model.errors import WARNING, Problem
from adrguard.model.record import Record
from adrguard.system import folders
from adrguard.system.git import from_native, native

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from adrguard.decisions.discover import Folders

LINK, NESTED = "link", "nested-repository"
_MOST_LINKS = 40
_NOTES = (".md", ".markdown")


class Kinds(Protocol):
    """What stands at a path relative to the root."""

    def kind(self, path: str) -> str:
        """Return `LINK`, `NESTED` for a repository of its own or a submodule, else ""."""

    def target(self, path: str) -> str:
        """Return where a link leads, as it says itself."""


class Barrier(Record):
    """What stands in the way of a folder of notes.

    `path` is the folder itself or one above it, `kind` is `LINK` or `NESTED`; `target` is the folder that is meant
    behind links, relative to the root ("": it lies outside).
    """

    folder: str
    path: str
    kind: str
    target: str = ""

    @property
    def words(self) -> str:
        """What is the matter, in a few words."""
        if self.kind == LINK:
            return f"{self.path} is a symbolic link, which is not followed"
        return f"{self.path} is a repository of its own"

    def way_out(self, adr_dirs: Iterable[str]) -> str:
        """Return what to do about it, given the folders that are configured now."""
        if self.kind == NESTED:
            return f'to have them bind here too, bind the folder as the vault: vault = "{self.folder}"'
        if not self.target:
            return "bring the folder into this repository, or bind it as the vault (`vault` in the configuration)"
        wanted = dict.fromkeys([*(one for one in adr_dirs if one != self.folder), self.target])
        listed = ", ".join(f'"{one}"' for one in wanted)
        return f"name the folder that it leads to in the configuration: adr-dirs = [{listed}]"

    def problem(self, adr_dirs: Iterable[str]) -> Problem:
        """Return what there is to tell of it."""
        if self.kind == LINK:
            rest = "" if self.path == self.folder else f": the decisions in {self.folder} do not bind"
            return Problem(self.path, 0, 0, self.words + rest, self.way_out(adr_dirs), LINK)
        rest = f": the decisions in {self.folder} bind there, not here"
        return Problem(self.path, 0, 0, self.words + rest, self.way_out(adr_dirs), NESTED, WARNING)


class OnDisk:
    """What stands in the working tree."""

    def __init__(self, root: str) -> None:
        self._root = root

    def kind(self, path: str) -> str:
        """See `Kinds`."""
        full = os.path.join(self._root, native(path))
        try:
            mode = os.lstat(full).st_mode
        except (OSError, ValueError):
            return ""
        if stat.S_ISLNK(mode):
            return LINK
        return NESTED if stat.S_ISDIR(mode) and os.path.lexists(os.path.join(full, ".git")) else ""

    def target(self, path: str) -> str:
        """See `Kinds`."""
        try:
            return from_native(os.readlink(os.path.join(self._root, native(path))))
        except OSError:
            return ""


class Way(Record):
    """The way to a folder: what stands in it first ("" and "": nothing), and where it ends (None: outside)."""

    path: str
    kind: str
    end: str | None


def way(kinds: Kinds, folder: str) -> Way:
    """Walk to a folder, over every link: git knows paths with none only."""
    first = ("", "")
    done: list[str] = []
    rest = folder.split("/")[::-1]
    links = 0
    while rest:
        done.append(rest.pop())
        here = "/".join(done)
        kind = kinds.kind(here)
        first = first if first[1] or not kind else (here, kind)
        if kind == NESTED:
            return Way(*first, "/".join([here, *rest[::-1]]))
        if kind == LINK:
            links += 1
            target = posixpath.normpath(posixpath.join(posixpath.dirname(here), kinds.target(here)))
            if links > _MOST_LINKS or target.startswith(("/", "../")) or target in ("..", ".") or ":" in target:
                return Way(*first, None)
            done, rest = [], [*rest, *target.split("/")[::-1]]
    return Way(*first, "/".join(done))


class Seen(Record):
    """A state to look for barriers in: its kinds, its files, and the root whose folders count where files do not tell.

    With `is_disk` what lies in the working tree counts, though git may ignore it.
    """

    kinds: Kinds
    paths: tuple[str, ...]
    root: str
    is_disk: bool

    def has_notes(self, barrier: Barrier) -> bool:
        """Say whether there are notes behind a barrier, as far as this can be told."""
        if barrier.target and any(
            path.startswith(f"{barrier.target}/") and path.lower().endswith(_NOTES) for path in self.paths
        ):
            return True
        there = os.path.join(self.root, native(barrier.folder))
        if barrier.kind == NESTED:
            return barrier.path == barrier.folder or folders.exists(there)
        return (self.is_disk or not barrier.target) and bool(folders.notes(there))


def barriers(seen: Seen, where: Folders) -> list[Barrier]:
    """Return what keeps folders of decision records, or folders within them, from being read, in order.

    A folder that is read all the same, by another name, is left out, and so is one without notes.
    """
    ways = {folder: way(seen.kinds, folder) for folder in where.adr if folder}
    ways |= {folder: way(seen.kinds, folder) for folder in _odd(seen, where)}
    read = [folder for folder, one in ways.items() if not one.kind]
    if not where.outside:
        read.append(where.vault)
    found = []
    for folder, one in ways.items():
        if not one.kind or _is_read(seen.root, folder, one, read, where):
            continue
        barrier = Barrier(folder, one.path, one.kind, one.end or "")
        if seen.has_notes(barrier):
            found.append(barrier)
    return sorted(found, key=lambda barrier: barrier.folder)


def to_folder(kinds: Kinds, folder: str) -> list[Barrier]:
    """Return what stands in the way of one folder, whether there are notes or not; at most one."""
    one = way(kinds, folder)
    return [Barrier(folder, one.path, one.kind, one.end or "")] if one.kind else []


def _is_read(root: str, folder: str, one: Way, read: Iterable[str], where: Folders) -> bool:
    """Say whether the notes behind a barrier are read by another name."""
    if one.kind == NESTED:
        # Git tells of nothing in there, but a vault that it does not track is read from disk.
        return not where.outside and where.vault != "" and f"{folder}/".startswith(f"{where.vault}/")
    if one.end is not None:
        return any(f"{one.end}/".startswith(f"{other}/" if other else "") for other in read)
    real = os.path.realpath(os.path.join(root, native(folder)))
    return where.outside and f"{real}{os.sep}".startswith(os.path.join(os.path.realpath(where.vault), ""))


def _odd(seen: Seen, where: Folders) -> Iterator[str]:
    """Yield what is no note in a folder of decision records, and a link or a repository of its own."""
    tops = tuple(f"{folder}/" for folder in where.adr if folder)
    for path in seen.paths:
        name = path.rstrip("/")
        if path.startswith(tops) and not name.lower().endswith(_NOTES) and seen.kinds.kind(name):
            yield name
