"""The words that state a status in English, and what each means for a guard."""

from __future__ import annotations

from adrguard.model.decisions import IN_FORCE, NOT_IN_FORCE, SHADOW

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

TABLE = {
    "accepted": IN_FORCE,
    "active": IN_FORCE,
    "approved": IN_FORCE,
    "adopted": IN_FORCE,
    "implemented": IN_FORCE,
    "proposed": SHADOW,
    "draft": SHADOW,
    "trial": SHADOW,
    "superseded": NOT_IN_FORCE,
    "superceded": NOT_IN_FORCE,
    "deprecated": NOT_IN_FORCE,
    "rejected": NOT_IN_FORCE,
    "withdrawn": NOT_IN_FORCE,
    "obsolete": NOT_IN_FORCE,
}
"""What each word means for a guard; the configuration's `statuses` may add to it."""

SUPERSEDED = "superseded"

SYNONYMS = {
    "agreed": "accepted",
    "decided": "accepted",
    "ratified": "approved",
    "in discussion": "proposed",
    "in review": "proposed",
    "open": "proposed",
    "pending": "proposed",
    "pending review": "proposed",
    "review": "proposed",
    "under discussion": "proposed",
    "under review": "proposed",
    "in progress": "draft",
    "in-progress": "draft",
    "wip": "draft",
    "work in progress": "draft",
    "experimental": "trial",
    "declined": "rejected",
    "abandoned": "withdrawn",
    "canceled": "withdrawn",
    "cancelled": "withdrawn",
    "reverted": "withdrawn",
    "retired": "obsolete",
}
"""What people write in the place of a word of the table. Words that may mean one or the other are not here."""


def table_with(extra: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return the table with the words of the configuration added (they win)."""
    return {**TABLE, **{word.lower(): force for word, force in extra}}


def one_spelling(word: str) -> str:
    """Return the table's own spelling of a word that it knows in two."""
    return SUPERSEDED if word == "superceded" else word
