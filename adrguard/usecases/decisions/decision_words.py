"""A decision's standing in few words, for whoever shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.model.decisions import SHADOW
from adrguard.vault.status import SUPERSEDED, TABLE

if TYPE_CHECKING:
    from adrguard.decisions.links import Links
    from adrguard.model.decisions import Decision

NO_STATUS = "no status"


def standing_of(decision: Decision, links: Links) -> str:
    """Return the status, and what follows from it where the word alone does not tell.

    ``accepted``, ``superseded by ADR-12``, ``accepted: superseded by ADR-12`` (its own note does not say so),
    ``no status: in force``, ``rough idea: in force`` (a word that no table knows).
    """
    status = decision.status or NO_STATUS
    if decision.why:
        own = decision.status == SUPERSEDED and decision.why.startswith("superseded by")
        return decision.why if own else f"{status}: {decision.why}"
    if decision.status == SUPERSEDED:
        by = links.superseded_by.get(decision.path, [])
        by = [one for one in by if one.force != SHADOW] or by  # a proposal takes nobody's place yet
        return f"superseded by {', '.join(one.id for one in by)}" if by else SUPERSEDED
    return status if TABLE.get(decision.status) == decision.force else f"{status}: {decision.force}"
