"""Folders that look as if decisions were kept there, where none was found: nobody would notice it otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.config.keys import FILE
from adrguard.decisions.discover import is_named_as_decision, is_note
from adrguard.model.errors import ADVICE, Problem
from adrguard.vault.asides import is_index_or_template

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from adrguard.model.decisions import DecisionSet

_WORDS = ("adr", "adrs", "decision", "decisions", "architecture")
_FEWEST = 2
_MOST_SHOWN = 3


def unseen(decisions: DecisionSet, paths: Iterable[str]) -> Iterator[Problem]:
    """Yield advice for the folders with most notes that are named like decisions, where there is no decision at all."""
    if decisions.decisions:
        return
    counts: dict[str, int] = {}
    for path in paths:
        folder, _, name = path.rpartition("/")
        if is_note(path) and _speaks_of_decisions(folder) and is_named_as_decision(name):
            counts[folder] = counts.get(folder, 0) + (not is_index_or_template(path))
    likely = sorted((-count, folder) for folder, count in counts.items() if count >= _FEWEST)
    for count, folder in likely[:_MOST_SHOWN]:
        message = f"{-count} notes here are named like decisions, but decisions are not looked for in this folder"
        hint = f"write adr-dirs = ['{folder}'] into {FILE}, if they are"
        yield Problem(folder, 0, 0, message, hint, "unseen-folder", ADVICE)


def _speaks_of_decisions(folder: str) -> bool:
    words = folder.rpartition("/")[2].lower().replace("_", "-").split("-")
    return any(word in _WORDS for word in words)
