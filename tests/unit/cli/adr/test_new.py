from __future__ import annotations

import json

import pytest

NOTE = "# 1. Say it\n\nDate: 2026-01-02\n\n## Status\n\nAccepted\n"


@pytest.fixture
def decided(repo):
    repo.write("docs/adr/0001-say-it.md", NOTE)
    repo.commit("decide")
    return repo


def test_it_says_what_was_written_and_where(adrguard, decided):
    assert adrguard("adr", "new", "Use", "events") == 0
    assert adrguard.out.splitlines() == ["✅ ADR-0002 Use events (proposed)", "  docs/adr/0002-use-events.md"]
    assert (decided.root / "docs/adr/0002-use-events.md").exists()
    assert adrguard("lint") == 0


def test_a_proposed_one_says_what_still_stands(adrguard, decided):
    assert adrguard("adr", "new", "Use events", "--supersedes", "ADR-0001") == 0
    assert "ADR-0001 stays until this is accepted: adrguard adr accept ADR-0002" in adrguard.out


def test_an_accepted_one_says_what_ended(adrguard, decided):
    assert adrguard("adr", "new", "Use events", "--supersedes", "1", "--status", "accepted") == 0
    assert "no longer in force: ADR-0001 Say it" in adrguard.out


def test_a_program_gets_all_of_it(adrguard, decided):
    assert adrguard("adr", "new", "Use events", "--supersedes", "1", "--format", "json") == 0
    document = json.loads(adrguard.out)
    assert document["command"] == "adr new"
    assert {key: document[key] for key in ("path", "id", "number", "title", "status", "template")} == {
        "path": "docs/adr/0002-use-events.md",
        "id": "ADR-0002",
        "number": 2,
        "title": "Use events",
        "status": "proposed",
        "template": "",
    }
    assert [one["id"] for one in document["supersedes"]] == ["ADR-0001"]
    assert document["written"] == ["docs/adr/0002-use-events.md"]


def test_a_folder_may_be_named(adrguard, decided):
    assert adrguard("adr", "new", "Use events", "--folder", "docs/decisions") == 0
    assert (decided.root / "docs/decisions/0002-use-events.md").exists()
    assert adrguard("adr", "new", "Use events", "--folder", "elsewhere") == 2
    assert "would not be read" in adrguard.err


def test_mistakes_are_told_and_nothing_is_written(adrguard, decided):
    assert adrguard("adr", "new", "Use events", "--supersedes", "ADR-0099") == 2
    assert "there is no decision 'ADR-0099'" in adrguard.err
    assert adrguard("adr", "new", "Use events", "--status", "aproved") == 2
    assert "no status" in adrguard.err
    assert [path.name for path in (decided.root / "docs/adr").iterdir()] == ["0001-say-it.md"]
