"""Take the last change of decisions back: every note that it touched becomes what it was, or none does."""

from __future__ import annotations

import os

from adrguard.model.errors import UsageError
from adrguard.model.record import Record
from adrguard.system.closed_folders import refuse_closed
from adrguard.system.folders import STATE
from adrguard.system.writing.transaction import NothingDoneError
from adrguard.usecases.decisions.supersede import Effect, compared
from adrguard.usecases.probes.scene import look
from adrguard.usecases.sound_configuration import refuse_unsound
from adrguard.usecases.top_folder import top_of
from adrguard.usecases.vault_at_hand import at_hand, refuse_missing
from adrguard.vault import writer


class TakenBack(Record):
    """What was taken back, when it had been done (UTC, ISO), and what followed.

    In a dry run nothing followed: `effect` holds only the notes that would change, and what would be done first about
    an interrupted change.
    """

    what: str
    when: str
    effect: Effect


def undo(start: str, *, dry_run: bool = False) -> TakenBack:
    """Take back the last change that can be, in the repository or in its vault, whichever was later.

    Raises `AdrguardError` when there is none, or when one of its notes was changed since: then nothing is written.
    With `dry_run` nothing is written in any case, and the same errors are raised.
    """
    return _foreseen(start) if dry_run else _undone(start)


def _foreseen(start: str) -> TakenBack:
    # Reading decisions would bring an interrupted change to its end.
    root = top_of(start).root
    scene = look(start)
    refuse_unsound(scene.problems)
    refuse_missing(root, scene.settings.vault, scene.config_path)
    try:
        found, first = writer.foreseen(root, scene.settings.vault)
    except NothingDoneError as error:
        raise _nothing(root) from error
    return TakenBack(found.what, found.when, Effect(found.paths, recovered=first))


def _undone(start: str) -> TakenBack:
    vault = at_hand(start)
    root, beyond = vault.repo.root, vault.configured
    top = writer.last(root, beyond)
    if not top:
        raise _nothing(root)
    before = vault.read()
    with writer.opened(root, [os.path.join(top, "x.md")], beyond) as pen:
        done = pen.undo()
        told = pen.told
    effect = compared(before, vault.read(), done.paths, told)
    return TakenBack(done.what, done.when, effect)


def _nothing(root: str) -> UsageError:
    refuse_closed(os.path.join(root, *STATE.split("/")))
    return UsageError("there is nothing to take back", "only what adrguard wrote itself can be taken back")
