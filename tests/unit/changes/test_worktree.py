"""What is not committed: the working tree as it stands on the disk, with untracked files, against HEAD."""

from __future__ import annotations

import os

import pytest

from adrguard.changes import worktree
from adrguard.model.changes import NEW, OLD, Place
from adrguard.model.errors import GitError
from adrguard.system.repository import find


def read(repo, limit=2 * 1024 * 1024):
    return worktree.read(find(str(repo.root)), limit)


def statuses(change):
    return {file.path: file.status for file in change.set.files}


def text(change, path, side=NEW):
    content = change.tree.read(path, side)
    assert content is not None
    assert content.problem == ""
    return content.text


def test_a_clean_working_tree_is_no_change(repo):
    repo.write("a.py", "a\n")
    oid = repo.commit()

    change = read(repo)

    assert change.set.files == ()
    assert (change.set.source, change.place, change.base) == ("worktree", Place("worktree"), Place("commit", oid))


def test_staged_unstaged_untracked_and_announced_files_are_all_found(repo):
    for name in ("staged.py", "unstaged.py", "both.py", "deleted.py", "unstaged_deleted.py", "same.py"):
        repo.write(name, f"{name} at head\n")
    repo.commit()
    repo.write("staged.py", "staged\n")
    repo.write("both.py", "staged\n")
    repo.stage()
    repo.write("both.py", "on disk\n")
    repo.write("unstaged.py", "unstaged\n")
    repo.git("rm", "-q", "deleted.py")
    repo.remove("unstaged_deleted.py")
    repo.write("folder/untracked.py", "written by a shell\n")
    repo.write("announced.py", "announced\n")
    repo.git("add", "-N", "announced.py")

    change = read(repo)

    assert statuses(change) == {
        "staged.py": "M", "unstaged.py": "M", "both.py": "M", "deleted.py": "D", "unstaged_deleted.py": "D",
        "folder/untracked.py": "A", "announced.py": "A",
    }  # fmt: skip
    assert text(change, "both.py") == "on disk\n"
    assert text(change, "both.py", OLD) == "both.py at head\n"
    assert text(change, "folder/untracked.py") == "written by a shell\n"
    assert change.tree.read("folder/untracked.py", OLD) is None
    assert text(change, "announced.py") == "announced\n"
    assert change.tree.read("deleted.py") is None
    assert text(change, "deleted.py", OLD) == "deleted.py at head\n"
    assert text(change, "same.py") == text(change, "same.py", OLD)
    assert b"written by" in change.tree.haystack("folder/untracked.py")
    assert change.tree.paths() == {
        "staged.py",
        "unstaged.py",
        "both.py",
        "same.py",
        "folder/untracked.py",
        "announced.py",
    }
    assert change.tree.paths(OLD) == set(repo.git("ls-tree", "-r", "--name-only", "HEAD").splitlines())


def test_ignored_files_are_left_out(repo):
    repo.write(".gitignore", "*.log\n")
    repo.commit()
    repo.write("x.log", "x\n")

    assert read(repo).set.files == ()


def test_all_since_a_commit_is_found_with_the_sides_that_bring_a_part_of_it(repo):
    repo.write("a.py", "a\n")
    start = repo.commit()
    repo.write("b.py", "b\n")
    theirs = repo.commit()
    repo.write("c.py", "c\n")

    change = worktree.read(find(str(repo.root)), since=start, beside=(theirs,))

    assert statuses(change) == {"b.py": "A", "c.py": "A"}
    assert change.base == Place("commit", start)
    assert change.set.others == ("other1",)
    assert text(change, "b.py", "other1") == "b\n"
    assert change.tree.read("c.py", "other1") is None


def test_a_file_that_was_only_touched_has_not_changed(repo):
    repo.write("a.py", "a\n")
    repo.commit()
    os.utime(repo.root / "a.py", (1, 1))

    assert read(repo).set.files == ()


def test_a_staged_change_that_was_undone_on_disk_is_none(repo):
    repo.write("a.py", "a\n")
    repo.commit()
    repo.write("a.py", "b\n")
    repo.stage()
    repo.write("a.py", "a\n")

    assert read(repo).set.files == ()


def test_a_file_taken_out_of_the_index_but_kept_is_no_deletion(repo):
    repo.write("a.py", "a\n")
    repo.commit()
    repo.git("rm", "-q", "--cached", "a.py")
    repo.write("a.py", "b\n")

    change = read(repo)

    assert statuses(change) == {"a.py": "M"}
    assert (text(change, "a.py", OLD), text(change, "a.py")) == ("a\n", "b\n")


