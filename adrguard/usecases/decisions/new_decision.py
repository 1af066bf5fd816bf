"""Write a new decision: in the folder where decisions are, in the dialect they have there, with the next number."""

from __future__ import annotations

import os
import posixpath
import re
import unicodedata
from datetime import datetime
from typing import TYPE_CHECKING

from adrguard.decisions import succession
from adrguard.model.decisions import IN_FORCE
from adrguard.model.errors import UsageError
from adrguard.model.record import Record
from adrguard.system import clock
from adrguard.system.writing.transaction import Edit
from adrguard.usecases.decisions import supersede
from adrguard.usecases.decisions.decision_draft import Asked, drafted
from adrguard.usecases.decisions.decision_home import home
from adrguard.usecases.decisions.unseen import refuse_unseen
from adrguard.usecases.vault_at_hand import at_hand
from adrguard.vault import writer
from adrguard.vault.restating.restate import Other
from adrguard.vault.status import SUPERSEDED, table_with

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adrguard.model.decisions import Decision, DecisionSet
    from adrguard.usecases.decisions.decision_draft import Draft
    from adrguard.usecases.decisions.supersede import Effect
    from adrguard.vault.writer import Pen

PROPOSED = "proposed"
LONGEST_TITLE = 250
_NUMBERED_TITLE = re.compile(
    "^(?P<id>adr[-_ ]?(?P<number>\\d{1,9}))\\s*[:.)\u2013\u2014-]\\s*(?P<rest>\\S.*)$", re.IGNORECASE
)
_UNSEEN = ("Cc", "Cf", "Cs", "Zl", "Zp")


class Created(Record):
    """A decision that was written.

    `number` is 0 where decisions have none; `template` the path of the template that was used, "" for our own.
    `supersedes` are the decisions that it replaces now, or will once it is accepted; `effect` is what followed.
    """

    path: str
    id: str
    number: int
    title: str
    status: str
    date: str
    template: str
    file: str
    supersedes: tuple[Decision, ...]
    effect: Effect


def new(  # noqa: PLR0913 -- what a person can say of a new decision
    start: str, title: str, *, status: str = "", supersedes: Sequence[str] = (), folder: str = "", today: str = ""
) -> Created:
    """Write a new decision, `proposed` unless `status` says otherwise, and return what there is now.

    `supersedes` names decisions that it takes the place of: with a status in force they end in the same transaction,
    otherwise once it is accepted. `folder` is where it goes (relative to `start`) when not to the others, `today` the
    day as ``YYYY-MM-DD``. Raises `AdrguardError`; then nothing is written.
    """
    vault = at_hand(start)
    found = vault.read()
    asked = _asked(found, title, status, tuple(supersedes), today)
    place = home(vault, found, start, folder)
    olds = succession.chosen(found.decisions, asked.supersedes)
    provisional = place.path(posixpath.join(place.folder, "0001.md"))
    with writer.opened(vault.repo.root, [provisional, *(one.path for one in olds)], vault.configured) as pen:
        # Only under the lock does the next number stay the next one.
        found = vault.read()
        note = drafted(vault, found, place, asked)
        refuse_unseen(vault, note.path)
        edits, note = _with_links(pen, found, note, asked)
        ends = f", which supersedes {', '.join(one.id for one in olds)}" if edits else ""
        pen.commit(f"new decision {note.id}{ends}", [*edits, Edit(note.path, None, note.data)])
    after = vault.read()
    written = next((one for one in after.decisions if one.path == note.path), None)
    effect = supersede.compared(found, after, [note.path, *(edit.path for edit in edits)], pen.told)
    return Created(
        path=note.path,
        id=written.id if written else note.id,
        number=note.number,
        title=written.title if written else asked.title,
        status=written.status if written else asked.status,
        date=asked.day,
        template=note.template,
        file=os.path.normpath(os.path.join(vault.repo.root, note.path)),
        supersedes=succession.chosen(found.decisions, asked.supersedes),
        effect=effect,
    )


def _asked(found: DecisionSet, title: str, status: str, supersedes: tuple[str, ...], today: str) -> Asked:
    number, title = titled(title)
    table = table_with(found.settings.statuses)
    word = " ".join(status.split()).lower() or PROPOSED
    if word not in table:
        known = ", ".join(one for one in table if one != SUPERSEDED)
        raise UsageError(f"'{status}' is no status", f"the statuses are: {known}")
    if table[word] == table[SUPERSEDED] and word in (SUPERSEDED, "superceded"):
        hint = "write the one that takes its place, with --supersedes"
        raise UsageError("a new decision cannot be superseded before there is another", hint)
    try:
        day = datetime.fromisoformat(today or clock.today()).strftime("%Y-%m-%d")
    except ValueError as error:
        raise UsageError(f"'{today}' is no day", "write it like 2026-01-31") from error
    return Asked(title, number, word, table[word], supersedes, day)


def titled(title: str) -> tuple[int, str]:
    """Return the number that a title names (``ADR-12: Use events``; 0 for none), and the title without it, tidied up.

    Raises `UsageError` for a title that is empty or too long.
    """
    text = unicodedata.normalize("NFC", title)
    text = "".join(" " if char.isspace() or unicodedata.category(char) in _UNSEEN else char for char in text)
    text = " ".join(text.split())
    match = _NUMBERED_TITLE.match(text)
    number, text = (int(match["number"]), match["rest"]) if match else (0, text)
    if not text:
        raise UsageError("a decision needs a title", "say in a few words what is decided")
    if len(text) > LONGEST_TITLE:
        message = f"the title is too long ({len(text)} characters, limit {LONGEST_TITLE})"
        raise UsageError(message, "say the rest in the note")
    return number, text


def _with_links(pen: Pen, found: DecisionSet, note: Draft, asked: Asked) -> tuple[tuple[Edit, ...], Draft]:
    """Return the edits of the notes that it supersedes, and the note with its links to them."""
    if not asked.supersedes:
        return (), note
    other = Other(note.id, asked.title, note.path)
    if asked.force == IN_FORCE:
        made = supersede.plan(pen, found, other, asked.supersedes, note.data, asked.day)
        return made.edits, note.replace(data=made.note)
    olds = succession.chosen(found.decisions, asked.supersedes)
    succession.refuse(succession.obstacles(olds, other, found, standing=None))
    return (), note.replace(data=supersede.linked(note.data, other, olds, None, found))
