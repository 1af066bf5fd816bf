"""List the decisions: where each stands, what of it is enforced, and when it last found something."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

from adrguard.model.decisions import IN_FORCE, NOT_IN_FORCE, SHADOW
from adrguard.model.errors import CLEAN, WRONG, UsageError
from adrguard.model.record import Record
from adrguard.usecases.decisions.decision_words import standing_of
from adrguard.usecases.standing import stand
from adrguard.vault.status import SUPERSEDED, table_with

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from adrguard.decisions.hits import Hit
    from adrguard.model.decisions import Decision, DecisionSet
    from adrguard.usecases.standing import Standing

NO_STATUS = "none"
_FORCES = {"in-force": IN_FORCE, "shadow": SHADOW, "not-in-force": NOT_IN_FORCE}
_SPELLINGS = {"superceded": SUPERSEDED}


class Row(Record):
    """One decision: where it stands in words, how many rules it enforces, and the last hit of any of them."""

    decision: Decision
    standing: str
    rules: int
    hit: Hit | None


class Listed(Record):
    """The decisions asked for, of all that there are."""

    rows: tuple[Row, ...]
    all: Standing

    @property
    def exit_code(self) -> int:
        """2 when mistakes hide decisions or rules from the list."""
        return WRONG if self.all.errors else CLEAN


def decisions(start: str, statuses: Sequence[str] = (), at: str = "", vault: str = "") -> Listed:
    """Return the decisions in the order of their notes; with `statuses` those of which one of these words is true.

    A word is a status, ``none``, or what follows from it: ``in-force``, ``shadow``, ``not-in-force``. `at`
    and `vault` are those of `stand`. Raises `UsageError` for a word that no decision can have.
    """
    standing = stand(start, at, vault)
    wanted = [_known(word, standing.found) for word in statuses]
    counts: dict[str, int] = {}
    for rule in standing.found.rules:
        counts[rule.note] = counts.get(rule.note, 0) + 1
    rows = [
        Row(one, standing_of(one, standing.links), counts.get(one.path, 0), standing.hits.of(one))
        for one in standing.found.decisions
        if not wanted or not _words_of(one).isdisjoint(wanted)
    ]
    return Listed(tuple(rows), standing)


def _words_of(decision: Decision) -> set[str]:
    words = {decision.status or NO_STATUS, decision.force}
    # What another note has replaced is superseded, whatever its own still says.
    return words | ({SUPERSEDED} if decision.why.startswith("superseded by") else set())


def _known(word: str, found: DecisionSet) -> str:
    said = " ".join(word.casefold().split())
    said = _FORCES.get(said.replace(" ", "-"), _SPELLINGS.get(said, said))
    known: Iterable[str] = {*table_with(found.settings.statuses), *(one.status for one in found.decisions)}
    if said in known or said == NO_STATUS or said in _FORCES.values():
        return said
    choices = sorted({*known, NO_STATUS, *_FORCES} - {"", *_SPELLINGS})
    near = get_close_matches(said, choices, n=1)
    hint = f"did you mean '{near[0]}'?" if near else f"one of {', '.join(choices)}"
    raise UsageError(f"no decision has the status '{word}'", hint)
