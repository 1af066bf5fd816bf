"""Put our hook into the configuration of the pre-commit framework, or take it out."""

from __future__ import annotations

import os
from pathlib import Path

from adrguard import __version__
from adrguard.install import precommit_config
from adrguard.install.precommit_config import NAME, Wanted
from adrguard.model.errors import AdrguardError
from adrguard.model.record import Record
from adrguard.system import files, repository

_BOM = "\ufeff"
_MOST_READ = 1024 * 1024


class Configured(Record):
    """`action` is ``created``, ``added``, ``upgraded``, ``unchanged``, ``removed``, ``deleted`` or ``absent``."""

    path: str
    action: str


def install(start: str, repo: str = "", rev: str = "", *, system: bool = False) -> Configured:
    """Add the hook, or pin the one that is there to this version. Raises `AdrguardError`."""
    path = _path(start)
    text, bom = _read(path)
    new = precommit_config.added(text, Wanted(repo, rev or f"v{__version__}", system=system))
    if new == text:
        return Configured(path, "unchanged")
    there = bool(text) and precommit_config.is_there(text)
    _write(path, bom + new)
    return Configured(path, "upgraded" if there else "added" if text else "created")


def uninstall(start: str) -> Configured:
    """Take the hook out; the file goes when nothing else was in it."""
    path = _path(start)
    text, bom = _read(path)
    new = precommit_config.removed(text)
    if new == text:
        return Configured(path, "absent")
    if not new.strip():
        Path(path).unlink()
        return Configured(path, "deleted")
    _write(path, bom + new)
    return Configured(path, "removed")


def _path(start: str) -> str:
    return os.path.join(repository.find(start).root, NAME)


def _read(path: str) -> tuple[str, str]:
    """Return the text and the byte-order mark before it; both "" when there is no file."""
    try:
        text = files.read_regular(path, _MOST_READ).decode("utf-8")
    except FileNotFoundError:
        return "", ""
    except UnicodeDecodeError as error:
        msg = f"{path}: not UTF-8: {error.reason} at byte {error.start}"
        raise AdrguardError(msg, "save the file as UTF-8") from error
    return (text[1:], _BOM) if text.startswith(_BOM) else (text, "")


def _write(path: str, text: str) -> None:
    files.write_atomic(path, text.encode("utf-8"))
