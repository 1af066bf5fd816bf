"""Make the marks of failing examples say what is found: no other byte changes, and what is made is run again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.model.record import Record
from adrguard.system.writing.transaction import Edit
from adrguard.usecases.proving import samples
from adrguard.usecases.proving.differences import rewritten
from adrguard.vault import writer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from adrguard.usecases.proving.prove_notes import Tried, TriedNote
    from adrguard.usecases.proving.samples import TestNote

    Prove = Callable[[TestNote], TriedNote]

_NOT_UTF8 = "the note is not UTF-8"
_OTHERWISE = "with the marks the example is judged otherwise: name the lines behind its language instead, `lines=2`"


class Updated(Record):
    """A note as it is now, and the places of the fences whose example was changed."""

    note: TriedNote
    changed: frozenset[int] = frozenset()


def update(
    root: str, vault: str, tried: Iterable[TriedNote], prove: Prove, write: Callable[..., object] = writer.write
) -> list[Updated]:
    """Change the notes; `prove` runs one again, `write` is the one writer of notes.

    A note that changed since it was read is not written. Raises `AdrguardError` where one cannot be: then none is.
    """
    made = [_made(note, prove) for note in tried]
    edits: dict[str, list[Edit]] = {}
    done = []
    for before, after in made:
        done.append(after)
        old, new = before.test, after.note.test
        if after.changed:
            edits.setdefault(writer.top_of(root, old.path, vault)[0], []).append(Edit(old.path, old.data, new.data))
    for together in edits.values():
        write(root, f"marks of {', '.join(edit.path for edit in together)}", together, vault)
    return done


def _made(note: TriedNote, prove: Prove) -> tuple[TriedNote, Updated]:
    """Return a note, and what it becomes."""
    ready = [one for one in note.tried if one.splices and not one.stuck and not one.passed]
    stuck: dict[int, str] = {}
    while ready:
        data = rewritten(note.test, [splice for one in ready for splice in one.splices])
        if data is None:
            stuck |= {_place(one): _NOT_UTF8 for one in ready}
            break
        after = prove(samples.read(note.test.path, data))
        passed = {_place(one) for one in after.tried if one.passed}
        failed = [one for one in ready if _place(one) not in passed]
        if not failed:
            kept = after.replace(tried=tuple(_with(one, stuck) for one in after.tried))
            return note, Updated(kept, frozenset(map(_place, ready)))
        stuck |= {_place(one): _OTHERWISE for one in failed}
        ready = [one for one in ready if one not in failed]
    return note, Updated(note.replace(tried=tuple(_with(one, stuck) for one in note.tried)))


def _place(one: Tried) -> int:
    # Marks add no lines.
    return one.sample.parts[0].first


def _with(one: Tried, stuck: dict[int, str]) -> Tried:
    return one.replace(stuck=stuck[_place(one)]) if _place(one) in stuck else one
