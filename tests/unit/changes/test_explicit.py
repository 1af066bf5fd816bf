"""Files judged as they stand: the named ones, or all."""

from __future__ import annotations

import os

import pytest

from adrguard.changes import explicit
from adrguard.model.changes import Place
from adrguard.model.errors import UsageError
from adrguard.system.repository import find


def read(repo, *names, cwd=""):
    return explicit.read(find(str(repo.root)), names, cwd or str(repo.root))


def paths(change):
    return [file.path for file in change.set.files]


@pytest.fixture
def filled(repo):
    repo.write("src/a.py", "a\n")
    repo.write("src/deep/b.py", "b\n")
    repo.write("top.py", "top\n")
    repo.write(".gitignore", "*.log\n")
    repo.commit()
    repo.write("src/untracked.py", "u\n")
    repo.write("src/x.log", "ignored\n")
    return repo


def test_named_files_are_read_as_they_are_on_disk(filled):
    filled.write("top.py", "changed\n")

    change = read(filled, "top.py", "src/a.py")

    assert paths(change) == ["top.py", "src/a.py"]
    assert {file.status for file in change.set.files} == {"="}
    assert (change.set.source, change.set.whole) == ("files", True)
    assert change.place == change.base == Place("worktree")
    assert change.tree.read("top.py").text == "changed\n"


def test_a_folder_stands_for_what_git_does_not_ignore_in_it(filled):
    assert paths(read(filled, "src")) == ["src/a.py", "src/deep/b.py", "src/untracked.py"]
    assert set(paths(read(filled, "."))) == {".gitignore", "src/a.py", "src/deep/b.py", "src/untracked.py", "top.py"}


def test_an_ignored_file_is_judged_when_it_is_named(filled):
    change = read(filled, "src/x.log")

    assert paths(change) == ["src/x.log"]
    assert change.tree.read("src/x.log").text == "ignored\n"


def test_names_are_relative_to_the_callers_folder(filled, monkeypatch):
    assert paths(read(filled, "a.py", "../top.py", cwd=str(filled.root / "src"))) == ["src/a.py", "top.py"]
    monkeypatch.chdir(filled.root / "src")
    assert paths(explicit.read(find(), ["deep"])) == ["src/deep/b.py"]


def test_a_file_named_twice_is_read_once(filled):
    assert paths(read(filled, "src", "./src/a.py", str(filled.root / "src" / "a.py"))) == paths(read(filled, "src"))


def test_files_outside_of_the_repository_and_missing_ones_are_refused_together(filled, tmp_path):
    (tmp_path / "outside.py").write_text("secret\n")
    (filled.root / "way").symlink_to(tmp_path)

    with pytest.raises(UsageError) as caught:
        read(filled, "../outside.py", str(tmp_path / "outside.py"), "way/outside.py", "nowhere.py", "/dev/null", "a\0b")
    assert caught.value.message.count("lies outside of the repository") == 4
    assert "'nowhere.py' does not exist" in caught.value.message
    assert "is not a file name" in caught.value.message


def test_a_link_is_named_and_not_followed(filled):
    (filled.root / "link").symlink_to("/etc/passwd")

    change = read(filled, "link")

    assert not change.set.files[0].is_text_file
    assert change.tree.read("link").problem == "link"
    assert change.set.unread == (("link", "link: name the file that it leads to"),)


def test_a_fifo_is_listed_and_never_opened(filled):
    os.mkfifo(filled.root / "pipe")

    change = read(filled, "pipe", "top.py")

    assert paths(change) == ["top.py"]
    assert change.set.unread == (("pipe", "unreadable: a FIFO"),)


def test_all_is_every_file_that_git_tracks_or_does_not_ignore(filled, tmp_path):
    filled.remove("src/deep/b.py")
    inner = tmp_path / "inner"
    filled.git("init", "-q", "-b", "main", str(inner))
    filled.run("commit", "-q", "--allow-empty", "-m", "x", cwd=inner)
    filled.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(inner), "libs")

    change = explicit.read_all(find(str(filled.root)))

    assert paths(change) == [".gitignore", ".gitmodules", "libs", "src/a.py", "src/untracked.py", "top.py"]
    assert (change.set.source, change.set.whole, change.place) == ("all", True, Place("worktree"))
    assert change.tree.read("libs").problem == "submodule"
    assert change.tree.paths() == set(paths(change))


def test_what_lies_in_another_repository_is_not_judged_by_this_ones_decisions(filled, tmp_path):
    inner = tmp_path / "inner"
    filled.git("init", "-q", "-b", "main", str(inner))
    filled.run("commit", "-q", "--allow-empty", "-m", "x", cwd=inner)
    filled.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(inner), "libs")
    filled.git("init", "-q", str(filled.root / "tools/own"))
    for path in ("libs/a.py", "tools/own/deep/a.py", "tools/a.py"):
        filled.write(path, "x = 1\n")
    said = "another repository, {}, holds it: run adrguard inside of that"

    change = read(filled, "libs/a.py", "tools/own/deep/a.py", "tools/own/deep", "tools/own", "tools/a.py")

    assert paths(change) == ["tools/a.py"]
    assert change.set.unread == (
        ("libs/a.py", said.format("libs")),
        ("tools/own/deep/a.py", said.format("tools/own")),
        ("tools/own/deep", said.format("tools/own")),
        ("tools/own", said.format("tools/own")),
    )
    assert read(filled, "a.py", cwd=str(filled.root / "libs")).set.unread == (("libs/a.py", said.format("libs")),)


def test_all_before_the_first_commit(repo):
    repo.write("a.py", "a\n")

    assert paths(explicit.read_all(find(str(repo.root)))) == ["a.py"]


def test_all_of_a_sparse_checkout_includes_what_is_left_out(repo):
    repo.write("kept/a.py", "a\n")
    repo.write("left/b.py", "b\n")
    repo.commit()
    repo.git("sparse-checkout", "set", "kept")

    change = explicit.read_all(find(str(repo.root)))

    assert paths(change) == ["kept/a.py", "left/b.py"]
    assert change.tree.read("left/b.py").text == "b\n"
