"""Whoever brings an interrupted change of notes to its end says so, in text as well."""

from __future__ import annotations

import pytest
from fakes.interrupting import interrupt

READS = (
    ("adr", "list"),
    ("adr", "show", "1"),
    ("adr", "show", "1", "--text"),
    ("adr", "graph"),
    ("adr", "for", "src/keep.py"),
    ("adr", "for", "src/keep.py", "--at", "HEAD"),
    ("test",),
    ("rules",),
    ("lint",),
    ("check",),
)
READERS = pytest.mark.parametrize("words", [pytest.param(words, id=" ".join(words)) for words in READS])
EACH = pytest.mark.parametrize(
    "words", [pytest.param(words, id=" ".join(words)) for words in (*READS, ("adr", "reject", "99"))]
)


@EACH
def test_an_end_that_was_brought_about_is_told_once(ruled, adrguard, words) -> None:
    interrupt(ruled)
    adrguard(*words)
    assert "an interrupted change was brought to its end: deprecate ADR-001" in adrguard.out + adrguard.err
    adrguard(*words)
    assert "interrupted" not in adrguard.out + adrguard.err


@EACH
def test_so_are_conflicts_and_journals_put_aside(ruled, adrguard, words) -> None:
    interrupt(ruled)
    note = ruled.root / "docs/adr/0001-decision.md"
    note.write_bytes(note.read_bytes() + b"\nA word more.\n")
    adrguard(*words)
    assert "docs/adr/0001-decision.md was changed meanwhile" in adrguard.out + adrguard.err
    ruled.write(".adrguard/state/journal", b"nonsense")
    adrguard(*words)
    assert "a journal was put aside as " in adrguard.out + adrguard.err


@READERS
def test_an_end_that_cannot_be_brought_about_is_told_each_time(ruled, adrguard, words) -> None:
    interrupt(ruled)
    lock = ruled.root / ".adrguard/state/lock"
    lock.mkdir()
    for _ in range(2):
        adrguard(*words)
        said = adrguard.out + adrguard.err
        assert "an interrupted change cannot be brought to its end (deprecate ADR-001)" in said
