"""The life of a decision: which status may follow which, and why another may not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.model.decisions import IN_FORCE, NOT_IN_FORCE, SHADOW
from adrguard.model.record import Record
from adrguard.vault.status import SUPERSEDED, TABLE

if TYPE_CHECKING:
    from collections.abc import Mapping

ACCEPT, REJECT, DEPRECATE, SUPERSEDE = "accept", "reject", "deprecate", "supersede"
DEPRECATED = "deprecated"


class Move(Record):
    """What a command makes of a decision.

    `status` is the word that it writes; `forces` are the forces from which it leads (what a status means for the guard:
    words of the configuration move like the built-in ones); `words` are further statuses from which it leads.
    """

    verb: str
    status: str
    forces: tuple[str, ...]
    words: tuple[str, ...] = ()


MOVES = {
    ACCEPT: Move(ACCEPT, "accepted", (SHADOW,), ("",)),
    REJECT: Move(REJECT, "rejected", (SHADOW,)),
    DEPRECATE: Move(DEPRECATE, DEPRECATED, (IN_FORCE,)),
    SUPERSEDE: Move(SUPERSEDE, SUPERSEDED, (IN_FORCE,), (DEPRECATED,)),
}
"""Every move there is. A decision that has no status counts as in force, and may be accepted, too."""

_WHY = {
    (ACCEPT, IN_FORCE): "it is in force already",
    (
        ACCEPT,
        NOT_IN_FORCE,
    ): "what was once decided against or replaced stays on record; write a new decision that says why it returns",
    (REJECT, IN_FORCE): "it is in force: deprecate it, or let another decision supersede it",
    (REJECT, NOT_IN_FORCE): "it is not in force",
    (DEPRECATE, SHADOW): "it never was in force: reject it",
    (DEPRECATE, NOT_IN_FORCE): "it is not in force",
    (SUPERSEDE, SHADOW): "it never was in force, and what it would have replaced still is: reject it",
    (SUPERSEDE, NOT_IN_FORCE): "it is not in force, so there is nothing to replace",
}


def refusal(verb: str, status: str, table: Mapping[str, str] = TABLE) -> str:
    """Return why a decision of this status (the table's word, "" for none) cannot be moved so; "" when it can.

    An unknown word has to be mended first, as nobody can tell what it was meant to say.
    """
    move = MOVES[verb]
    if status in move.words:
        return ""
    if status and status not in table:
        return "nobody can tell what that status means; mend it first (`adrguard lint` says how)"
    force = table[status] if status else IN_FORCE
    return "" if force in move.forces else _WHY[verb, force]
