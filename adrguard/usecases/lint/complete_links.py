"""Complete links in one direction only: what one decision says of another, the other one's note says as well."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.decisions import succession
from adrguard.decisions.naming import Names
from adrguard.model.decisions import IN_FORCE
from adrguard.model.errors import WARNING, Problem
from adrguard.model.record import Record
from adrguard.system.writing.transaction import Edit
from adrguard.vault import writer
from adrguard.vault.note import LARGEST
from adrguard.vault.restating import restate
from adrguard.vault.status import SUPERSEDED, table_with

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from adrguard.model.decisions import Decision, DecisionSet
    from adrguard.vault.restating.restate import Other, Restated
    from adrguard.vault.writer import Pen


class Completed(Record):
    """A note, how many links were added to it, and why not where it cannot be edited."""

    path: str
    count: int
    problems: tuple[Problem, ...] = ()


def complete(root: str, found: DecisionSet) -> tuple[Completed, ...]:
    """Add the links that are missing where both statuses agree on what supersedes what; notes as they are are left out.

    Raises `AdrguardError` where a note cannot be written: then none of those beside it is.
    """
    vault = found.settings.vault
    together: dict[str, dict[str, Restated]] = {}
    for path, wanted in _wanted(found).items():
        together.setdefault(writer.top_of(root, path, vault)[0], {})[path] = wanted
    table = table_with(found.settings.statuses)
    told: list[Completed] = []
    for notes in together.values():
        with writer.opened(root, notes, vault) as pen:
            done, edits = _edited(pen, notes, table)
            if edits:
                pen.commit(f"links of {', '.join(edit.path for edit in edits)}", edits)
        told += done
    return tuple(told)


def _wanted(found: DecisionSet) -> dict[str, Restated]:
    """Return what each note shall say beside what it says."""
    wanted: dict[str, Restated] = {}
    names = Names(found.decisions)
    for old, new in _agreed(found, names):
        if not _says(new, new.supersedes, old, names):
            one = wanted.get(new.path, restate.Restated())
            wanted[new.path] = one.replace(supersedes=(*one.supersedes, _other(old)))
        elif not _says(old, old.superseded_by, new, names):
            one = wanted.get(old.path, restate.Restated())
            wanted[old.path] = one.replace(superseded_by=(*one.superseded_by, _other(new)))
    return wanted


def _agreed(found: DecisionSet, names: Names[Decision]) -> Iterator[tuple[Decision, Decision]]:
    """Yield each (old, new) of which one note says so, where the statuses of both let it be."""
    pairs: dict[tuple[str, str], tuple[Decision, Decision]] = {}
    for one in found.decisions:
        for new in succession.meant(one, one.superseded_by, names):
            pairs[one.path, new.path] = (one, new)
        for old in succession.meant(one, one.supersedes, names):
            pairs[old.path, one.path] = (old, one)
    for (old_path, new_path), (old, new) in pairs.items():
        took_effect = new.force == IN_FORCE or new.status == SUPERSEDED
        if old.status == SUPERSEDED and took_effect and old_path != new_path and (new_path, old_path) not in pairs:
            yield old, new


def _says(one: Decision, said: tuple[str, ...], other: Decision, names: Names[Decision]) -> bool:
    return any(meant.path == other.path for meant in succession.meant(one, said, names))


def _other(one: Decision) -> Other:
    return restate.Other(one.id, one.title, one.path)


def _edited(pen: Pen, notes: Mapping[str, Restated], table: Mapping[str, str]) -> tuple[list[Completed], list[Edit]]:
    told, edits = [], []
    for path, wanted in notes.items():
        data = pen.read(path, LARGEST)
        try:
            after = restate.restate(path, data, wanted, table)
        except restate.SpliceError as error:
            told.append(Completed(path, 0, (error.problem.replace(severity=WARNING),)))
            continue
        if after != data:
            told.append(Completed(path, len(wanted.supersedes) + len(wanted.superseded_by)))
            edits.append(Edit(path, data, after))
    return told, edits
