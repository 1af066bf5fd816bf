"""Show one decision: where it stands, what it is linked with, what of it is enforced, and its note."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.decisions import texts
from adrguard.decisions.pick import pick
from adrguard.model.errors import AdrguardError
from adrguard.model.record import Record
from adrguard.usecases.decisions.decision_words import standing_of
from adrguard.usecases.standing import stand
from adrguard.vault.note import parse

if TYPE_CHECKING:
    from adrguard.decisions.hits import Hit
    from adrguard.decisions.links import Unresolved
    from adrguard.model.decisions import Decision
    from adrguard.model.errors import Problem
    from adrguard.model.rules import Rule
    from adrguard.usecases.standing import Standing

_FROM_OUTSIDE = "it is not there any more"


class Linked(Record):
    """The decisions that one is linked with, each way; `unresolved` are names in its note that lead nowhere."""

    supersedes: tuple[Decision, ...]
    superseded_by: tuple[Decision, ...]
    depends_on: tuple[Decision, ...]
    needed_by: tuple[Decision, ...]
    unresolved: tuple[Unresolved, ...]


class Shown(Record):
    """One decision. `unreadable` says why there is no `note`, "" when there is."""

    decision: Decision
    standing: str
    linked: Linked
    rules: tuple[Rule, ...]
    hit: Hit | None
    note: bytes
    unreadable: str
    all: Standing

    @property
    def body(self) -> list[str]:
        """The lines of the note below its frontmatter, without blank ones at either end."""
        parsed = parse(self.decision.path, self.note)
        return "\n".join(parsed.source.lines[parsed.frontmatter.body :]).strip("\n").split("\n")


def show(start: str, name: str, at: str = "", vault: str = "") -> Shown:
    """Return the decision that `name` means, as it is or was at the revision `at`; `vault` stands in.

    Raises `UsageError` when it means none or several.
    """
    standing = stand(start, at, vault)
    links = standing.links
    one = pick(links.names, name, standing.repo.root)
    note = texts.read(standing.repo, standing.place, [one.path]).get(one.path, _FROM_OUTSIDE)
    linked = Linked(
        tuple(links.supersedes.get(one.path, ())),
        tuple(links.superseded_by.get(one.path, ())),
        tuple(links.depends_on.get(one.path, ())),
        tuple(links.needed_by.get(one.path, ())),
        tuple(links.unresolved_of(one)),
    )
    return Shown(
        one,
        standing_of(one, links),
        linked,
        tuple(rule for rule in standing.found.rules if rule.note == one.path),
        standing.hits.of(one),
        note if isinstance(note, bytes) else b"",
        note if isinstance(note, str) else "",
        standing,
    )


class Text(Record):
    """A note byte for byte, and what there is to tell of interrupted changes."""

    data: bytes
    interrupted: tuple[Problem, ...]


def text(start: str, name: str, at: str = "", vault: str = "") -> Text:
    """Return the note of a decision as it is. Raises `AdrguardError` when it cannot be read."""
    found = show(start, name, at, vault)
    if found.unreadable:
        raise AdrguardError(f"{found.decision.path} cannot be read: {found.unreadable}")
    return Text(found.note, found.all.found.interrupted)