@pytest.mark.parametrize("staged", [True, False], ids=["git-mv", "plain-mv"])
@pytest.mark.parametrize("more", ["", "import forbidden\n"], ids=["pure", "edited"])
def test_a_moved_file_keeps_its_old_side(repo, staged, more):
    before = "".join(f"row {n}\n" for n in range(40))
    repo.write("old.py", before)
    repo.commit()
    (repo.root / "pkg").mkdir()
    if staged:
        repo.git("mv", "old.py", "pkg/new.py")
    else:
        (repo.root / "old.py").rename(repo.root / "pkg/new.py")
    repo.write("pkg/new.py", before + more)

    change = read(repo)

    assert [(file.status, file.old_path, file.path) for file in change.set.files] == [("R", "old.py", "pkg/new.py")]
    assert text(change, "pkg/new.py") == before + more
    assert text(change, "old.py", OLD) == before
    assert change.tree.read("old.py") is None
    assert change.tree.read("pkg/new.py", OLD) is None
    assert change.tree.paths() == {"pkg/new.py"}


def test_before_the_first_commit_everything_is_new(repo):
    repo.write("a.py", "a\n")
    repo.stage()
    repo.write("b.py", "b\n")

    change = read(repo)

    assert statuses(change) == {"a.py": "A", "b.py": "A"}
    assert change.base == Place("none")
    assert change.tree.paths(OLD) == frozenset()


@pytest.mark.parametrize(
    "path",
    [
        "größe neu.py",
        "tab\t.py",
        'quo"te.py',
        "new\nline.py",
        b"latin-\xe9.py".decode("utf-8", "surrogateescape"),
        "-rf.py",
        ":(top).py",
    ],
)
def test_odd_paths_are_found_and_read(repo, path):
    repo.commit()
    repo.write(path, "SELECT *\n")

    change = read(repo)

    assert statuses(change) == {path: "A"}
    assert text(change, path) == "SELECT *\n"
    repo.git("add", "-A")
    assert text(read(repo), path) == "SELECT *\n"


def test_no_filter_and_no_program_of_the_users_runs(repo):
    repo.write(".gitattributes", "*.f filter=mark diff=mark\n")
    repo.write("data.f", "a\n")
    repo.commit()
    repo.write("data.f", "b\n")
    for key in (
        "filter.mark.clean",
        "filter.mark.process",
        "filter.mark.smudge",
        "diff.mark.textconv",
        "diff.external",
        "core.fsmonitor",
    ):
        repo.git("config", key, "touch ran; cat")

    change = read(repo)

    assert statuses(change) == {"data.f": "M"}
    assert text(change, "data.f") == "b\n"
    assert not (repo.root / "ran").exists()


def test_what_git_lfs_checked_out_is_no_change(repo):
    import hashlib

    content = b'{"query": "SELECT * FROM t"}\n'
    digest = hashlib.sha256(content).hexdigest()
    repo.write("data.json", f"version https://git-lfs.github.com/spec/v1\noid sha256:{digest}\nsize {len(content)}\n")
    repo.commit()
    repo.write("data.json", content)

    assert read(repo).set.files == ()

    repo.write("data.json", content + b"more\n")
    assert statuses(read(repo)) == {"data.json": "M"}


def test_links_are_not_followed(repo, tmp_path):
    (tmp_path / "secret").write_text("secret\n")
    repo.write("real.py", "real\n")
    repo.commit()
    (repo.root / "out").symlink_to(tmp_path / "secret")
    (repo.root / "in").symlink_to("real.py")

    change = read(repo)

    assert {file.path: file.is_text_file for file in change.set.files} == {"in": False, "out": False}
    assert change.tree.read("out").problem == "link"
    assert change.tree.read("in").problem == "link"
    assert change.tree.haystack("out") == b""


def test_nothing_behind_a_linked_folder_outside_of_the_root_is_read(repo, tmp_path):
    (tmp_path / "away").mkdir()
    (tmp_path / "away" / "x.py").write_text("secret\n")
    repo.write("dir/x.py", "tracked\n")
    repo.commit()
    repo.remove("dir/x.py")
    (repo.root / "dir").rmdir()
    (repo.root / "dir").symlink_to(tmp_path / "away")

    change = read(repo)

    assert statuses(change) == {"dir": "A", "dir/x.py": "D"}
    assert "secret" not in (change.tree.read("dir/x.py") or ("",))[0]
    for path in ("../away/x.py", str(tmp_path / "away" / "x.py"), "dir/x.py"):
        content = change.tree.read(path)
        assert content is None or (content.text == "" and "outside" in content.problem)


@pytest.mark.parametrize("tracked", [True, False])
def test_a_fifo_is_never_opened(repo, tracked):
    if tracked:
        repo.write("pipe", "text\n")
        repo.commit()
        repo.remove("pipe")
    os.mkfifo(repo.root / "pipe")

    change = read(repo)

    content = change.tree.read("pipe")
    assert content is None or content.problem == "unreadable: a FIFO"


