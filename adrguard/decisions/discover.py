"""Where decisions are: the folders that are looked at, and which of their files are decisions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from adrguard.config.keys import FILE, PYPROJECT
from adrguard.model.record import Record
from adrguard.vault.asides import SERIES, is_index_or_template

if TYPE_CHECKING:
    from adrguard.model.decisions import Settings

ADR_DIR = ".adr-dir"
DEFAULT_VAULT = ".adrguard/wiki"
DEFAULT_FOLDERS = (
    "docs/adr",
    "docs/adrs",
    "docs/decisions",
    "doc/adr",
    "doc/architecture/decisions",
    "docs/architecture/decisions",
    "adr",
    ".adrguard/wiki/02_Architecture",
)
"""Folders of decision records that are found by themselves; every one that exists is read."""

CONFIG_FILES = (FILE, PYPROJECT, ADR_DIR)

_ENDINGS = (".md", ".markdown")
_NOTE = re.compile(r"\.(?:md|markdown)$", re.IGNORECASE)
_NAMED = rf"(?i)(?:(?:adr[-_ ]?)?\d+|{SERIES})(?=\D|$)"


class Folders(Record):
    """Where to look.

    `adr` are folders of decision records, relative to the root; `vault` is the vault's folder: relative ("": the root
    itself), or absolute when it lies outside. `named` are those of `adr` that somebody asked for by name, with the file
    that names them.
    """

    adr: tuple[str, ...]
    vault: str
    outside: bool
    named: tuple[tuple[str, str], ...] = ()

    def in_adr_folder(self, path: str) -> bool:
        """Say whether the file is a note in a folder of decision records."""
        return any(path.startswith(f"{folder}/") and is_note(path[len(folder) + 1 :]) for folder in self.adr)

    def inside_vault(self, path: str) -> str:
        """Return a note's path relative to the vault, "" when it lies elsewhere or is none."""
        inside = path.removeprefix(f"{self.vault}/" if self.vault else "")
        if (self.vault and inside == path) or not is_note(inside):
            return ""
        return inside

    def may_decide(self, path: str) -> bool:
        """Say whether the file is a note that has to be looked at."""
        if not path.lower().endswith(_ENDINGS):
            return False
        return (self.in_adr_folder(path) or bool(self.inside_vault(path))) and not is_index_or_template(path)


def folders(settings: Settings, config_path: str, adr_dir: str, vault: tuple[str, bool]) -> Folders:
    """Work out where to look.

    `adr_dir` is the text of `.adr-dir`, as adr-tools writes it; `vault` is the vault's folder, and true if outside.
    """
    named = [(folder, config_path) for folder in settings.adr_dirs]
    pointed = pointed_folder(adr_dir)
    if pointed:
        named.append((pointed, ADR_DIR))
    adr = dict.fromkeys([folder for folder, _ in named] + list(DEFAULT_FOLDERS))
    return Folders(tuple(adr), vault[0], outside=vault[1], named=tuple(named))


def pointed_folder(adr_dir: str) -> str:
    """Return the folder that a `.adr-dir` names, "" when it names none inside of the repository."""
    line = adr_dir.strip().split("\n", 1)[0].strip().replace("\\", "/")
    parts = [part for part in line.split("/") if part not in ("", ".")]
    return "" if ".." in parts or line.startswith("/") or ":" in line else "/".join(parts)


def is_note(path: str) -> bool:
    """Say whether the file is a Markdown note to be read: in no hidden folder but our own, and in no package's."""
    if not _NOTE.search(path):
        return False
    parts = path.split("/")[:-1]
    return not any(
        part == "node_modules" or (part.startswith(".") and part not in (".adrguard", "..")) for part in parts
    )


def is_named_as_decision(path: str) -> bool:
    """Say whether the file's name starts with a number or an id (``0008-…``, ``ADR-008…``, ``OPS-ADR-8…``)."""
    return re.match(_NAMED, path.rpartition("/")[2]) is not None


def policy_paths(where: Folders, baseline: str) -> tuple[str, ...]:
    """Return what in the repository decides: files, folders (with a slash), ``*.md`` when all of it is the vault."""
    found = [*CONFIG_FILES, baseline, *(f"{folder}/" for folder in where.adr)]
    # A link or a submodule in the place of a folder, or of one above it, hides what is in there.
    found += [
        "/".join(folder.split("/")[:depth])
        for folder in where.adr
        for depth in range(1, folder.count("/") + 2)
        if folder
    ]
    if not where.outside:
        found += [f"{where.vault}/"] if where.vault else ["*.md", "*.markdown", "*.MD"]
    return tuple(dict.fromkeys(found))


def project_of(path: str, where: Folders) -> str:
    """Return the project that a note's place in the vault binds it to: ``10_Projects/NAME/…``; "" for none."""
    parts = where.inside_vault(path).split("/")
    return parts[1] if len(parts) > 2 and parts[0].lower() == "10_projects" else ""  # noqa: PLR2004 -- folder, name, note
