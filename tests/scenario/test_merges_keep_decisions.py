"""A merge keeps what either side decided: to drop what only the other parent has is to take it away."""

from __future__ import annotations

import pytest
from fakes.guarding import NO_STAR, adr, decide, staged

NOTE = "docs/adr/0002-decision.md"
THEIRS = "- deny: `DROP TABLE`"


@pytest.fixture
def parted(repo):
    """Return a repository in which another branch decided something since it was left."""
    decide(repo, NO_STAR)
    repo.commit()
    repo.git("checkout", "-q", "-b", "side")
    decide(repo, THEIRS, number=2)
    repo.commit("decide")
    repo.git("checkout", "-q", "-")
    repo.write("src/a.py", "x = 1\n")
    repo.commit("work")
    return repo


def told(repo, **options: str) -> list[tuple[str, str, str, bool]]:
    return [(one.how, one.rule[:7], one.after, one.sanctioned) for one in staged(repo, **options).weakened]


GONE = ("removed", "ADR-002", "comes from the other side of the merge", False)


def test_a_merge_that_keeps_only_our_side_takes_their_decisions_away(parted) -> None:
    parted.git("merge", "-q", "--no-commit", "-s", "ours", "side")
    assert told(parted) == [GONE]
    assert staged(parted, door="agent").exit_code == 1


def test_so_does_a_resolution_that_deletes_their_note(parted) -> None:
    parted.git("merge", "-q", "--no-commit", "side")
    assert told(parted) == []
    parted.git("rm", "-qf", NOTE)
    assert told(parted) == [GONE]


def test_or_one_that_empties_it(parted) -> None:
    parted.git("merge", "-q", "--no-commit", "side")
    parted.write(NOTE, adr(2, "- warn: `DROP TABLE`"))
    parted.stage()
    (found,) = told(parted)
    assert found[:2] == ("removed", "ADR-002")
    assert found[2].startswith("comes from the other side of the merge; here: warn: DROP TABLE")


def test_what_ends_properly_in_the_resolution_is_not_taken_away(parted) -> None:
    parted.git("merge", "-q", "--no-commit", "side")
    parted.write(NOTE, adr(2, THEIRS, status="deprecated"))
    parted.stage()
    assert told(parted) == []


def test_what_we_ended_ourselves_since_they_parted_is_no_decision_of_theirs(parted) -> None:
    parted.write("docs/adr/0001-decision.md", adr(1, NO_STAR, status="deprecated"))
    parted.commit("end")
    parted.git("merge", "-q", "--no-commit", "side")
    assert told(parted) == []
