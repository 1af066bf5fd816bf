"""Refuse to write a decision where nobody would ever read it: behind a link, or where git ignores it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.decisions.barriers import OnDisk, to_folder
from adrguard.decisions.gather import gather
from adrguard.model.changes import Place
from adrguard.model.errors import UsageError
from adrguard.system.git import Git
from adrguard.system.write_errors import NOTHING

if TYPE_CHECKING:
    from adrguard.decisions.gather import Gathered
    from adrguard.usecases.vault_at_hand import Vault


def refuse_unseen(vault: Vault, path: str) -> None:
    """Raise `UsageError` where a decision that is written at `path` (as decisions have it) would not be read again."""
    if not vault.repo.git_dir:
        return
    found = gather(vault.repo, Place("worktree"), vault.named)
    if any(path.startswith(f"{shown}/" if shown else "") for shown in found.from_disk):
        return
    _refuse_behind(found, vault, path)
    rules = Git(vault.repo).ignore_rules([path])
    if rules and not _is_first_below(found, path):
        rule = rules[0]
        message = f"{path} would be ignored by git ({rule.source}:{rule.line}: {rule.pattern}), so that it never binds"
        hint = "take decisions out of that pattern"
        raise UsageError(f"{message}; {NOTHING}", hint)


def _refuse_behind(found: Gathered, vault: Vault, path: str) -> None:
    # The place may be new: what stands in the way counts, not whether notes lie behind it by now.
    folder = next((one for one in found.where.adr if path.startswith(f"{one}/")), path.rpartition("/")[0])
    known = [one for one in found.barriers if path.startswith(f"{one.folder}/")]
    for barrier in known or to_folder(OnDisk(vault.repo.root), folder):
        hint = barrier.way_out(found.settings.adr_dirs)
        raise UsageError(f"{barrier.words}, so that {path} would not be read; {NOTHING}", hint)


def _is_first_below(found: Gathered, path: str) -> bool:
    """Say whether the folder that the note is in has no other: one whose notes are all ignored is read from disk."""
    tops = [one for one in (found.where.vault, *found.where.adr) if one and path.startswith(f"{one}/")]
    return any(not any(other.startswith(f"{top}/") for other in found.notes) for top in tops)
