"""The change between two commits, read from git's objects alone."""

from __future__ import annotations

import pytest

from adrguard.changes import revisions
from adrguard.model.changes import OLD, Place
from adrguard.model.errors import GitError, UsageError
from adrguard.system.repository import find


def statuses(change):
    return {file.path: file.status for file in change.set.files}


@pytest.fixture
def forked(repo):
    """Branch `side` left `main` at `fork`; both went on."""
    repo.write("shared.py", "".join(f"row {n}\n" for n in range(40)))
    repo.write("gone.py", "gone\n")
    repo.commit("fork")
    repo.git("tag", "fork")
    repo.git("checkout", "-q", "-b", "side")
    repo.git("mv", "shared.py", "moved.py")
    repo.write("moved.py", "".join(f"row {n}\n" for n in range(40)) + "side\n")
    repo.remove("gone.py")
    repo.write("add.py", "add\n")
    repo.commit("side")
    repo.git("checkout", "-q", "main")
    repo.write("main.py", "main\n")
    repo.commit("main")
    repo.git("checkout", "-q", "side")
    return repo


def read(repo, text):
    return revisions.read(find(str(repo.root)), text)


@pytest.mark.parametrize("text", ["fork..side", "fork..", "main...side", "main...", "HEAD~1..HEAD"])
def test_a_range_is_the_change_between_two_states(forked, text):
    change = read(forked, text)

    assert statuses(change) == {"moved.py": "R", "gone.py": "D", "add.py": "A"}
    assert change.set.source == "range"
    assert (change.place, change.base) == (
        Place("commit", forked.git("rev-parse", "side")),
        Place("commit", forked.git("rev-parse", "fork")),
    )
    assert change.tree.read("moved.py").text.endswith("side\n")
    assert change.tree.read("shared.py", OLD).text.endswith("row 39\n")
    assert change.tree.read("shared.py") is None
    assert change.tree.read("add.py").text == "add\n"
    assert b"add" in change.tree.haystack("add.py")
    assert change.tree.paths() == {"moved.py", "add.py"}
    assert change.tree.paths(OLD) == {"shared.py", "gone.py"}


def test_two_dots_compare_the_states_themselves(forked):
    assert statuses(read(forked, "main..side"))["main.py"] == "D"


def test_a_base_means_since_it_was_left(forked):
    change = revisions.since(find(str(forked.root)), "main")

    assert statuses(change) == {"moved.py": "R", "gone.py": "D", "add.py": "A"}
    assert change.base.oid == forked.git("rev-parse", "fork")


def test_the_working_tree_does_not_matter(forked):
    forked.write("add.py", "dirty\n")
    forked.write("untracked.py", "x\n")
    forked.stage()

    change = read(forked, "fork..side")

    assert change.tree.read("add.py").text == "add\n"
    assert "untracked.py" not in change.tree.paths()


def test_everything_up_to_a_commit_starts_from_nothing(forked):
    change = revisions.between(find(str(forked.root)), "", forked.git("rev-parse", "fork"))

    assert statuses(change) == {"shared.py": "A", "gone.py": "A"}
    assert change.base == Place("none")
    assert change.tree.read("gone.py", OLD) is None


def test_odd_paths_and_links_are_read(repo):
    repo.commit()
    repo.write('new\nline "ü".py', "x\n")
    (repo.root / "link").symlink_to("/etc/passwd")
    repo.git("add", "-A")
    repo.git("commit", "-qm", "x")

    change = read(repo, "HEAD~1..HEAD")

    assert statuses(change) == {'new\nline "ü".py': "A", "link": "A"}
    assert change.tree.read('new\nline "ü".py').text == "x\n"
    assert change.tree.read("link").problem == "link"


@pytest.mark.parametrize("text", ["", "main", "a..b..c", "a....b"])
def test_what_is_no_range_is_said_with_the_way_out(repo, text):
    repo.commit()

    with pytest.raises(UsageError, match="is not a range") as caught:
        read(repo, text)
    assert "--base" in caught.value.hint


