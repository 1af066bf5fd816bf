from __future__ import annotations

from fakes.guarding import decide


def test_what_was_taken_back_is_told(ruled, adrguard):
    decide(ruled, number=2)
    adrguard("adr", "supersede", "1", "--by", "2")
    assert adrguard("undo", "--dry-run") == 0
    assert adrguard.out.startswith("would take back: ADR-002 supersedes ADR-001 (")
    assert adrguard.json("undo", "--dry-run")["written"] == ["docs/adr/0001-decision.md", "docs/adr/0002-decision.md"]
    assert adrguard("undo") == 0
    assert adrguard.out.startswith("✅ taken back: ADR-002 supersedes ADR-001 (")
    assert "now in force: ADR-001 Decision" in adrguard.out


def test_the_same_as_json(ruled, adrguard):
    adrguard("adr", "deprecate", "1")
    document = adrguard.json("undo")
    assert (document["what"], document["dry_run"]) == ("deprecate ADR-001", False)


def test_nothing_to_take_back_is_one_message(ruled, adrguard):
    assert adrguard("undo") == 2
    assert adrguard.err.startswith("adrguard: there is nothing to take back\n")