def test_a_file_over_the_limit_is_named_with_its_size(repo):
    repo.write("a.py", "a\n")
    repo.commit()
    with open(repo.root / "huge.bin", "wb") as file:
        file.truncate(200_000_000)
    repo.write("a.py", "x" * 3_000_000)

    change = read(repo)

    assert change.tree.read("huge.bin").problem == "too large (200.0 MB, limit 2.1 MB)"
    assert change.tree.read("a.py").problem == "too large (3.0 MB, limit 2.1 MB)"
    assert change.tree.haystack("huge.bin") == b""


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the superuser may read everything")
def test_an_unreadable_file_is_listed(repo):
    repo.write("a.py", "a\n").chmod(0)

    assert read(repo).tree.read("a.py").problem == "unreadable: Permission denied"


def test_a_sparse_checkout_is_no_deletion(repo):
    repo.write("kept/a.py", "a\n")
    repo.write("left/b.py", "b\n")
    repo.commit()
    repo.git("sparse-checkout", "set", "kept")
    repo.write("kept/a.py", "changed\n")

    change = read(repo)

    assert statuses(change) == {"kept/a.py": "M"}
    assert text(change, "left/b.py") == "b\n"
    assert change.tree.paths() == {"kept/a.py", "left/b.py"}


def test_a_merge_in_progress_is_read_from_disk_with_its_other_parent(repo):
    repo.write("x", "base\n")
    repo.commit()
    repo.git("checkout", "-q", "-b", "side")
    repo.write("x", "side\n")
    repo.commit()
    repo.git("checkout", "-q", "main")
    repo.write("x", "main\n")
    repo.commit()
    assert repo.run("merge", "side").returncode == 1

    change = read(repo)

    assert statuses(change) == {"x": "M"}
    assert "<<<<<<<" in text(change, "x")
    assert change.set.others == ("other1",)
    assert text(change, "x", "other1") == "side\n"


def test_nested_repositories_and_submodules_are_not_entered(repo, tmp_path):
    inner = tmp_path / "inner"
    repo.git("init", "-q", "-b", "main", str(inner))
    repo.run("commit", "-q", "--allow-empty", "-m", "x", cwd=inner)
    repo.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(inner), "libs")
    repo.commit()
    repo.git("worktree", "add", "-q", ".claude/worktrees/agent", "-b", "side")
    (repo.root / "libs" / "untracked.py").write_text("x\n")
    (repo.root / ".claude" / "worktrees" / "agent" / "x.py").write_text("x\n")

    change = read(repo)

    assert change.set.files == ()
    assert change.tree.read("libs").problem == "submodule"


def test_a_file_that_became_a_folder_and_back(repo):
    repo.write("a", "file\n")
    repo.write("b/c", "file\n")
    repo.commit()
    repo.remove("a")
    repo.write("a/inner", "quite another text\n")
    repo.remove("b/c")
    (repo.root / "b").rmdir()
    repo.write("b", "something else again\n")

    change = read(repo)

    assert statuses(change) == {"a": "D", "a/inner": "A", "b": "A", "b/c": "D"}
    assert change.tree.read("a") is None
    assert change.tree.read("b/c") is None
    assert text(change, "b") == "something else again\n"


def test_executable_bits_are_changes_of_mode(repo):
    repo.write("a.sh", "a\n")
    repo.commit()
    (repo.root / "a.sh").chmod(0o755)

    (file,) = read(repo).set.files

    assert (file.status, file.old_mode, file.mode) == ("M", 0o100644, 0o100755)


def test_utf_16_is_searched_as_text(repo):
    repo.write("x.ps1", b"\xff\xfe" + "SELECT *\r\n".encode("utf-16-le"))

    change = read(repo)

    assert text(change, "x.ps1") == "SELECT *\r\n"
    assert b"SELECT *" in change.tree.haystack("x.ps1")


def test_a_linked_working_tree_is_read_where_it_is(repo, tmp_path):
    repo.write("a.py", "a\n")
    repo.commit()
    repo.git("worktree", "add", "-q", "-b", "side", str(tmp_path / "linked"))
    (tmp_path / "linked" / "a.py").write_text("linked\n")

    change = worktree.read(find(str(tmp_path / "linked")))

    assert text(change, "a.py") == "linked\n"
    assert read(repo).set.files == ()


def test_a_damaged_index_is_an_error_in_gits_words(repo):
    repo.commit()
    (repo.root / ".git" / "index").write_bytes(b"DIRC rubbish")

    with pytest.raises(GitError, match="index"):
        read(repo)
