"""The table of moves: which status may follow which."""

from __future__ import annotations

import pytest

from adrguard.model.decisions import IN_FORCE, NOT_IN_FORCE, SHADOW
from adrguard.vault.lifecycle import ACCEPT, DEPRECATE, MOVES, REJECT, SUPERSEDE, refusal
from adrguard.vault.status import TABLE, table_with

ALLOWED = {
    ACCEPT: {"", "proposed", "draft", "trial"},
    REJECT: {"proposed", "draft", "trial"},
    DEPRECATE: {"", "accepted", "active", "approved", "adopted", "implemented"},
    SUPERSEDE: {"", "accepted", "active", "approved", "adopted", "implemented", "deprecated"},
}


@pytest.mark.parametrize("status", ["", *TABLE])
@pytest.mark.parametrize("verb", MOVES)
def test_a_move_leads_from_the_statuses_of_the_table_only(verb: str, status: str) -> None:
    assert (refusal(verb, status) == "") is (status in ALLOWED[verb])


def test_what_a_move_writes_means_what_it_says() -> None:
    means = {verb: TABLE[move.status] for verb, move in MOVES.items()}
    assert means == {ACCEPT: IN_FORCE, REJECT: NOT_IN_FORCE, DEPRECATE: NOT_IN_FORCE, SUPERSEDE: NOT_IN_FORCE}


def test_words_of_the_configuration_move_by_what_they_mean() -> None:
    table = table_with([("ratified", IN_FORCE), ("under review", SHADOW), ("parked", NOT_IN_FORCE)])
    assert refusal(DEPRECATE, "ratified", table) == ""
    assert refusal(ACCEPT, "under review", table) == ""
    assert "write a new decision" in refusal(ACCEPT, "parked", table)


@pytest.mark.parametrize("verb", MOVES)
def test_an_unknown_word_has_to_be_mended_first(verb: str) -> None:
    assert "adrguard lint" in refusal(verb, "acepted")
