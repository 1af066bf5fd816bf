"""Accept, reject or deprecate a decision. Accepting one ends, in the same breath, what it says it supersedes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.decisions import succession
from adrguard.model.decisions import IN_FORCE, NOT_IN_FORCE
from adrguard.model.record import Record
from adrguard.system import clock
from adrguard.system.writing.transaction import Edit
from adrguard.usecases.decisions.supersede import Effect, compared, plan
from adrguard.usecases.vault_at_hand import at_hand
from adrguard.vault import writer
from adrguard.vault.lifecycle import ACCEPT, DEPRECATED, MOVES
from adrguard.vault.note import LARGEST
from adrguard.vault.restating import restate
from adrguard.vault.status import table_with

if TYPE_CHECKING:
    from collections.abc import Mapping

    from adrguard.model.decisions import Decision, DecisionSet


class Moved(Record):
    """A decision as it is now, the status it had before ("" for none), and what followed; nothing when it had it."""

    decision: Decision
    before: str
    effect: Effect


def move(start: str, verb: str, name: str, today: str = "") -> Moved:
    """Give the decision that `name` means the status that `verb` stands for (see `lifecycle.MOVES`).

    Raises `AdrguardError` where the move is not allowed or a note cannot be edited: then nothing is written.
    """
    vault = at_hand(start)
    paths = [one.path for one in succession.chosen(vault.read().decisions, [name])]
    with writer.opened(vault.repo.root, paths, vault.configured) as pen:
        before = vault.read()
        one = succession.chosen(before.decisions, [name])[0]
        if one.status == MOVES[verb].status and not one.why.startswith("superseded by"):
            return Moved(one, one.status, Effect((), recovered=pen.told))
        why = succession.may_move(verb, one, before)
        succession.refuse([(why, "")] if why else [])
        data = pen.read(one.path, LARGEST)
        table = table_with(before.settings.statuses)
        day = today or clock.today()
        note = restate.restate(one.path, data, restate.Restated(status=MOVES[verb].status, date=day), table)
        edits = [Edit(one.path, data, note)]
        waiting = _waiting(one, before) if verb == ACCEPT else []
        if waiting:
            other = restate.Other(one.id, one.title, one.path)
            accepted = before.replace(
                decisions=tuple(
                    each.replace(status=MOVES[verb].status, force=IN_FORCE) if each.path == one.path else each
                    for each in before.decisions
                )
            )
            made = plan(pen, accepted, other, waiting, note, day)
            edits = [Edit(one.path, data, made.note), *made.edits]
        pen.commit(f"{verb} {one.id}", edits)
        told = pen.told
    after = vault.read()
    moved = next((each for each in after.decisions if each.path == one.path), one)
    return Moved(moved, one.status, compared(before, after, [edit.path for edit in edits], told))


def _waiting(one: Decision, found: DecisionSet) -> list[str]:
    """Return the paths of the decisions that this one says it supersedes and that are not over yet.

    Raises `AdrguardError` where its note names one that is not there: then nobody knows what was to end.
    """
    table = table_with(found.settings.statuses)
    named = succession.chosen(found.decisions, one.supersedes, one.path)
    return [other.path for other in named if not _is_over(other, table)]


def _is_over(other: Decision, table: Mapping[str, str]) -> bool:
    if other.why.startswith("superseded by"):
        return True
    # One whose note cannot be read has no status: it must not be passed over.
    return other.status != DEPRECATED and table.get(other.status) == NOT_IN_FORCE
