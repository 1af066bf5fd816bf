"""The change that a diff text describes, over the working tree."""

from __future__ import annotations

import ntpath
import os
from types import SimpleNamespace

import pytest

from adrguard.changes import unified
from adrguard.changes.scan import DiffError
from adrguard.model.changes import OLD, Place
from adrguard.system.repository import find


def read(repo, text, **options):
    return unified.read(find(str(repo.root)), text.encode() if isinstance(text, str) else text, **options)


def test_the_diff_is_judged_and_not_the_working_tree(repo):
    repo.write("x.py", "on disk\n")
    repo.commit()

    change = read(repo, "diff --git a/x.py b/x.py\n--- a/x.py\n+++ b/x.py\n@@ -3,2 +3,2 @@\n ctx\n-old\n+new\n")

    assert change.set.source == "diff"
    assert change.place == change.base == Place("worktree")
    assert change.tree.read("x.py") == ("ctx\nnew\n", True, (3, 4), "")
    assert change.tree.read("x.py", OLD) == ("ctx\nold\n", True, (3, 4), "")
    assert b"new" in change.tree.haystack("x.py")


def test_files_that_it_does_not_name_are_those_on_disk(repo):
    repo.write("other.py", "other\n")
    repo.write("gone.py", "gone\n")
    repo.commit()

    change = read(
        repo,
        "diff --git a/new.py b/new.py\nnew file mode 100644\n--- /dev/null\n+++ b/new.py\n@@ -0,0 +1 @@\n+x\n"
        "diff --git a/gone.py b/gone.py\ndeleted file mode 100644\n--- a/gone.py\n+++ /dev/null\n@@ -1 +0,0 @@\n-gone\n",
    )

    assert change.tree.read("other.py").text == change.tree.read("other.py", OLD).text == "other\n"
    assert change.tree.paths() == {"other.py", "new.py"}
    assert change.tree.paths(OLD) == {"other.py", "gone.py"}
    assert change.tree.read("gone.py") is None
    assert change.tree.read("new.py", OLD) is None
    assert change.tree.read("new.py").text == "x\n"
    assert not change.tree.read("new.py").fragment


@pytest.mark.parametrize("applied", [False, True])
def test_the_text_of_a_pure_rename_comes_from_the_disk(repo, applied):
    repo.write("b.py" if applied else "a.py", "text\n")
    repo.commit()

    change = read(repo, "diff --git a/a.py b/b.py\nsimilarity index 100%\nrename from a.py\nrename to b.py\n")

    assert change.tree.read("b.py").text == change.tree.read("a.py", OLD).text == "text\n"
    assert change.tree.read("a.py") is None
    assert change.tree.paths() == {"b.py"}


def test_a_pure_rename_of_a_file_that_is_nowhere_is_named(repo):
    change = read(repo, "diff --git a/a.py b/b.py\nsimilarity index 100%\nrename from a.py\nrename to b.py\n")

    assert "not in the working tree" in change.tree.read("b.py").problem


@pytest.mark.parametrize("path", ["../outside.py", "sub/../../outside.py", "/etc/passwd", "..", '"\\000x"'])
def test_no_path_leads_out_of_the_repository(repo, path):
    with pytest.raises(DiffError, match=r"given:1: .* is no file of the repository"):
        read(repo, f"--- {path}\n+++ {path}\n+x\n", name="given")


def test_an_absolute_path_into_the_repository_is_taken_as_meant(repo):
    change = read(repo, f"--- {repo.root}/src/x.py\n+++ {repo.root}/src/x.py\n+x\n")

    assert [file.path for file in change.set.files] == ["src/x.py"]


def test_odd_names_are_those_that_git_has(repo):
    path = b't\xff\n "\xc3\xa4.py'.decode("utf-8", "surrogateescape")
    repo.write(path, "x\n")
    repo.git("add", "-A")

    change = read(repo, repo.run("diff", "--cached").stdout)

    assert [file.path for file in change.set.files] == [path]
    assert change.tree.read(path).text == "x\n"


def test_the_empty_diff_changes_nothing(repo):
    assert read(repo, "").set.files == ()


@pytest.mark.slow
def test_a_hundred_megabytes_are_bounded(repo):
    line = b"+" + b"x" * 99 + b"\n"
    count = 1_000_000
    diff = b"diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -0,0 +1,%d @@\n" % count + line * count

    change = read(repo, diff)

    assert change.tree.read("x").problem.startswith("too large (100.0 MB")


def test_a_path_on_another_drive_leads_out_of_the_repository(monkeypatch):
    monkeypatch.setattr(unified, "os", SimpleNamespace(path=ntpath, pardir=os.pardir))
    with pytest.raises(DiffError, match=r"D:/elsewhere/x\.py' is no file of the repository") as caught:
        unified._path("C:\\repo", b"D:/elsewhere/x.py", "diff", 7)
    assert caught.value.line == 7
