"""A status and links in frontmatter: keys of a vault's note, or the one line of MADR 3 and 4."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from adrguard.vault.head.splice import Add, Change, Put, splice
from adrguard.vault.head.values import Scalar, scalars
from adrguard.vault.linking.pointing import by_id, in_value
from adrguard.vault.restating import restate_links
from adrguard.vault.restating.status_line import cased, superseded
from adrguard.vault.status import SUPERSEDED

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from adrguard.vault.head.edits import Written
    from adrguard.vault.head.frontmatter import Frontmatter
    from adrguard.vault.note import Note
    from adrguard.vault.restating.restate import Restated

_PEOPLE = frozenset(("deciders", "decision_makers", "consulted", "informed"))
_MADR = frozenset(("status", "date", "parent", "nav_order", "layout", *_PEOPLE))
_CAMEL = re.compile(r"[a-z]+[A-Z]")
_ENDED = ("superseded_on", "supersededon", "superseded_at", "superseded_date", "date_superseded", "superseded")


def restated(written: Written, note: Note, wanted: Restated, table: Mapping[str, str]) -> bytes:
    """Return the note with the keys of its frontmatter set."""
    if not _is_madr(note.frontmatter):
        return splice(note.path, written.edited(()), _keys(note, wanted))
    # The body first: what stands in it is known by offsets, a key is found by its name.
    data = written.edited(restate_links.edits(written, note, wanted.supersedes))
    return splice(note.path, data, _madr_keys(note, wanted, table))


def _is_madr(head: Frontmatter) -> bool:
    """Say whether the one status line of MADR says what supersedes the note."""
    keys = set(head.entries)
    if keys & {"id", "superseded_by", "supersedes", "superceded_by", "supercedes"}:
        return False
    return bool(keys & _PEOPLE) or keys == {"status", "date"} or ("nav_order" in keys and keys <= {*_MADR, "title"})


def _madr_keys(note: Note, wanted: Restated, table: Mapping[str, str]) -> dict[str, Change]:
    old = note.frontmatter.text("status")
    changes: dict[str, Change] = {}
    if wanted.superseded_by:
        changes["status"] = Put(superseded(old, [by_id(note, other) for other in wanted.superseded_by], table))
    elif wanted.status:
        changes["status"] = Put(cased(wanted.status, old))
    # By MADR's own words the date is that of the last update of the decision.
    if changes and wanted.date and ("date" in note.frontmatter.entries or wanted.superseded_by):
        changes["date"] = Put(wanted.date)
    return changes


def _keys(note: Note, wanted: Restated) -> dict[str, Change]:
    head = note.frontmatter
    changes: dict[str, Change] = {}
    if wanted.status:
        changes["status"] = Put(cased(wanted.status, head.text("status")))
    links = (
        (("superseded_by", "superceded_by", "supersededby"), wanted.superseded_by),
        (("supersedes", "supercedes"), wanted.supersedes),
    )
    for names, others in links:
        if others:
            changes[_key(head, names)] = _pointed(head, names, [in_value(note, other) for other in others])
    if wanted.status == SUPERSEDED and wanted.date:
        changes[_key(head, _ENDED)] = Put(wanted.date)
    return changes


def _key(head: Frontmatter, names: Sequence[str]) -> str:
    """Return the first of these keys that is there, else the first in the way in which the note spells its keys."""
    keys = [key.text for key in head.keys.values()]
    known = next((name for name in names if name in head.entries), "")
    if known or any("_" in key for key in keys):
        return known or names[0]
    first, *more = names[0].split("_")
    if any(_CAMEL.match(key) for key in keys):
        return first + "".join(one.capitalize() for one in more)
    return "-".join((first, *more)) if any("-" in key for key in keys) else names[0]


def _pointed(head: Frontmatter, names: Sequence[str], texts: list[str]) -> Change:
    value = head.get(*names)
    if isinstance(value, Scalar) and "," in value.text and "[" not in value.text:
        return Put(", ".join((value.text, *texts)))
    alone = value is None or (isinstance(value, Scalar) and not scalars(value))
    return Put(texts[0]) if alone and len(texts) == 1 else Add(tuple(texts))
