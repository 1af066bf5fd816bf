from __future__ import annotations

from datetime import datetime

import pytest

from adrguard.usecases.memory.notes.flush_note import Draft, flush

NOON = datetime(2026, 11, 30, 12, 0).astimezone()
WIKI = ".adrguard/wiki"


def write(repo, draft: Draft, **options):
    return flush(str(repo.root), draft, moment=NOON, **options)


@pytest.fixture
def told(repo):
    """Write a note, then ask for it again with more, and return what is told."""
    write(repo, Draft("Old way", "old", category="card"))
    write(repo, Draft("Old decision", "old", category="decision"))

    def again(category: str, **more):
        write(repo, Draft("New way", "text", category=category))
        done = write(repo, Draft("New way", "text", category=category, **more))
        assert done.same
        assert done.exit_code == 0
        return done.path, done.remarks

    return again


@pytest.mark.parametrize("category", ["card", "log", "decision"])
def test_each_thing_that_was_not_done_is_told(told, category) -> None:
    path, remarks = told(category, tags=("a", "b"), summary="S", related=("Old way", "nowhere"), project="pay")
    assert remarks == (
        f"{path} does not get the tags a, b, as it stands already: add it there by hand",
        f"{path} does not get the summary 'S', as it stands already: add it there by hand",
        f"{path} does not get the project 'pay', as it stands already: add it there by hand",
        f"{path} does not link to 'Old way', as it stands already: add it there by hand",
        f"{path} does not link to 'nowhere', as it stands already: add it there by hand",
    )


@pytest.mark.parametrize("name", ["ADR-0001", "old-decision", "Old decision", "0001-old-decision"])
def test_a_decision_that_is_not_superseded_is_told_however_it_is_named(told, name) -> None:
    assert told("decision", supersedes=(name,))[1] == (
        "ADR-0001 is not superseded by it: `adrguard adr supersede ADR-0001 --by ADR-0002` does that",
    )


@pytest.mark.parametrize("name", ["old-way", "Old way", f"{WIKI}/20_Cards/old-way.md"])
@pytest.mark.parametrize("category", ["card", "decision"])
def test_another_note_that_is_not_superseded_is_told_however_it_is_named(told, category, name) -> None:
    _, (remark,) = told(category, supersedes=(name,))
    assert remark.startswith(f"{WIKI}/20_Cards/old-way.md is not superseded by ")


def test_what_is_no_note_is_told(told) -> None:
    path, remarks = told("card", supersedes=("missing", "ADR-1"))
    assert remarks == (
        f"there is no note 'missing' that {path} could supersede",
        f"ADR-0001 is not superseded by {path}: only a decision can take its place",
    )


def test_what_is_there_is_not_told(repo) -> None:
    write(repo, Draft("Old way", "old", category="card"))
    more = Draft("New way", "text", "S", "card", ("a",), ("Old way",), ("Old way",), "pay")
    assert write(repo, more).written
    again = write(repo, more)
    assert (again.same, again.remarks) == (True, ())
