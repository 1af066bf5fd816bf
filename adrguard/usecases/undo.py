"""Take the last change of decisions back: every note that it touched becomes what it was, or none does."""

from __future__ import annotations

from adrguard.model.errors import UsageError
from adrguard.model.record import Record
from adrguard.usecases.supersede import Effect, compared
from adrguard.usecases.vault_at_hand import at_hand
from adrguard.vault import writer


class TakenBack(Record):
    """What was taken back, when it had been done (UTC, ISO), and what followed.

    In a dry run nothing followed: `effect` holds only the notes that would change.
    """

    what: str
    when: str
    effect: Effect


def undo(start: str, *, dry_run: bool = False) -> TakenBack:
    """Take back the last change that can be, in the repository or in its vault, whichever was later.

    Raises `AdrguardError` when there is none, or when one of its notes was changed since: then nothing is written.
    """
    vault = at_hand(start)
    root, beyond = vault.repo.root, vault.configured
    found = writer.last(root, beyond)
    if found is None:
        raise UsageError("there is nothing to take back", "only what adrguard wrote itself can be taken back")
    if dry_run:
        return TakenBack(found.what, found.when, Effect(found.paths))
    before = vault.read()
    with writer.opened(root, found.paths, beyond) as pen:
        done = pen.undo()
        told = pen.told
    effect = compared(before, vault.read(), done.paths, told)
    return TakenBack(done.what, done.when, effect)
