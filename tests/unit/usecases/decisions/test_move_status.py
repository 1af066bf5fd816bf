"""Accepting, rejecting, deprecating."""

from __future__ import annotations

import pytest
from fakes.guarding import decide

from adrguard.model.decisions import IN_FORCE, NOT_IN_FORCE
from adrguard.model.errors import AdrguardError
from adrguard.usecases.decisions.move_status import move

RULE = "- deny: `eval(`"


@pytest.mark.parametrize(
    ("verb", "before", "after", "force"),
    [
        ("accept", "proposed", "accepted", IN_FORCE),
        ("accept", "draft", "accepted", IN_FORCE),
        ("reject", "proposed", "rejected", NOT_IN_FORCE),
        ("deprecate", "accepted", "deprecated", NOT_IN_FORCE),
    ],
)
def test_a_move_writes_its_status_and_nothing_else(repo, verb: str, before: str, after: str, force: str) -> None:
    path = decide(repo, RULE, status=f"{before}  # as it was")
    text = (repo.root / path).read_text()
    moved = move(str(repo.root), verb, "1")
    assert (repo.root / path).read_text() == text.replace(before, after)
    assert (moved.decision.status, moved.decision.force, moved.before) == (after, force, before)
    assert moved.effect.written == (path,)


def test_accepting_begins_rules_and_deprecating_ends_them(repo) -> None:
    decide(repo, RULE, status="proposed")
    begun = move(str(repo.root), "accept", "1").effect
    assert [one.id for one in begun.begun] == ["ADR-001"]
    assert [rule.invariant for rule in begun.rules_begun] == ["deny: eval("]
    ended = move(str(repo.root), "deprecate", "1").effect
    assert [rule.invariant for rule in ended.rules_ended] == ["deny: eval("]


def test_accepting_ends_in_the_same_step_what_the_decision_says_it_supersedes(repo) -> None:
    old = decide(repo, RULE, number=1)
    new = decide(repo, number=2, status="proposed", extra="supersedes: ADR-001\n")
    moved = move(str(repo.root), "accept", "2", "2026-11-30")
    assert [one.id for one in moved.effect.ended] == ["ADR-001"]
    assert set(moved.effect.written) == {old, new}
    assert "status: superseded\nsupersede" in (repo.root / old).read_text()


def test_accepting_fails_whole_where_the_old_note_cannot_be_edited(repo) -> None:
    repo.write("docs/adr/0001-a.md", "---\nid: ADR-001\nstatus: &s accepted\nother: *s\n---\n# A\n")
    new = decide(repo, number=2, status="proposed", extra="supersedes: ADR-001\n")
    with pytest.raises(AdrguardError, match=r"docs/adr/0001-a\.md:3:"):
        move(str(repo.root), "accept", "2")
    assert "status: proposed" in (repo.root / new).read_text()


def test_a_status_it_has_already_is_nothing_to_do(repo) -> None:
    path = decide(repo, status="Accepted")
    moved = move(str(repo.root), "accept", "1")
    assert moved.effect.written == ()
    assert "status: Accepted" in (repo.root / path).read_text()


@pytest.mark.parametrize(
    ("verb", "status", "said"),
    [
        ("reject", "accepted", "deprecate it"),
        ("deprecate", "proposed", "reject it"),
        ("accept", "rejected", "write a new decision"),
        ("accept", "superseded", "write a new decision"),
        ("deprecate", "acepted", "mend it first"),
    ],
)
def test_a_move_that_is_not_allowed_says_why_and_writes_nothing(repo, verb: str, status: str, said: str) -> None:
    path = decide(repo, status=status)
    text = (repo.root / path).read_text()
    with pytest.raises(AdrguardError, match="nothing was written") as caught:
        move(str(repo.root), verb, "1")
    assert said in caught.value.message
    assert (repo.root / path).read_text() == text


def test_what_another_replaced_is_not_accepted_again(repo) -> None:
    decide(repo, number=1)
    decide(repo, number=2, extra="supersedes: ADR-001\n")
    with pytest.raises(AdrguardError, match="superseded by ADR-002"):
        move(str(repo.root), "accept", "1")


