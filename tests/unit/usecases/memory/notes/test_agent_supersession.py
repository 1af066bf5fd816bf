"""An agent's note that takes a decision's place: told, left for a person, or let be, as configured."""

from __future__ import annotations

import pytest
from fakes.guarding import decide

from adrguard.model.errors import AdrguardError
from adrguard.usecases.decisions.move_status import move
from adrguard.usecases.memory.notes.flush_note import Draft, flush

OLD = "docs/adr/0001-decision.md"
NEW = Draft(
    "Another", "## Context\n\nWhy.\n\n## Invariants\n\n- deny: `new_text`\n", category="decision", by_agent=True
)
REPLACING = NEW.replace(supersedes=("ADR-001",))


@pytest.fixture
def decided(repo):
    """A repository with one decision, and a way to configure what becomes of an agent's supersessions."""
    decide(repo, "- deny: `old_text`")
    repo.commit()
    return repo


def configure(repo, word: str) -> None:
    repo.write(".adrguard.toml", f'[agent]\nsupersession = "{word}"\n')


def ended(done) -> list[str]:
    return [one.id for one in done.superseded]


@pytest.mark.parametrize(("word", "told"), [("", True), ("tell", True), ("allow", False)])
def test_it_counts_at_once_and_the_person_is_told_unless_it_is_let_be(decided, word: str, told: bool) -> None:
    if word:
        configure(decided, word)
        decided.commit()
    done = flush(str(decided.root), REPLACING)
    assert (ended(done), done.enforced) == (["ADR-001"], True)
    assert any("tell the person that ADR-001 gave way" in one for one in done.remarks) == told


def test_where_a_person_is_to_be_asked_it_waits_for_one(decided) -> None:
    configure(decided, "ask")
    before = (decided.root / OLD).read_bytes()
    done = flush(str(decided.root), REPLACING)
    assert (ended(done), done.enforced, done.written) == ([], False, True)
    assert any("is for a person: tell them that it waits" in one for one in done.remarks)
    assert (decided.root / OLD).read_bytes() == before
    move(str(decided.root), "accept", done.id)
    assert b"superseded" in (decided.root / OLD).read_bytes()


def test_what_the_last_commit_says_counts_too(decided) -> None:
    configure(decided, "ask")
    decided.commit()
    configure(decided, "allow")
    assert ended(flush(str(decided.root), REPLACING)) == []


@pytest.mark.parametrize(
    "content",
    [
        "---\nstatus: accepted\n---\n\n## Context\n\nWhy.\n",
        "---\nsupersedes: ADR-001\nstatus: accepted\n---\n\n## Context\n\nWhy.\n",
        "## Status\n\nAccepted. Supersedes [1. Decision](0001-decision.md)\n\n## Context\n\nWhy.\n",
    ],
    ids=["its status", "both in its head", "both in its text"],
)
def test_no_words_of_its_own_make_it_count(decided, content: str) -> None:
    configure(decided, "ask")
    before = (decided.root / OLD).read_bytes()
    names = () if "upersedes" in content else ("ADR-001",)
    with pytest.raises(AdrguardError, match="would end ADR-001, which here is for a person to decide"):
        flush(str(decided.root), NEW.replace(content=content, supersedes=names))
    assert (decided.root / OLD).read_bytes() == before


def test_what_ends_no_decision_is_not_asked_about(decided) -> None:
    configure(decided, "ask")
    assert flush(str(decided.root), NEW).enforced
    lesson = Draft("A lesson", "---\nstatus: current\n---\n\nOne.\n", by_agent=True)
    first = flush(str(decided.root), lesson)
    second = flush(str(decided.root), lesson.replace(title="A better one", content="Two.\n", supersedes=("A lesson",)))
    assert [one.path for one in second.superseded] == [first.path]


def test_a_person_may(decided) -> None:
    configure(decided, "ask")
    assert ended(flush(str(decided.root), REPLACING.replace(by_agent=False))) == ["ADR-001"]
