"""The working trees that a repository lists itself."""

from __future__ import annotations

from conftest import init

from adrguard.system import repository
from adrguard.system.worktrees import worktrees


def test_the_main_and_the_linked_ones_are_listed_from_any_of_them(repo, tmp_path) -> None:
    repo.commit()
    linked = tmp_path / "linked"
    repo.git("worktree", "add", "-q", str(linked))
    both = {str(repo.root), str(linked)}
    assert set(worktrees(repository.find(str(repo.root)))) == set(worktrees(repository.find(str(linked)))) == both


def test_a_repository_alone_has_its_own(repo) -> None:
    assert worktrees(repository.find(str(repo.root))) == (str(repo.root),)


def test_a_bare_repository_has_only_linked_ones(repo, tmp_path) -> None:
    repo.commit()
    bare, linked = tmp_path / "bare.git", tmp_path / "linked"
    repo.git("clone", "-q", "--bare", ".", str(bare))
    repo.git("-C", str(bare), "worktree", "add", "-q", str(linked))
    assert worktrees(repository.find(str(linked))) == (str(linked),)


def test_entries_that_lead_nowhere_are_passed_over(repo) -> None:
    found = repository.find(str(repo.root))
    repo.write(".git/worktrees/empty/HEAD")
    repo.write(".git/worktrees/nul/gitdir", b"/a\0b/.git\n")
    repo.write(".git/worktrees/odd/gitdir", "/etc\n")
    assert worktrees(found) == (str(repo.root),)


def test_an_entry_may_be_relative(repo, tmp_path) -> None:
    other = init(tmp_path / "other")
    repo.write(".git/worktrees/other/gitdir", "../../../../other/.git\n")
    assert worktrees(repository.find(str(repo.root))) == (str(repo.root), str(other.root))
