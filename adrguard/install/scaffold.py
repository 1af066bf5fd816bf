"""What `adrguard init` lays out: folders for notes and one decision that works. Nothing is ever overwritten."""

from __future__ import annotations

import os

from adrguard.model.record import Record
from adrguard.system import files, resources

VAULT = ".adrguard/wiki"
FOLDERS = ("00_Meta", "01_AI_Logs", "02_Architecture")
ARCHITECTURE = FOLDERS[-1]
SAMPLE = "0001-conflict-markers-never-reach-a-commit.md"
SAMPLE_ID = "ADR-0001"


class Laid(Record):
    """A file or folder (ending in a slash), and whether it was made now or had been there."""

    path: str
    made: bool


def vault(root: str, top: str) -> list[Laid]:
    """Lay out the folders of a vault at `top`; each holds a file, as git keeps no empty folder.

    Like everything here it is written below `root` only, wherever links lead.
    """
    laid = [_file(root, os.path.join(top, FOLDERS[0], "README.md"), resources.read_text("hooks/scaffold/vault.md"))]
    return [*laid, _file(root, os.path.join(top, FOLDERS[1], ".gitkeep"), "")]


def sample(root: str, folder: str, today: str) -> Laid:
    """Write the decision that shows how one looks."""
    text = resources.read_text("hooks/scaffold/decision.md")
    return _file(root, os.path.join(folder, SAMPLE), text.replace("@ID@", SAMPLE_ID).replace("@DATE@", today))


def configuration(root: str, name: str, vault_path: str) -> Laid:
    """Write a configuration that binds the vault."""
    quoted = vault_path.replace("\\", "/").replace('"', '\\"')
    return _file(
        root, os.path.join(root, name), f'# Where the decisions live that adrguard enforces.\nvault = "{quoted}"\n'
    )


def _file(root: str, path: str, text: str) -> Laid:
    if os.path.lexists(path):
        return Laid(path, made=False)
    files.write_inside(root, path, text.encode("utf-8"))
    return Laid(path, made=True)
