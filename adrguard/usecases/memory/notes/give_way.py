"""What gives way to a note that is being written: decisions, as any supersession has it, and other notes likewise."""

from __future__ import annotations

from typing import Protocol

from adrguard.decisions import succession
from adrguard.decisions.naming import Names
from adrguard.model.decisions import IN_FORCE, NOT_IN_FORCE, SHADOW
from adrguard.model.record import Record
from adrguard.system.writing.transaction import Edit
from adrguard.usecases.decisions import supersede
from adrguard.vault import status
from adrguard.vault.dialects import describe
from adrguard.vault.linking.pointing import Other
from adrguard.vault.note import LARGEST, parse
from adrguard.vault.restating import restate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from adrguard.memory.notes.related import Shelf
    from adrguard.model.decisions import DecisionSet


class Reads(Protocol):
    """Reads notes by their paths as decisions have them."""

    def read(self, path: str, limit: int = ...) -> bytes:
        """Return the bytes of a note. Raises `AdrguardError`."""


class Ground(Record):
    """What stands: notes, as `pen` reads them, the decisions among them, and what they are called; and the day."""

    pen: Reads
    decisions: DecisionSet
    shelf: Shelf
    today: str


class New(Record):
    """The note that is being written. `id` is "" unless it is a decision, whose `force` then counts."""

    id: str
    title: str
    path: str
    data: bytes
    force: str = IN_FORCE


class Ended(Record):
    """A note that gives way; `id` is "" for one that is no decision."""

    id: str
    title: str
    path: str


class Way(Record):
    """The edits of the notes that give way, what these are, and the new note with its links to them."""

    edits: tuple[Edit, ...]
    ended: tuple[Ended, ...]
    note: bytes
    remarks: tuple[str, ...] = ()


def giving_way(ground: Ground, new: New, names: Iterable[str]) -> Way:
    """Work out how the named notes give way to the new one.

    Raises `AdrguardError` where a name means no note or several, or one that may not be superseded, or that cannot be
    edited: all of them in one message.
    """
    said = tuple(dict.fromkeys(names))
    if not said:
        return Way((), (), new.data)
    decided, others = _sorted(ground, new, said)
    way = _decisions(ground, new, decided) if decided else Way((), (), new.data)
    return _others(ground, new, others, way) if others else way


def _sorted(ground: Ground, new: New, said: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the names of decisions, and the paths of other notes. What means nothing is left to the decisions."""
    names = Names(ground.decisions.decisions)
    decided: list[str] = []
    others: list[str] = []
    wrong: list[tuple[str, str]] = []
    for name in said:
        found = names.find(name)
        notes = ground.shelf.find(name) if not found else ()
        # By the words of its title, which `Names` does not know, a decision is one all the same.
        found = found or [ground.shelf.decisions[path] for path in notes if path in ground.shelf.decisions]
        if found and not new.id:
            hint = "write a decision (--category decision), or leave --supersedes out"
            wrong.append((f"{found[0].id} is a decision, and only a decision can take its place", hint))
        elif len(notes) > 1:
            wrong.append((f"'{name}' can mean several notes: {', '.join(notes[:5])}", "name it by its path"))
        elif notes and not found:
            others.append(notes[0])
        elif not found and not new.id:
            wrong.append((f"there is no note '{name}'", "name it by its file name or path"))
        else:
            decided.append(notes[0] if notes else name)
    succession.refuse(wrong)
    return decided, list(dict.fromkeys(others))


def _decisions(ground: Ground, new: New, names: Sequence[str]) -> Way:
    found, other = ground.decisions, Other(new.id, new.title, new.path)
    if new.force == NOT_IN_FORCE:
        hint = "give it a status in force, such as accepted, or leave --supersedes out"
        succession.refuse([(f"{new.id} would not be in force, so it can take no other's place", hint)])
    if new.force == SHADOW:
        olds = succession.chosen(found.decisions, names)
        succession.refuse(succession.obstacles(olds, other, found, standing=None))
        note = supersede.linked(new.data, other, olds, None, found)
        told = f"{new.id} is only proposed: {', '.join(one.id for one in olds)} will give way when it is accepted"
        return Way((), (), note, (f"{told} (`adrguard adr accept {new.id}`)",))
    plan = supersede.plan(ground.pen, found, other, names, new.data, ground.today)
    return Way(plan.edits, tuple(Ended(one.id, one.title, one.path) for one in plan.ended), plan.note)


def _others(ground: Ground, new: New, paths: Sequence[str], way: Way) -> Way:
    table = status.table_with(ground.decisions.settings.statuses)
    other = Other(new.id, new.title, new.path)
    edits: list[Edit] = []
    ended: list[Other] = []
    wrong: list[tuple[str, str]] = []
    for path in paths:
        data = ground.pen.read(path, LARGEST)
        described = describe(parse(path, data))
        judged = status.judge([one.text for one in described.status], table)
        if judged.word == status.SUPERSEDED:
            wrong.append((f"{path} cannot be superseded, as it is already", "name the note that took its place"))
            continue
        try:
            wanted = restate.Restated(status=status.SUPERSEDED, superseded_by=(other,), date=ground.today)
            edits.append(Edit(path, data, restate.restate(path, data, wanted, table)))
        except restate.SpliceError as error:
            wrong.append((error.message, error.hint) if described.status else _without_status(path))
            continue
        ended.append(Other("", described.title, path))
    succession.refuse(wrong)
    note = restate.restate(new.path, way.note, restate.Restated(supersedes=tuple(ended)), table)
    told = tuple(Ended(one.id, one.title, one.path) for one in ended)
    return way.replace(edits=(*way.edits, *edits), ended=(*way.ended, *told), note=note)


def _without_status(path: str) -> tuple[str, str]:
    message = f"{path} has no status, so it has no place to say that something else counts now"
    return message, "give it one (a line 'Status: accepted' below its title), or name it by --related instead"
