from __future__ import annotations

from fakes.guarding import decide
from fakes.interrupting import everything, interrupt


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


def test_a_dry_run_promises_nothing_that_is_refused(ruled, adrguard):
    adrguard("adr", "deprecate", "1")
    note = ruled.root / "docs/adr/0001-decision.md"
    note.write_bytes(note.read_bytes() + b"\nA word more.\n")
    assert adrguard("undo", "--dry-run") == 2
    said = adrguard.err
    assert "docs/adr/0001-decision.md: it changed since; nothing was taken back" in said
    assert adrguard("undo") == 2
    assert adrguard.err == said


def test_a_damaged_record_is_told_alike_by_all(ruled, adrguard):
    adrguard("adr", "deprecate", "1")
    state = ruled.root / ".adrguard/state"
    (state / "done-2").write_bytes(b"x")
    for words in (("undo", "--dry-run"), ("undo",), ("doctor",)):
        adrguard(*words)
        assert (
            "done-2: it is cut, changed, or of another version, so the last change cannot"
            in adrguard.out + adrguard.err
        )
    (state / "done-1").unlink()
    assert adrguard("undo", "--dry-run") == adrguard("undo") == 2
    assert "done-2" in adrguard.err


def test_a_dry_run_brings_nothing_to_its_end(ruled, adrguard):
    interrupt(ruled)
    before = everything(ruled)
    assert adrguard("undo", "--dry-run") == 0
    assert "would take back: deprecate ADR-001" in adrguard.out
    assert "first an interrupted change would be brought to its end: deprecate ADR-001" in adrguard.out
    assert everything(ruled) == before
    assert adrguard.json("undo", "--dry-run")["recovered"].startswith("first an interrupted change would be")
    assert adrguard("undo") == 0


def test_a_command_that_fails_tells_what_it_brought_to_its_end(ruled, adrguard):
    interrupt(ruled)
    note = ruled.root / "docs/adr/0001-decision.md"
    note.write_bytes(note.read_bytes() + b"\nA word more.\n")
    assert adrguard("undo") == 2
    assert "an interrupted change was brought to its end: deprecate ADR-001" in adrguard.err
    assert "0001-decision.md.conflict" in adrguard.err
    assert "it changed since; nothing was taken back" in adrguard.err
    assert adrguard("adr", "accept", "99") == 2
    assert "interrupted" not in adrguard.err
