"""What the tests of K-DSL share: an invariant written as in a note, and what becomes of it."""

from __future__ import annotations

import pytest

from adrguard.kdsl.compile import NoteFacts, compile_note
from adrguard.model.invariants import ITEM, Fenced, InvariantText, SubItem

NOTE = NoteFacts("ADR-008", "docs/adr/0008-queries.md")
LINE, COLUMN = 10, 3


def item(text, *clauses, origin=ITEM, rows=1, fences=()):
    """An invariant in line 10, its nested items in the lines below."""
    nested = tuple(SubItem(one, LINE + 1 + index, COLUMN + 2) for index, one in enumerate(clauses))
    return InvariantText(text, LINE, COLUMN, origin, rows, nested, tuple(Fenced(*one) for one in fences))


@pytest.fixture
def written():
    """Make the candidate that a note with this invariant holds."""
    return item


@pytest.fixture
def compiled():
    """Compile one invariant with its nested items."""

    def run(text, *clauses, **how):
        return compile_note([item(text, *clauses, **how)], NOTE)

    return run


@pytest.fixture
def rule(compiled):
    """Give the rule of one invariant, which must be without a mistake."""

    def run(text, *clauses, **how):
        found = compiled(text, *clauses, **how)
        assert found.problems == ()
        assert found.prose == ()
        (only,) = found.rules
        return only

    return run


@pytest.fixture
def refused(compiled):
    """Give the problems of an invariant that must not become a rule."""

    def run(text, *clauses, **how):
        found = compiled(text, *clauses, **how)
        assert found.rules == ()
        assert any(problem.severity == "error" for problem in found.problems)
        for problem in found.problems:
            assert problem.hint
            assert problem.code
            assert problem.path == NOTE.path
            assert 1 <= problem.column <= len(problem.excerpt) + 1
        return found.problems

    return run


def column_at(text, sign, start=0):
    """The column in the note of a sign within an item's text."""
    return COLUMN + text.index(sign, start)
