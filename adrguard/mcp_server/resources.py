"""Decisions as resources: `adr://ADR-008` is the note of that decision, as it is now."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from adrguard.model.errors import NotARepositoryError, UsageError
from adrguard.model.record import Record
from adrguard.report.json import text as sayable

if TYPE_CHECKING:
    from adrguard.mcp_server.tool import Desk

SCHEME = "adr://"
TEMPLATE = "adr://{id}"
MARKDOWN = "text/markdown"
_LONGEST = 4096


class Resource(Record):
    """One decision: its address, its name, its title, and where it stands."""

    uri: str
    name: str
    title: str
    description: str


def uri_of(name: str) -> str:
    """Return the address of a decision that goes by this id or path."""
    return SCHEME + quote(name, safe="")


def listed(desk: Desk) -> tuple[Resource, ...]:
    """Return every decision in the order of their notes: none where there is neither a repository nor a decision."""
    from adrguard.usecases.decisions.list_decisions import decisions
    from adrguard.usecases.served_places import place

    try:
        found = decisions(place(desk.places), vault=desk.vault).rows
    except NotARepositoryError:
        return ()
    ids = Counter(row.decision.id.casefold() for row in found)
    return tuple(
        Resource(
            # An id that was given twice means neither.
            uri_of(row.decision.id if ids[row.decision.id.casefold()] == 1 else row.decision.path),
            sayable(row.decision.id),
            sayable(row.decision.title or row.decision.id),
            sayable(f"{row.standing or 'no status'}, {row.rules} rules; {row.decision.path}"),
        )
        for row in found
    )


def read(desk: Desk, uri: str) -> str:
    """Return the note at an address. Raises `AdrguardError` where it means no decision, or none that can be read."""
    from adrguard.usecases.decisions.show_decision import text
    from adrguard.usecases.served_places import place

    if not uri.startswith(SCHEME):
        raise UsageError(f"there is nothing at '{uri[:200]}'", f"decisions are at {TEMPLATE}")
    name = unquote(uri[len(SCHEME) :]).strip("/")
    if not name or "\0" in name or len(name) > _LONGEST:
        raise UsageError("this address names no decision", f"decisions are at {TEMPLATE}")
    found = text(place(desk.places), name, vault=desk.vault)
    return found.data.decode("utf-8", "replace")
