"""Folders of skills that belong to other programs: a skill is a folder with a `SKILL.md`, made whole or not at all."""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING

from adrguard.system import durable, files
from adrguard.system.files import UnreadableError
from adrguard.system.write_errors import from_system

if TYPE_CHECKING:
    from collections.abc import Iterator

FILE = "SKILL.md"
LARGEST = 1 << 20
_DEEPEST = 6
_MOST = 20_000
_TEMPORARY = ".adrguard-tmp"


def home() -> str:
    """Return the user's own folder."""
    return os.path.expanduser("~")


def names(top: str) -> dict[str, str]:
    """Return what stands below a folder of skills: name of each folder, and its path; the highest of two of one name.

    A folder that holds nothing is free for a skill, and left out.
    """
    found: dict[str, str] = {}
    for path, name, taken in _folders(top):
        if taken:
            found.setdefault(name, path)
    return found


def _folders(top: str) -> Iterator[tuple[str, str, bool]]:
    rest, seen = [(top, 0)], 0
    while rest and seen < _MOST:
        folder, depth = rest.pop(0)
        try:
            entries = sorted(os.scandir(folder), key=lambda one: one.name)
        except OSError:
            continue
        for entry in entries:
            seen += 1
            if entry.name.startswith(".") or entry.name == "node_modules" or not entry.is_dir():
                continue
            yield entry.path, entry.name, _is_taken(entry.path)
            if depth + 1 < _DEEPEST and not entry.is_symlink():
                rest.append((entry.path, depth + 1))


def _is_taken(folder: str) -> bool:
    try:
        return any(not name.endswith(_TEMPORARY) for name in os.listdir(folder))
    except OSError:
        return True


def read(folder: str) -> bytes:
    """Return the bytes of a skill; none where there is no skill that can be read."""
    try:
        return files.read_regular(os.path.join(folder, FILE), LARGEST)
    except (FileNotFoundError, NotADirectoryError, UnreadableError):
        return b""


def write_new(folder: str, data: bytes) -> bool:
    """Make a skill in a folder, which is made too; return False where one is there. Raises `WriteError`."""
    made = _made(folder)
    beside = os.path.join(folder, f"{os.getpid()}{_TEMPORARY}")
    try:
        durable.write_new(beside, data)
        try:
            durable.publish(beside, os.path.join(folder, FILE))
        finally:
            with contextlib.suppress(OSError):
                files.remove(beside)
        durable.sync_folders([folder, *(os.path.dirname(one) for one in made)])
    except FileExistsError:
        return False
    except OSError as error:
        _drop(made)
        raise from_system(error, folder) from error
    return True


def _made(folder: str) -> list[str]:
    """Make a folder, and return those that were made, the highest first."""
    missing: list[str] = []
    path = folder
    while path and not os.path.isdir(path) and path != os.path.dirname(path):
        missing.insert(0, path)
        path = os.path.dirname(path)
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        _drop(missing)
        raise from_system(error, folder) from error
    return missing


def _drop(made: list[str]) -> None:
    for path in reversed(made):
        with contextlib.suppress(OSError):
            os.rmdir(path)
