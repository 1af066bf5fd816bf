from __future__ import annotations

import pytest

from adrguard.sessions import history
from adrguard.sessions.history import Span
from adrguard.sessions.store import Session
from adrguard.system import repository
from adrguard.system.git import Git


@pytest.fixture
def begun(repo):
    repo.write("a.txt", "1\n")
    repo.commit()
    repo.write("a.txt", "2\n")
    repo.commit()
    return repo


def beginning(repo) -> tuple[Session, tuple[str, ...]]:
    found = repository.find(str(repo.root))
    return Session(repo.git("rev-parse", "HEAD"), history.branch(found)), history.tips(Git(found))


def span(repo, known: tuple[Session, tuple[str, ...]]) -> Span:
    found = repository.find(str(repo.root))
    return history.span(Git(found), repo.git("rev-parse", "HEAD"), *known)


def commit(repo, path: str = "b.txt") -> str:
    repo.write(path, path)
    return repo.commit()


def test_nothing_committed_rests_on_head(begun) -> None:
    known = beginning(begun)
    assert span(begun, known) == Span(known[0].commit)


def test_commits_of_its_own_rest_on_what_was_there(begun) -> None:
    known = beginning(begun)
    commit(begun)
    commit(begun, "c.txt")
    assert span(begun, known) == Span(known[0].commit)


def test_a_branch_that_was_there_is_not_its_own(begun) -> None:
    begun.git("branch", "other", "HEAD~1")
    known = beginning(begun)
    begun.git("switch", "-q", "other")
    assert span(begun, known) == Span(begun.git("rev-parse", "HEAD"))
    old = begun.git("rev-parse", "HEAD")
    commit(begun)
    assert span(begun, known) == Span(old)


def test_an_amended_commit_rests_on_its_parent_with_the_old_one_beside(begun) -> None:
    known = beginning(begun)
    begun.write("b.txt", "x")
    begun.stage()
    begun.git("commit", "-q", "--amend", "-m", "again")
    parent = begun.git("rev-parse", "HEAD~1")
    assert span(begun, known) == Span(parent, (known[0].commit,), known[0].commit)


def test_history_that_is_rewritten_down_to_a_new_root_rests_on_what_stood_at_its_beginning(begun) -> None:
    known = beginning(begun)
    begun.git("rebase", "-q", "--root", "--signoff")
    assert span(begun, known) == Span(known[0].commit, (), known[0].commit)


def test_history_that_is_taken_back_rests_on_head_with_the_old_one_beside(begun) -> None:
    known = beginning(begun)
    begun.git("reset", "-q", "--hard", "HEAD~1")
    head = begun.git("rev-parse", "HEAD")
    assert span(begun, known) == Span(head, (known[0].commit,), known[0].commit)


def test_a_merge_rests_on_both_sides(begun) -> None:
    begun.git("branch", "other", "HEAD~1")
    begun.git("switch", "-q", "other")
    theirs = commit(begun, "theirs.txt")
    begun.git("switch", "-q", "main")
    known = beginning(begun)
    begun.git("merge", "-q", "--no-edit", "other")
    found = span(begun, known)
    assert {found.since, *found.beside} == {known[0].commit, theirs}
    assert found.dropped == ""


def test_what_was_merged_into_what_it_began_on_counts_once(begun) -> None:
    known = beginning(begun)
    begun.git("switch", "-qc", "own")
    commit(begun)
    begun.git("switch", "-q", "main")
    begun.git("merge", "-q", "--no-ff", "--no-edit", "own")
    assert span(begun, known) == Span(known[0].commit)


def test_before_the_first_commit_it_rests_on_nothing(repo) -> None:
    found = repository.find(str(repo.root))
    known = Session("", history.branch(found)), history.tips(Git(found))
    assert history.span(Git(found), "", *known) == Span("")
    commit(repo)
    assert span(repo, known) == Span("")


def test_a_beginning_that_git_knows_no_more_leaves_the_other_tips(begun) -> None:
    _, tips = beginning(begun)
    commit(begun)
    assert span(begun, (Session("f" * 40, "main"), tips)) == Span(tips[0])


@pytest.mark.parametrize("words", [("switch", "-q", "--detach"), ("checkout", "-q", "HEAD")])
def test_a_detached_head_is_on_no_branch(begun, words: tuple[str, ...]) -> None:
    begun.git("switch", "-q", "--detach")
    begun.git(*words)
    assert history.branch(repository.find(str(begun.root))) == ""


def test_the_branch_is_known_before_the_first_commit(repo) -> None:
    assert history.branch(repository.find(str(repo.root))) == "main"
