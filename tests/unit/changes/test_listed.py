"""The listing of a whole tree says the same as HEAD and a diff of the working tree against it."""

from __future__ import annotations

import os

import pytest

from adrguard.changes import explicit, listed, worktree
from adrguard.changes.blobs import BlobTree
from adrguard.model.changes import NEW
from adrguard.system import repository
from adrguard.system.git import Git


def both(repo) -> tuple[set[tuple[str, int]], set[tuple[str, int]]]:
    """Return path and kind of each file, by the listing and by a diff against HEAD."""
    found = repository.find(str(repo.root))
    git = Git(found)
    commit = worktree.head_of(git)
    by_diff = BlobTree(git, worktree.uncommitted(git, commit), (commit,), 0)
    ours = {(path, mode & 0o170000) for path, (mode, _) in listed.read(found, 0).table.items()}
    return ours, {(path, by_diff.entry(path, NEW)[0] & 0o170000) for path in by_diff.paths()}


def edited(repo) -> None:
    for path in ("a.py", "dir/b.py", "dir/deep/c.py", "gone.py", "kept/d.py", "größe neu.py", "staged.py"):
        repo.write(path, "x = 1\n")
    repo.write(".gitignore", "ignored/\n*.log\n")
    repo.write("ignored/tracked.py", "x = 1\n")
    (repo.root / "link").symlink_to("a.py")
    (repo.root / "way").symlink_to("dir")
    repo.git("add", "-f", "ignored/tracked.py")
    repo.commit()
    repo.remove("gone.py")
    repo.write("untracked.py", "y = 1\n")
    repo.write("noise.log", "y = 1\n")
    repo.write("ignored/other.py", "y = 1\n")
    repo.git("rm", "-q", "--cached", "staged.py")
    repo.write("announced.py", "")
    repo.git("add", "--intent-to-add", "announced.py")
    repo.write("added.py", "z = 1\n")
    repo.stage("added.py")


def test_what_git_tracks_and_what_it_does_not_ignore(repo) -> None:
    edited(repo)
    ours, theirs = both(repo)
    assert ours == theirs
    assert {"untracked.py", "staged.py", "announced.py", "ignored/tracked.py", "link"} <= {path for path, _ in ours}
    assert {"gone.py", "noise.log", "ignored/other.py"}.isdisjoint({path for path, _ in ours})


def test_before_the_first_commit(repo) -> None:
    repo.write("a.py", "x = 1\n")
    repo.write("b.py", "x = 1\n")
    repo.stage("a.py")
    ours, theirs = both(repo)
    assert ours == theirs == {("a.py", 0o100000), ("b.py", 0o100000)}


def test_a_folder_that_became_a_link_holds_no_files(repo) -> None:
    edited(repo)
    (repo.root / "dir").rename(repo.root.parent / "elsewhere")
    (repo.root / "dir").symlink_to(repo.root.parent / "elsewhere")
    ours, theirs = both(repo)
    assert ours == theirs
    assert ("dir", 0o120000) in ours


def test_a_file_that_became_a_folder_and_a_folder_that_became_a_file(repo) -> None:
    edited(repo)
    repo.remove("a.py")
    repo.write("a.py/inner.py", "x = 1\n")
    repo.remove("kept/d.py")
    (repo.root / "kept").rmdir()
    repo.write("kept", "x = 1\n")
    ours, theirs = both(repo)
    assert ours == theirs


def test_a_file_that_became_a_link_is_one(repo) -> None:
    edited(repo)
    repo.remove("a.py")
    (repo.root / "a.py").symlink_to("dir/b.py")
    repo.remove("link")
    repo.write("link", "x = 1\n")
    ours, theirs = both(repo)
    assert ours == theirs
    assert {("a.py", 0o120000), ("link", 0o100000)} <= ours


def test_an_unmerged_file_is_there_once(repo) -> None:
    repo.write("a.py", "1\n")
    repo.commit()
    repo.git("checkout", "-qb", "other")
    repo.write("a.py", "2\n")
    repo.commit()
    repo.git("checkout", "-q", "main")
    repo.write("a.py", "3\n")
    repo.commit()
    repo.run("merge", "other")
    ours, theirs = both(repo)
    assert ours == theirs == {("a.py", 0o100000)}


def test_what_a_sparse_checkout_leaves_out_is_read_from_the_index(repo) -> None:
    repo.write("a.py", "1\n")
    repo.write("left/out.py", "2\n")
    repo.commit()
    repo.git("sparse-checkout", "set", "--no-cone", "/a.py")
    assert not (repo.root / "left").exists()
    ours, theirs = both(repo)
    assert ours == theirs
    tree = listed.read(repository.find(str(repo.root)), 0)
    assert tree.read("left/out.py").text == "2\n"
    assert tree.stamp("left/out.py") is None


