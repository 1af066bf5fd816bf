"""Which commits are compared, in real clones: what a service names, what the clone has of it, and what is shared."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from conftest import Repo
from fakes.forked import Forked

from adrguard.system.ref_names import AmbiguousNameError
from adrguard.system.repository import find
from adrguard.usecases.ci.commits import MissingCommitError, Span, resolve
from adrguard.usecases.ci.sought import Sought

MAIN, SIDE = "refs/heads/main", "refs/heads/side"


@pytest.fixture
def forked(repo: Repo, tmp_path: Path) -> Forked:
    return Forked(repo, tmp_path)


def span(repo: Repo, **sought: Any) -> Span:
    return resolve(find(str(repo.root)), Sought("a service", "a change", **sought))


def compared(found: Span) -> tuple[str, ...]:
    return (found.base, found.head, *found.others)


def test_a_request_is_compared_with_where_it_left_its_target(forked: Forked) -> None:
    clone = forked.clone(forked.side)
    assert compared(span(clone, tip=forked.side, bases=(MAIN,))) == (forked.root, forked.side)


def test_the_merge_of_a_request_is_compared_with_what_it_was_merged_into(forked: Forked) -> None:
    stale = forked.main
    newer = forked.commit("main", "newest")
    merged = forked.merge("main", "side")
    clone = forked.clone(merged)
    clone.git("update-ref", "-d", "refs/remotes/origin/main")
    clone.git("update-ref", "-d", MAIN)
    found = span(clone, tip=forked.side, merged=merged, bases=(MAIN, stale))
    assert compared(found) == (newer, merged)


@pytest.mark.parametrize("ref", ["refs/tags/main", "refs/remotes/main"])
def test_a_tag_called_as_the_base_does_not_stand_in_for_it(forked: Forked, ref: str) -> None:
    clone = forked.clone(forked.side)
    clone.git("update-ref", MAIN, forked.main)
    clone.git("update-ref", ref, forked.side)
    with pytest.raises(AmbiguousNameError, match=f"{MAIN} .* and {ref}|{ref} .* and {MAIN}") as caught:
        span(clone, bases=("main",), exact=True)
    assert MAIN in caught.value.hint
    assert compared(span(clone, bases=(MAIN,), exact=True)) == (forked.root, forked.side)


def test_a_run_by_hand_judges_the_branch_that_it_checked_out(forked: Forked) -> None:
    clone = forked.clone(forked.side)
    run = {"tip": forked.main, "default": MAIN, "built": MAIN, "of_branch": True, "loose": True}
    found = span(clone, **run)
    assert compared(found) == (forked.root, forked.side)
    assert "what is checked out in a change" in found.notes[0]
    clone.git("merge", "-q", "--no-ff", "-m", "as it would be", forked.main)
    assert compared(span(clone, **run)) == (forked.main, clone.git("rev-parse", "HEAD"))
    clone.git("checkout", "-q", "--detach", forked.root)
    assert compared(span(clone, **run)) == ("", forked.main)


@pytest.mark.parametrize("name", ["HEAD~9", "main..side", "@{u}", "--output=x", "HEAD:docs"])
def test_what_could_be_no_branch_is_not_to_be_fetched(forked: Forked, name: str) -> None:
    clone = forked.clone(forked.side)
    with pytest.raises(MissingCommitError, match="names no commit here") as caught:
        span(clone, bases=(name,), exact=True)
    assert "git fetch" not in caught.value.hint


def test_a_base_that_a_service_leaves_empty_is_none(forked: Forked) -> None:
    with pytest.raises(MissingCommitError, match="does not say what a change is to be compared with"):
        span(forked.clone(forked.side), tip=forked.side, bases=("",))


def test_two_commits_of_history_are_enough_for_a_merge(forked: Forked) -> None:
    merged = forked.merge("main", "side")
    clone = forked.clone(merged, "--depth=2")
    assert compared(span(clone, tip=forked.side, merged=merged, bases=(MAIN, forked.main))) == (forked.main, merged)


def test_a_merge_by_the_job_itself_is_judged_whichever_way_round(forked: Forked) -> None:
    clone = forked.clone(forked.side)
    clone.git("merge", "-q", "--no-ff", "-m", "merged by the job", forked.main)
    here = clone.git("rev-parse", "HEAD")
    assert compared(span(clone, tip=forked.side, bases=(forked.main[:12], MAIN))) == (forked.main, here)


def test_where_the_target_is_checked_out_the_request_is_judged_all_the_same(forked: Forked) -> None:
    clone = forked.clone(forked.main)
    assert compared(span(clone, tip=forked.side, bases=(MAIN,))) == (forked.root, forked.side)


def test_commits_that_a_job_made_on_top_are_not_judged(forked: Forked) -> None:
    clone = forked.clone(forked.side)
    clone.write("made.txt", "by the job\n")
    clone.commit("made by the job")
    assert span(clone, tip=forked.side, bases=(MAIN,)).head == forked.side


def test_a_job_that_runs_again_after_the_merge_judges_the_same_change(forked: Forked) -> None:
    forked.remote.git("checkout", "-q", "main")
    forked.merge("main", "side")
    clone = forked.clone(forked.side)
    assert compared(span(clone, tip=forked.side, bases=(MAIN, forked.main))) == (forked.root, forked.side)


def files(repo: Repo, tree: str) -> set[str]:
    return set(repo.git("ls-tree", "--name-only", tree).split())


def test_of_histories_merged_crosswise_the_merge_of_what_they_share_is_old(forked: Forked) -> None:
    forked.merge("main", forked.side)
    forked.merge("side", forked.main)
    tip = forked.commit("side", "more")
    clone = forked.clone(tip)
    found = span(clone, tip=tip, bases=(MAIN,))
    assert files(clone, found.base) == {"root.txt", "later.txt", "proposed.txt"}
    assert (found.head, found.others) == (tip, ())
    assert "their merge counts as the old state" in found.notes[1]


def test_where_that_merge_has_conflicts_all_of_it_counts_as_old(forked: Forked) -> None:
    tip = forked.conflict()
    clone = forked.clone(tip)
    found = span(clone, tip=tip, bases=(MAIN,))
    assert {found.base, *found.others} == {forked.main, forked.side}
    assert "all count as the old state" in found.notes[1]


def test_what_a_branch_merged_from_its_upstream_since_the_last_push_is_old_too(forked: Forked) -> None:
    merged = forked.merge("side", "main")
    clone = forked.clone(merged)
    found = span(clone, tip=merged, bases=(forked.side,), default=MAIN, built=SIDE, of_branch=True)
    assert files(clone, found.base) == {"root.txt", "later.txt", "proposed.txt"}
    assert clone.git("diff", "--name-only", found.base, found.head) == ""


def test_a_push_is_compared_with_what_was_there(forked: Forked) -> None:
    clone = forked.clone(forked.main)
    found = span(clone, tip=forked.main, bases=(forked.root,), default=MAIN, built=MAIN, of_branch=True)
    assert compared(found) == (forked.root, forked.main)


def test_a_push_that_rewrites_history_brings_what_came_since_the_two_parted(forked: Forked) -> None:
    forked.remote.git("checkout", "-q", "-B", "main", forked.root)
    rewritten = forked.commit("main", "rewritten")
    clone = forked.clone(rewritten)
    clone.git("fetch", "-q", "origin", forked.main)
    found = span(clone, tip=rewritten, bases=(forked.main,), default=MAIN, built=MAIN, of_branch=True)
    assert compared(found) == (forked.root, rewritten)


def test_a_branch_put_on_top_of_its_upstream_is_not_blamed_for_that(forked: Forked) -> None:
    forked.remote.git("checkout", "-q", "side")
    forked.remote.git("rebase", "-q", "main")
    rebased = forked.remote.git("rev-parse", "HEAD")
    clone = forked.clone(rebased)
    clone.git("fetch", "-q", "origin", forked.side)
    found = span(clone, tip=rebased, bases=(forked.side,), default=MAIN, built=SIDE, of_branch=True)
    assert compared(found) == (forked.main, rebased)


def test_a_branch_whose_old_tip_is_gone_is_judged_since_it_left(forked: Forked) -> None:
    clone = forked.clone(forked.side)
    found = span(clone, tip=forked.side, bases=("d" * 40,), default=MAIN, built=SIDE, of_branch=True)
    assert compared(found) == (forked.root, forked.side)
    assert "is not in this clone" in found.notes[1]


def test_the_default_branch_whose_old_tip_is_gone_cannot_be_judged(forked: Forked) -> None:
    clone = forked.clone(forked.main)
    with pytest.raises(MissingCommitError, match=r"^d{12}, with which a change is to be compared") as caught:
        span(clone, tip=forked.main, bases=("d" * 40,), default=MAIN, built=MAIN, of_branch=True)
    assert caught.value.hint.startswith(f"before it, run `git fetch origin {'d' * 40}`")


def test_the_first_push_of_a_branch_is_judged_since_it_left(forked: Forked) -> None:
    clone = forked.clone(forked.side)
    found = span(clone, tip=forked.side, default=MAIN, built=SIDE, of_branch=True)
    assert compared(found) == (forked.root, forked.side)


@pytest.mark.parametrize("default", [pytest.param(MAIN, id="named"), pytest.param("", id="known to the clone")])
def test_the_default_branch_before_which_nothing_was_stands_alone(forked: Forked, default: str) -> None:
    clone = forked.clone(forked.main)
    clone.git("remote", "set-head", "origin", "main")
    found = span(clone, tip=forked.main, default=default, built=MAIN, of_branch=True)
    assert compared(found) == ("", forked.main)
    assert "as it stands" in found.notes[0]


def test_a_tag_on_the_default_branch_brings_nothing(forked: Forked) -> None:
    forked.remote.git("tag", "-a", "v1", "-m", "v1", forked.root)
    clone = forked.clone(forked.root)
    found = span(clone, tip=forked.root, default=MAIN, built="refs/tags/v1", of_branch=True)
    assert compared(found) == (forked.root, forked.root)
    assert found.notes[1] == "main already holds all of it, so there is nothing to judge"


def test_the_clone_tells_what_the_service_does_not(forked: Forked) -> None:
    clone = forked.clone(forked.side)
    clone.git("remote", "set-head", "origin", "main")
    assert span(clone, tip=forked.side, built=SIDE, of_branch=True).base == forked.root
    clone.git("remote", "set-head", "origin", "--delete")
    assert span(clone, tip=forked.side, built=SIDE, of_branch=True).base == forked.root
    clone.git("update-ref", "-d", "refs/remotes/origin/main")
    clone.git("branch", "-q", "-D", "main")
    with pytest.raises(MissingCommitError, match="does not say what a change is to be compared with"):
        span(clone, tip=forked.side, built=SIDE, of_branch=True)


def test_states_without_a_common_history_are_compared_as_they_are(forked: Forked) -> None:
    forked.remote.git("checkout", "-q", "--orphan", "new")
    tip = forked.remote.commit("another beginning")
    clone = forked.clone(tip)
    found = span(clone, tip=tip, bases=(forked.main,), default=MAIN, built=MAIN, of_branch=True)
    assert compared(found) == (forked.main, tip)
    assert "no history in common" in found.notes[1]


@pytest.mark.parametrize(
    "bases",
    [
        pytest.param((MAIN,), id="the target was not fetched"),
        pytest.param(("main's commit",), id="its commit was not fetched"),
    ],
)
def test_a_shallow_clone_names_the_remedy(forked: Forked, bases: tuple[str, ...]) -> None:
    clone = forked.clone(forked.side, "--depth=1", "--branch=side")
    named = tuple(forked.main if one == "main's commit" else one for one in bases)
    with pytest.raises(MissingCommitError, match="is not in this clone") as caught:
        span(clone, tip=forked.side, bases=named, deepen="deepen it")
    assert caught.value.hint == "this clone is shallow: deepen it"


def test_a_shallow_clone_with_both_tips_knows_not_where_they_parted(forked: Forked) -> None:
    clone = forked.clone(forked.side, "--depth=1", "--no-single-branch")
    with pytest.raises(MissingCommitError, match="this clone is shallow") as caught:
        span(clone, tip=forked.side, bases=(MAIN,), deepen="deepen it")
    assert caught.value.hint == "deepen it"


def test_a_target_that_was_not_fetched_is_named_with_how_to_fetch_it(forked: Forked) -> None:
    clone = forked.clone(forked.side, "--single-branch", "--branch=side")
    with pytest.raises(MissingCommitError, match=r"^main, with which a change .* is not in this clone") as caught:
        span(clone, tip=forked.side, bases=(MAIN,))
    command = caught.value.hint.partition("`")[2].partition("`")[0]
    assert command == "git fetch origin +refs/heads/main:refs/remotes/origin/main"
    clone.git(*command.split()[1:])
    assert compared(span(clone, tip=forked.side, bases=(MAIN,))) == (forked.root, forked.side)


def test_the_commit_to_judge_may_be_missing_itself(forked: Forked) -> None:
    clone = forked.clone(forked.main, "--single-branch", "--branch=main")
    with pytest.raises(MissingCommitError, match="the commit to judge"):
        span(clone, tip=forked.side, bases=(MAIN,))


def test_another_remote_and_a_local_branch_will_do(forked: Forked) -> None:
    clone = forked.clone(forked.side)
    clone.git("remote", "rename", "origin", "upstream")
    assert span(clone, tip=forked.side, bases=(MAIN,)).base == forked.root
    clone.git("remote", "remove", "upstream")
    clone.git("branch", "-f", "main", forked.main)
    assert span(clone, tip=forked.side, bases=(MAIN,)).base == forked.root


def test_before_the_first_commit_there_is_nothing_to_judge(repo: Repo) -> None:
    with pytest.raises(MissingCommitError, match="no commit here yet"):
        span(repo, bases=(MAIN,))