@pytest.mark.parametrize("text", ["nope..HEAD", "HEAD..nope", "HEAD...nope", "--output=x..HEAD", "HEAD..-x"])
def test_an_unknown_revision_is_named(repo, text):
    repo.commit()

    with pytest.raises(GitError, match=r"'(nope|--output=x|-x)'") as caught:
        read(repo, text)
    assert caught.value.hint
    assert not (repo.root / "x").exists()


def test_a_tag_of_a_blob_is_no_commit(repo):
    repo.write("a", "a\n")
    repo.commit()
    repo.git("tag", "blob", "HEAD:a")

    with pytest.raises(GitError, match="no commit 'blob'"):
        read(repo, "blob..HEAD")


def test_before_the_first_commit_there_is_no_head(repo):
    with pytest.raises(GitError, match="no commit 'HEAD'"):
        revisions.since(find(str(repo.root)), "HEAD")


def test_unrelated_histories_have_no_base(repo):
    repo.commit()
    repo.git("checkout", "-q", "--orphan", "other")
    repo.commit("another root")

    with pytest.raises(GitError, match="nothing in common"):
        revisions.since(find(str(repo.root)), "main")


@pytest.mark.parametrize("base", ["origin/main", "v1"])
def test_a_shallow_clone_without_the_base_says_how_to_get_it(forked, tmp_path, base):
    clone = tmp_path / "clone"
    forked.git("clone", "-q", "--depth=1", "--no-single-branch", "--branch=side", f"file://{forked.root}", str(clone))

    with pytest.raises(GitError, match=r"shallow|no commit") as caught:
        revisions.since(find(str(clone)), base)
    assert "git fetch --unshallow" in caught.value.hint
    assert "fetch-depth: 0" in caught.value.hint


def test_a_submodule_moves_by_its_commit(repo, tmp_path):
    inner = tmp_path / "inner"
    repo.git("init", "-q", "-b", "main", str(inner))
    repo.run("commit", "-q", "--allow-empty", "-m", "x", cwd=inner)
    repo.commit()
    repo.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(inner), "libs")
    repo.commit()

    change = read(repo, "HEAD~1..HEAD")

    assert statuses(change) == {".gitmodules": "A", "libs": "A"}
    assert change.tree.read("libs").problem == "submodule"


def test_every_commit_of_a_history_can_be_read(repo):
    for number in range(5):
        repo.write(f"f{number % 3}.py", f"x = {number}\n" * (number + 1))
        repo.commit(str(number))
    for oid in repo.git("rev-list", "HEAD").split():
        parents = repo.git("rev-list", "--parents", "-1", oid).split()[1:]
        change = revisions.between(find(str(repo.root)), parents[0] if parents else "", oid)
        for file in change.set.files:
            assert change.tree.read(file.path).text.encode() == repo.run("show", f"{oid}:{file.path}").stdout


def test_until_now_means_all_that_is_new_since_the_branch_was_left_uncommitted_too(repo):
    repo.write("old.py", "x = 1\n")
    repo.commit()
    repo.git("checkout", "-qb", "feature")
    repo.write("committed.py", "x = 1\n")
    repo.commit()
    repo.git("checkout", "-q", "main")
    repo.write("theirs.py", "x = 1\n")
    repo.commit()
    repo.git("checkout", "-q", "feature")
    repo.write("untracked.py", "x = 1\n")
    repo.write("old.py", "x = 2\n")

    change = revisions.until_now(find(str(repo.root)), "main")

    assert statuses(change) == {"committed.py": "A", "old.py": "M", "untracked.py": "A"}
    assert change.tree.read("old.py", "old").text == "x = 1\n"


def test_until_now_from_a_branch_that_is_not_there_is_refused(repo):
    repo.commit()
    with pytest.raises(GitError, match="git knows no commit 'nowhere'"):
        revisions.until_now(find(str(repo.root)), "nowhere")
