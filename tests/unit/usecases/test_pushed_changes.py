import pytest

from adrguard.model.errors import GitError
from adrguard.usecases import pushed_changes


@pytest.fixture
def pair(repo, tmp_path):
    """A repository with one commit on its remote, and its remote-tracking branch."""
    repo.git("init", "-q", "--bare", str(tmp_path / "far.git"))
    repo.git("remote", "add", "origin", str(tmp_path / "far.git"))
    repo.write("a", "1\n")
    first = repo.commit()
    repo.git("push", "-q", "origin", "main")
    return repo, first


def lines(*words: str) -> list[str]:
    return [" ".join(words) + "\n"]


ZERO = "0" * 40


def test_an_update_is_what_came_since_the_two_parted(pair) -> None:
    repo, first = pair
    repo.write("a", "2\n")
    tip = repo.commit()
    found = list(
        pushed_changes.from_git(str(repo.root), "origin", lines("refs/heads/main", tip, "refs/heads/main", first))
    )
    assert [tuple(one) for one in found] == [("refs/heads/main", "range", f"{first}...{tip}")]


def test_a_revision_with_blanks_is_pushed_like_any_other(pair) -> None:
    repo, first = pair
    found = list(
        pushed_changes.from_git(str(repo.root), "origin", lines("HEAD@{1 day ago}", first, "refs/heads/x", first))
    )
    assert [tuple(one) for one in found] == [("HEAD@{1 day ago}", "range", f"{first}...{first}")]


def test_a_new_branch_is_compared_with_what_the_remote_has(pair) -> None:
    repo, first = pair
    repo.git("checkout", "-qb", "topic")
    repo.write("b", "1\n")
    tip = repo.commit()
    found = list(
        pushed_changes.from_git(str(repo.root), "origin", lines("refs/heads/topic", tip, "refs/heads/topic", ZERO))
    )
    assert [one.argument for one in found] == [f"{first}..{tip}"]


def test_a_new_branch_that_merged_its_upstream_is_not_blamed_for_it(pair) -> None:
    repo, _ = pair
    repo.git("checkout", "-qb", "topic")
    repo.write("b", "1\n")
    repo.commit()
    repo.git("checkout", "-q", "main")
    repo.write("upstream", "1\n")
    upstream = repo.commit()
    repo.git("push", "-q", "origin", "main")
    repo.git("checkout", "-q", "topic")
    repo.git("merge", "-q", "--no-edit", "main")
    tip = repo.git("rev-parse", "HEAD")
    found = list(
        pushed_changes.from_git(str(repo.root), "origin", lines("refs/heads/topic", tip, "refs/heads/topic", ZERO))
    )
    assert [one.argument for one in found] == [f"{upstream}..{tip}"]


def test_a_first_push_of_everything_starts_from_nothing(repo) -> None:
    repo.write("a", "1\n")
    tip = repo.commit()
    found = list(
        pushed_changes.from_git(str(repo.root), "origin", lines("refs/heads/main", tip, "refs/heads/main", ZERO))
    )
    assert [one.argument for one in found] == [f"..{tip}"]


def test_a_commit_of_the_remote_that_is_not_here_is_no_base(pair) -> None:
    repo, first = pair
    repo.write("a", "2\n")
    tip = repo.commit()
    found = list(
        pushed_changes.from_git(str(repo.root), "origin", lines("refs/heads/main", tip, "refs/heads/main", "1" * 40))
    )
    assert [one.argument for one in found] == [f"{first}..{tip}"]


@pytest.mark.parametrize("line", [["(delete)", ZERO, "refs/heads/x", "1" * 40], []], ids=["deletion", "empty"])
def test_what_pushes_nothing_is_passed_over(repo, line: list[str]) -> None:
    assert list(pushed_changes.from_git(str(repo.root), "origin", lines(*line))) == []


def test_the_framework_names_its_refs_by_environment(pair) -> None:
    repo, first = pair
    repo.write("a", "2\n")
    tip = repo.commit()
    given = {"PRE_COMMIT_FROM_REF": first, "PRE_COMMIT_TO_REF": tip, "PRE_COMMIT_LOCAL_BRANCH": "refs/heads/main"}
    assert [one.argument for one in pushed_changes.from_framework(str(repo.root), given)] == [f"{first}...{tip}"]


def test_without_refs_the_framework_pushes_a_whole_branch(repo) -> None:
    repo.write("a", "1\n")
    tip = repo.commit()
    given = {"PRE_COMMIT_REMOTE_NAME": "origin", "PRE_COMMIT_LOCAL_BRANCH": "refs/heads/main"}
    assert [one.argument for one in pushed_changes.from_framework(str(repo.root), given)] == [f"..{tip}"]


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("garbage\n", id="no words of git's"),
        pytest.param(f"refs/heads/x --output=pwned refs/heads/x {ZERO}\n", id="an option in place of an id"),
        pytest.param(f"refs/heads/x {ZERO} refs/heads/x main\n", id="a name in place of an id"),
    ],
)
def test_a_line_that_is_not_gits_is_refused(repo, line: str) -> None:
    repo.commit()
    with pytest.raises(GitError, match="cannot be read"):
        list(pushed_changes.from_git(str(repo.root), "origin", [line]))
    assert not (repo.root / "pwned").exists()
