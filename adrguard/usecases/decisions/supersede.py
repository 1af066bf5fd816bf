"""Let one decision take the place of others: their notes and its own change together, or none does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from adrguard.decisions import succession
from adrguard.decisions.naming import Names
from adrguard.model.decisions import IN_FORCE
from adrguard.model.record import Record
from adrguard.system import clock
from adrguard.system.writing.transaction import Edit
from adrguard.usecases.vault_at_hand import at_hand
from adrguard.vault import writer
from adrguard.vault.note import LARGEST
from adrguard.vault.restating import restate
from adrguard.vault.status import SUPERSEDED, table_with

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from adrguard.model.decisions import Decision, DecisionSet
    from adrguard.model.rules import Rule


class Reads(Protocol):
    """Reads notes by their paths as decisions have them."""

    def read(self, path: str, limit: int = ...) -> bytes:
        """Return the bytes of a note. Raises `AdrguardError`."""


class Plan(Record):
    """What a supersession comes to before anything is written.

    `edits` are those of the old notes, `ended` the decisions that give way, `note` the new decision's note with its
    links to them.
    """

    edits: tuple[Edit, ...]
    ended: tuple[Decision, ...]
    note: bytes


class Effect(Record):
    """What a change of statuses did.

    `written` are the paths of the notes that changed. `ended` are the decisions that bound before and do not now, with
    the reason in `Decision.why` or its status; `begun` the other way round; `rules_ended` and `rules_begun` what that
    means for the guard. `recovered` says what an interrupted change was brought to its end first ("": none).
    """

    written: tuple[str, ...]
    ended: tuple[Decision, ...] = ()
    begun: tuple[Decision, ...] = ()
    rules_ended: tuple[Rule, ...] = ()
    rules_begun: tuple[Rule, ...] = ()
    recovered: str = ""


class Superseded(Record):
    """A supersession: the decision that took the others' place, and what followed."""

    by: Decision
    olds: tuple[Decision, ...]
    effect: Effect


def supersede(start: str, olds: Sequence[str], by: str, today: str = "") -> Superseded:
    """Let the decision `by` supersede the decisions `olds`, each named in any way that names one.

    Where a link is missing to what stands already it is added. Raises `AdrguardError` where a name means none or
    several, the move is not allowed, or a note cannot be edited: then nothing is written.
    """
    vault = at_hand(start)
    before = vault.read()
    paths = [one.path for one in succession.chosen(before.decisions, [by, *olds])]
    with writer.opened(vault.repo.root, paths, vault.configured) as pen:
        # Another may have written between the first look and the lock.
        before = vault.read()
        new = succession.chosen(before.decisions, [by])[0]
        data = pen.read(new.path, LARGEST)
        made = plan(pen, before, restate.Other(new.id, new.title, new.path), olds, data, today or clock.today())
        edits = [*made.edits, *([Edit(new.path, data, made.note)] if made.note != data else [])]
        if edits:
            pen.commit(f"{new.id} supersedes {', '.join(one.id for one in made.ended)}", edits)
    after = vault.read()
    effect = compared(before, after, [edit.path for edit in edits], pen.told)
    return Superseded(succession.chosen(after.decisions, [new.path])[0], made.ended, effect)


def plan(pen: Reads, found: DecisionSet, new: restate.Other, said: Iterable[str], note: bytes, today: str) -> Plan:
    """Work out the edits that let `new` supersede the named decisions. `note` is the new note as it stands or will.

    For a decision whose note is only being written `new.path` is where it will lie. Raises `AdrguardError`.
    """
    olds = succession.chosen(found.decisions, said)
    standing = next((one for one in found.decisions if one.path == new.path), None)
    succession.refuse(succession.obstacles(olds, new, found, standing=standing))
    names = Names(found.decisions)
    table = table_with(found.settings.statuses)
    edits, wrong = [], []
    for old in olds:
        data = pen.read(old.path, LARGEST)
        try:
            says = any(one.path == new.path for one in succession.meant(old, old.superseded_by, names))
            after = data if says and old.status == SUPERSEDED else _ended(old, data, new, table, today)
        except restate.SpliceError as error:
            wrong.append((error.message, error.hint))
            continue
        if after != data:
            edits.append(Edit(old.path, data, after))
    try:
        note = linked(note, new, olds, standing, found)
    except restate.SpliceError as error:
        wrong.append((error.message, error.hint))
    succession.refuse(wrong)
    return Plan(tuple(edits), olds, note)


def _ended(old: Decision, data: bytes, new: restate.Other, table: Mapping[str, str], today: str) -> bytes:
    """Return the old note saying that `new` supersedes it."""
    return restate.restate(old.path, data, restate.Restated(status=SUPERSEDED, superseded_by=(new,), date=today), table)


def linked(
    data: bytes, new: restate.Other, olds: Sequence[Decision], standing: Decision | None, found: DecisionSet
) -> bytes:
    """Return the new note with a link to each decision that it supersedes, without repeating those it has."""
    said: set[str] = set()
    if standing is not None:
        said = {one.path for one in succession.meant(standing, standing.supersedes, Names(found.decisions))}
    missing = tuple(restate.Other(one.id, one.title, one.path) for one in olds if one.path not in said)
    table = table_with(found.settings.statuses)
    return restate.restate(new.path, data, restate.Restated(supersedes=missing), table) if missing else data


def compared(before: DecisionSet, after: DecisionSet, written: Iterable[str], recovered: str) -> Effect:
    """Say what a change of notes did to what binds; decisions that only advise do not."""
    names = Names(after.decisions)
    stood = {one.path for one in before.decisions if one.force == IN_FORCE}
    stands = {one.path for one in after.decisions if one.force == IN_FORCE}
    bound = {rule.id: rule for rule in before.rules if not rule.shadow}
    binding = {rule.id: rule for rule in after.rules if not rule.shadow}
    return Effect(
        tuple(written),
        tuple(_with_why(one, names) for one in after.decisions if one.path in stood - stands),
        tuple(one for one in after.decisions if one.path in stands - stood),
        tuple(rule for name, rule in bound.items() if name not in binding),
        tuple(rule for name, rule in binding.items() if name not in bound),
        recovered,
    )


def _with_why(one: Decision, names: Names[Decision]) -> Decision:
    """Return a decision that ended with the reason filled in where its note names its successors."""
    by = succession.meant(one, one.superseded_by, names)
    return one if one.why or not by else one.replace(why=f"superseded by {', '.join(other.id for other in by)}")