def test_words_of_the_configuration_move_too(repo) -> None:
    repo.write(".adrguard.toml", '[statuses]\nratified = "in force"\n"under review" = "shadow"\n')
    path = decide(repo, status="under review")
    assert move(str(repo.root), "accept", "1").decision.status == "accepted"
    repo.write(path, (repo.root / path).read_text().replace("accepted", "ratified"))
    assert move(str(repo.root), "deprecate", "1").before == "ratified"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(
            "---\nstatus: proposed\ndate: 2020-01-02\ndeciders: us\n---\n\n# A\n",
            "---\nstatus: accepted\ndate: 2026-11-30\ndeciders: us\n---\n\n# A\n",
            id="madr: the day of the last change",
        ),
        pytest.param(
            "# A\n\n- Status: proposed\n- Date: 2020-01-02\n",
            "# A\n\n- Status: accepted\n- Date: 2026-11-30\n",
            id="log4brains: likewise",
        ),
        pytest.param(
            "---\nid: ADR-001\nstatus: proposed\ndate: 2020-01-02\n---\n\n# A\n",
            "---\nid: ADR-001\nstatus: accepted\ndate: 2020-01-02\n---\n\n# A\n",
            id="frontmatter: the day of the note",
        ),
        pytest.param(
            "# 1. A\n\nDate: 2020-01-02\n\n## Status\n\nProposed\n",
            "# 1. A\n\nDate: 2020-01-02\n\n## Status\n\nAccepted\n",
            id="nygard: the day of the note",
        ),
    ],
)
def test_a_date_moves_where_it_is_that_of_the_last_change(repo, before: str, after: str) -> None:
    path = repo.write("docs/adr/0001-a.md", before)
    move(str(repo.root), "accept", "1", "2026-11-30")
    assert path.read_text() == after


BROKEN = "---\nid: ADR-001\nstatus: accepted\ntitle: a: b\n---\n# Old\n"


@pytest.mark.parametrize(
    ("old", "said"),
    [
        pytest.param(BROKEN, "0001-old.md:4:", id="frontmatter that is broken"),
        pytest.param("---\nid: ADR-001\nstatus: accepted\n# Old\n", "never closed", id="frontmatter without an end"),
        pytest.param(None, "there is no decision 'ADR-001'", id="missing"),
        pytest.param(
            "---\nid: ADR-001\nstatus: accepted\n---\n" + "x" * 300_000,
            "there is no decision 'ADR-001'",
            id="too large to be read",
        ),
    ],
)
def test_accepting_refuses_whole_where_what_it_supersedes_cannot_end(repo, old: str | None, said: str) -> None:
    if old is not None:
        repo.write("docs/adr/0001-old.md", old)
    new = decide(repo, number=2, status="proposed", extra="supersedes: ADR-001\n")
    with pytest.raises(AdrguardError) as caught:
        move(str(repo.root), "accept", "2")
    assert said in f"{caught.value.message}\n{caught.value.hint}"
    assert "status: proposed" in (repo.root / new).read_text()


def test_accepting_completes_what_was_deprecated_before(repo) -> None:
    old = decide(repo, number=1, status="deprecated")
    decide(repo, number=2, status="proposed", extra="supersedes: ADR-001\n")
    move(str(repo.root), "accept", "2")
    assert "superseded_by: ADR-002" in (repo.root / old).read_text()


def test_accepting_passes_over_what_is_superseded_already(repo) -> None:
    decide(repo, number=1, status="superseded", extra="superseded_by: ADR-003\n")
    decide(repo, number=2, status="proposed", extra="supersedes: [ADR-001, ADR-003]\n")
    decide(repo, number=3, extra="supersedes: ADR-001\n")
    moved = move(str(repo.root), "accept", "2")
    assert [one.id for one in moved.effect.ended] == ["ADR-003"]


def test_accepting_what_supersedes_itself_is_refused(repo) -> None:
    decide(repo, number=1, status="proposed", extra="supersedes: ADR-001\n")
    with pytest.raises(AdrguardError, match="cannot supersede itself"):
        move(str(repo.root), "accept", "1")


def test_accepting_refuses_to_supersede_a_proposal(repo) -> None:
    decide(repo, "- deny: `foo1`", number=1)
    decide(repo, number=2, status="proposed", extra="supersedes: ADR-001\n")
    decide(repo, number=3, status="proposed", extra="supersedes: ADR-002\n")
    with pytest.raises(AdrguardError, match="reject it"):
        move(str(repo.root), "accept", "3")
