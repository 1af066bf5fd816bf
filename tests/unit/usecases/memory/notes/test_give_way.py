from __future__ import annotations

import pytest

from adrguard.memory.notes.related import Shelf
from adrguard.model.decisions import IN_FORCE, NOT_IN_FORCE, SHADOW
from adrguard.model.errors import AdrguardError
from adrguard.usecases.memory.notes.flush_note import Glance
from adrguard.usecases.memory.notes.give_way import Ground, New, giving_way
from adrguard.usecases.vault_at_hand import at_hand

NOTE = b"---\ntitle: New\nstatus: accepted\n---\n\n# New\n"
CARD = "---\ntitle: Old card\n---\n\n# Old card\n"


@pytest.fixture
def ground(repo) -> Ground:
    repo.write("docs/adr/0001-a.md", "---\nid: ADR-1\nstatus: accepted\n---\n# A\n")
    repo.write("docs/adr/0003-first-try.md", "---\nid: ADR-3\nstatus: accepted\n---\n# First try\n")
    repo.write("cards/old.md", CARD)
    repo.write("cards/bare.md", "# Bare\n")
    repo.write("cards/x/twin.md", CARD)
    repo.write("cards/y/twin.md", CARD)
    here = at_hand(str(repo.root))
    paths = ("cards/old.md", "cards/bare.md", "cards/x/twin.md", "cards/y/twin.md")
    decisions = here.read()
    return Ground(Glance(here), decisions, Shelf(paths, decisions.decisions), "2026-11-30")


def new(identity: str = "ADR-2", force: str = IN_FORCE) -> New:
    return New(identity, "New", "docs/adr/0002-new.md" if identity else "cards/new.md", NOTE, force)


def test_without_a_name_nothing_gives_way(ground) -> None:
    assert giving_way(ground, new(), ()) == ((), (), NOTE, ())


def test_decisions_and_notes_give_way_together(ground) -> None:
    way = giving_way(ground, new(), ("1", "old", "ADR-1"))
    assert [edit.path for edit in way.edits] == ["docs/adr/0001-a.md", "cards/old.md"]
    assert [(one.id, one.path) for one in way.ended] == [("ADR-1", "docs/adr/0001-a.md"), ("", "cards/old.md")]
    assert b"superseded_by: ADR-2\n" in (way.edits[0].after or b"")
    assert b"status: superseded\n" in (way.edits[1].after or b"")
    assert b"supersedes:" in way.note


def test_a_decision_that_is_named_by_its_words_is_still_one(ground) -> None:
    way = giving_way(ground, new(), ("first-try",))
    assert [one.id for one in way.ended] == ["ADR-3"]


def test_a_proposed_one_only_says_so(ground) -> None:
    way = giving_way(ground, new(force=SHADOW), ("1",))
    assert (way.edits, way.ended) == ((), ())
    assert b"supersedes: ADR-1\n" in way.note
    assert "adr accept ADR-2" in way.remarks[0]


@pytest.mark.parametrize(
    ("note", "names", "message"),
    [
        pytest.param(new(), ("nothing",), "there is no decision 'nothing'", id="missing"),
        pytest.param(new(""), ("nothing",), "there is no note 'nothing'", id="missing note"),
        pytest.param(new(), ("twin",), "'twin' can mean several notes", id="ambiguous"),
        pytest.param(new(""), ("1",), "only a decision can take its place", id="a card over a decision"),
        pytest.param(new(), ("bare",), "has no status", id="nowhere to say it"),
        pytest.param(new(force=NOT_IN_FORCE), ("1",), "would not be in force", id="not in force itself"),
        pytest.param(new(""), ("twin", "nothing"), "for 2 reasons", id="all at once"),
    ],
)
def test_what_cannot_give_way_is_told(ground, note, names, message) -> None:
    with pytest.raises(AdrguardError) as caught:
        giving_way(ground, note, names)
    assert message in f"{caught.value.message}\n{caught.value.hint}"
