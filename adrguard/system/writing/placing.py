"""Put the notes of a transaction in their places, one after the other, forwards or back."""

from __future__ import annotations

import contextlib
import errno
import os
from typing import TYPE_CHECKING
from zlib import crc32

from adrguard.system import durable, files
from adrguard.system.write_errors import ConflictError, from_system
from adrguard.system.writing import targets
from adrguard.system.writing.journal import parents
from adrguard.system.writing.targets import RefusedError, locate

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from adrguard.system.writing.journal import Edit, Journal
    from adrguard.system.writing.state_folder import StateFolder
    from adrguard.system.writing.targets import Target

CHANGED = "it changed since it was read"


def make_folders(folders: Iterable[str]) -> None:
    """Make these folders, outermost first, where they are not there yet. Raises OSError."""
    for folder in folders:
        with contextlib.suppress(FileExistsError):
            os.mkdir(folder)
            durable.sync_folder(os.path.dirname(folder))


def drop_folders(top: str, made: Sequence[str]) -> None:
    """Delete folders that were made for a transaction, as far as nothing else lies in them by now."""
    for folder in sorted(made, key=len, reverse=True):
        with contextlib.suppress(OSError):
            os.rmdir(os.path.join(top, *folder.split("/")))


def prepare(state: StateFolder, number: int, target: Target, edit: Edit) -> str:
    """Write the bytes that an edit leads to beside the journal, as the note that they will be. Raises OSError."""
    path = state.prepared(number)
    if edit.after is not None:
        durable.write_new(path, edit.after, target.status, edit.mode)
        if target.status is not None:
            durable.copy_attributes(target.real, path)
    return path


def place(target: Target, edit: Edit, prepared: str) -> None:
    """Make a note what the edit says, at one stroke. Raises OSError: FileExistsError for a new one that is there."""
    if edit.after is None:
        files.remove(target.real)
        return
    put = durable.publish if target.status is None else files.replace
    data = edit.after
    try:
        put(prepared, target.real)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        # The note lies on another file system than the journal.
        beside = _beside(target)
        files.remove(beside)
        try:
            durable.write_new(beside, data, target.status, edit.mode)
            put(beside, target.real)
        except BaseException:
            files.remove(beside)
            raise
        files.remove(prepared)


def _beside(target: Target) -> str:
    name = os.path.basename(target.real).encode("utf-8", "surrogateescape")
    return os.path.join(target.folder, f".adrguard-{crc32(name):08x}.tmp")


def place_all(state: StateFolder, journal: Journal, targets: Sequence[Target]) -> None:
    """Put all prepared notes in their places. Raises OSError and `ConflictError`, with some in place and some not."""
    for number, (target, edit) in enumerate(zip(targets, journal.edits, strict=True)):
        if target.content() != edit.before:
            raise ConflictError([(target.path, CHANGED)])
        try:
            place(target, edit, state.prepared(number))
        except FileExistsError as error:
            raise ConflictError([(target.path, CHANGED)]) from error
        except OSError as error:
            raise from_system(error, target.path) from error
    settle(state, journal, targets)


def settle(state: StateFolder, journal: Journal, targets: Iterable[Target]) -> None:
    """Wait until the names of the notes are on the disk, and delete what was made for those that went."""
    durable.sync_folders(target.folder for target in targets)
    if journal.undoes:
        drop_folders(state.top, journal.made)


def restore(state: StateFolder, journal: Journal) -> tuple[str, ...]:
    """Make every note what it was, but for those that somebody else changed meanwhile; return the paths of these.

    Raises OSError and `AdrguardError`, with some notes restored and some not.
    """
    changed = []
    state.sweep()
    for number, edit in enumerate(journal.edits):
        target = locate(state.top, edit.path)
        current = target.content()
        if current == edit.before:
            _drop_beside(target)
        elif current == edit.after:
            back = edit.replace(before=edit.after, after=edit.before)
            place(target, back, prepare(state, number, target, back))
            durable.sync_folders([target.folder])
        else:
            changed.append(edit.path)
    drop_folders(state.top, journal.made)
    return tuple(changed)


def _drop_beside(target: Target) -> None:
    with contextlib.suppress(OSError):
        files.remove(_beside(target))


def redo(state: StateFolder, number: int, target: Target, edit: Edit) -> bool:
    """Bring one edit of an interrupted transaction to its end; False where the note is neither old nor new.

    Raises OSError and `UnreadableError`.
    """
    current = target.content()
    if current == edit.after:
        _drop_beside(target)
        return True
    if current != edit.before:
        return False
    above = [os.path.join(state.top, *folder.split("/")) for folder in parents(edit.path)]
    make_folders(folder for folder in reversed(above) if not os.path.lexists(folder))
    place(target, edit, prepare(state, number, target, edit))
    durable.sync_folders([target.folder])
    return True


def located(top: str, edits: Sequence[Edit], become: Mapping[str, bytes | None] | None = None) -> list[Target]:
    """Find every note and compare it with what its edit says it was; `become` stands in for what is there.

    Raises `RefusedError` and `ConflictError`.
    """
    found: list[Target] = []
    changed: list[tuple[str, str]] = []
    for edit in edits:
        try:
            target = locate(top, edit.path)
            targets.refuse_readonly(target)
            current = become[edit.path] if become and edit.path in become else target.content()
        except OSError as error:
            raise from_system(error, edit.path) from error
        if edit.after is None and targets.is_link(top, edit.path):
            raise RefusedError(edit.path, "it is a link, and only notes are deleted")
        if current != edit.before:
            changed.append((edit.path, _difference(edit.before, current)))
        found.append(target)
    if changed:
        raise ConflictError(changed)
    _refuse_twice(found)
    return found


def _difference(before: bytes | None, current: bytes | None) -> str:
    if before is None:
        return "it is there already"
    return CHANGED if current is not None else "it is gone since it was read"


def _refuse_twice(found: Iterable[Target]) -> None:
    seen: dict[tuple[object, ...], str] = {}
    for target in found:
        other = targets.identity(target)
        if other in seen:
            raise RefusedError(target.path, f"it is the same file as {seen[other]}", "change it once")
        seen[other] = target.path