def test_a_nested_repository_is_none_of_ours(repo) -> None:
    repo.write("a.py", "1\n")
    repo.commit()
    repo.git("init", "-q", "inner")
    repo.write("inner/x.py", "1\n")
    ours, theirs = both(repo)
    assert ours == theirs == {("a.py", 0o100000)}


def test_a_submodule_is_listed_as_one(repo) -> None:
    repo.write("a.py", "1\n")
    commit = repo.commit()
    repo.git("update-index", "--add", "--cacheinfo", f"160000,{commit},sub")
    (repo.root / "sub").mkdir()
    ours, theirs = both(repo)
    assert ours == theirs
    assert ("sub", 0o160000) in ours


@pytest.mark.skipif(os.name == "nt", reason="file names are not bytes there")
def test_names_that_are_not_utf8_and_names_with_line_ends(repo) -> None:
    (repo.root / os.fsdecode(b"caf\xe9.py")).write_text("1\n")
    repo.write("two\nlines\t.py", "1\n")
    repo.commit()
    (repo.root / os.fsdecode(b"\xff new.py")).write_text("1\n")
    ours, theirs = both(repo)
    assert ours == theirs
    assert len(ours) == 3


def test_it_differs_from_head_in_what_is_untracked_staged_or_edited(repo) -> None:
    for path in ("a.py", "b.py", "gone.py", "other.py"):
        repo.write(path, "1\n")
    repo.commit()
    repo.write("b.py", "2\n")
    repo.write("other.py", "2\n")
    repo.remove("gone.py")
    repo.write("c.py", "1\n")
    repo.stage("c.py")
    repo.write("new.py", "1\n")
    tree = listed.read(repository.find(str(repo.root)), 0)
    chosen = {"a.py", "b.py", "gone.py"}
    assert sorted(tree.unlike_head(lambda paths: chosen & set(paths))) == ["b.py", "c.py", "gone.py", "new.py"]


def test_all_files_are_given_in_order(repo) -> None:
    edited(repo)
    change = explicit.read_all(repository.find(str(repo.root)))
    paths = [one.path for one in change.set.files]
    assert paths == sorted(change.tree.paths())


@pytest.mark.parametrize("bits", [0o000, 0o600], ids=["no right at all", "no right to search"])
def test_a_folder_that_may_not_be_searched_hides_no_file(repo, bits: int) -> None:
    for path in ("a.py", "dir/b.py", "dir/deep/c.py"):
        repo.write(path, "x = 1\n")
    repo.commit()
    folder = repo.root / "dir"
    folder.chmod(bits)
    try:
        if os.access(folder / "b.py", os.F_OK):
            pytest.skip("this user may search every folder")
        found = repository.find(str(repo.root))
        for change in (explicit.read_all(found), worktree.read(found)):
            problems = {one.path: change.tree.read(one.path, NEW).problem for one in change.set.files}
            assert {path for path, problem in problems.items() if problem} == {"dir/b.py", "dir/deep/c.py"}
            assert not any(one.deleted for one in change.set.files)
            assert problems["dir/b.py"] == "unreadable: Permission denied"
        assert listed.read(found, 0).stamp("dir/b.py") is None
    finally:
        folder.chmod(0o755)


@pytest.mark.parametrize("path", ["new", "new/deep", "src/new"])
def test_a_folder_that_nobody_can_look_into_is_told_as_not_read(repo, path: str) -> None:
    repo.write("src/a.py", "x = 1\n")
    repo.commit()
    repo.write("a\nb.py", "x = 1\n")
    repo.write(f"{path}/b.py", "x = 1\n")
    folder = repo.root / path
    found = repository.find(str(repo.root))
    for told in ((), ((path, "unreadable: Permission denied"),)):
        for change in (explicit.read_all(found), worktree.read(found), explicit.read(found, ["."], str(repo.root))):
            assert change.set.unread == told
            paths = {one.path for one in change.set.files}
            assert "a\nb.py" in paths
            assert (f"{path}/b.py" in paths) is not bool(told)
        folder.chmod(0)
        if os.access(folder, os.R_OK):
            pytest.skip("this user may read every folder")
    assert explicit.read(found, [path], str(repo.root)).set.unread == told
    assert explicit.read(found, ["src/a.py"], str(repo.root)).set.unread == ()


@pytest.fixture(autouse=True)
def _opened_again(repo):
    yield
    for folder in repo.root.rglob("*"):
        if folder.is_dir() and not os.access(folder, os.R_OK):
            folder.chmod(0o755)
