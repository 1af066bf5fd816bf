from __future__ import annotations

import os
import unicodedata

import pytest

from adrguard.system.writing import targets
from adrguard.system.writing.targets import RefusedError, fault, locate


@pytest.fixture
def top(tmp_path):
    folder = tmp_path / "top"
    (folder / "docs").mkdir(parents=True)
    (folder / "docs" / "a.md").write_text("a")
    return folder


@pytest.mark.parametrize(
    "path",
    [
        "a.md",
        "docs/adr/0001-ä.md",
        "A.MD",
        "x.markdown",
        "with space.md",
        "..a.md",
        ".hidden/a.md",
        ".adrguard/wiki/a.md",
    ],
)
def test_a_note_within_the_folder_may_be_written(path) -> None:
    assert fault(path) == ""


@pytest.mark.parametrize(
    ("path", "why"),
    [
        pytest.param("", "not a path", id="nothing"),
        pytest.param("/etc/a.md", "not a path", id="absolute"),
        pytest.param("../a.md", "not a path", id="above"),
        pytest.param("docs/../../a.md", "not a path", id="above by a detour"),
        pytest.param("docs/./a.md", "not a path", id="a dot"),
        pytest.param("docs//a.md", "not a path", id="an empty part"),
        pytest.param("a\0.md", "not a path", id="NUL"),
        pytest.param("a.py", "not a Markdown", id="code"),
        pytest.param("docs", "not a Markdown", id="no ending"),
        pytest.param(".git/a.md", "git", id="git's folder"),
        pytest.param("sub/.GIT/hooks/a.md", "git", id="git's folder in capitals"),
        pytest.param("GIT~1/a.md", "git", id="git's folder by its short name"),
        pytest.param(".git /a.md", "git", id="git's folder with a blank"),
        pytest.param(".adrguard/state/a.md", "state", id="our own state"),
        pytest.param(".AdrGuard/State/a.md", "state", id="our own state in capitals"),
    ],
)
def test_other_paths_are_refused_before_anything_is_looked_at(path, why) -> None:
    assert why in fault(path)


def test_a_new_note_may_lie_in_folders_that_are_not_there_yet(top) -> None:
    target = locate(str(top), "new/deep/a.md")
    assert (target.status, target.content()) == (None, None)
    assert targets.missing_folders(target) == [str(top / "new"), str(top / "new" / "deep")]


def test_a_link_within_the_folder_is_followed(top) -> None:
    (top / "link.md").symlink_to("docs/a.md")
    target = locate(str(top), "link.md")
    assert target.real == str(top / "docs" / "a.md")
    assert target.content() == b"a"


@pytest.mark.parametrize(
    ("link", "to", "path", "why"),
    [
        pytest.param("a.md", "../outside.md", "a.md", "leads out", id="a note outside"),
        pytest.param("out", "..", "out/outside.md", "leads out", id="a folder outside"),
        pytest.param("a.md", ".git/a.md", "a.md", "git", id="git's own"),
        pytest.param("a.md", "code.py", "a.md", "not a Markdown", id="code"),
        pytest.param("a.md", "nowhere.md", "a.md", "not there", id="nothing"),
        pytest.param("a.md", "a.md", "a.md", "a symbolic link", id="itself"),
    ],
)
def test_a_link_elsewhere_is_refused(top, link, to, path, why) -> None:
    (top.parent / "outside.md").write_text("x")
    (top / ".git").mkdir()
    (top / ".git" / "a.md").write_text("x")
    (top / "code.py").write_text("x")
    (top / link).symlink_to(to)
    with pytest.raises(RefusedError, match=why):
        locate(str(top), path)


def test_a_folder_a_fifo_and_a_file_in_the_way_are_refused(top) -> None:
    (top / "folder.md").mkdir()
    with pytest.raises(RefusedError, match=r"folder\.md: it is a folder; nothing was written"):
        locate(str(top), "folder.md")
    with pytest.raises(RefusedError, match="a file stands where a folder should be"):
        locate(str(top), "docs/a.md/b.md")
    if hasattr(os, "mkfifo"):
        os.mkfifo(top / "pipe.md")
        with pytest.raises(RefusedError, match="it is a FIFO"):
            locate(str(top), "pipe.md")


@pytest.mark.skipif(os.name == "nt", reason="POSIX permissions")
def test_a_readonly_file_or_folder_is_refused_for_the_superuser_too(top) -> None:
    (top / "docs" / "a.md").chmod(0o444)
    with pytest.raises(RefusedError, match="the file is read-only"):
        targets.refuse_readonly(locate(str(top), "docs/a.md"))
    (top / "docs").chmod(0o555)
    with pytest.raises(RefusedError, match="read-only"):
        targets.refuse_readonly(locate(str(top), "docs/new/b.md"))
    (top / "docs").chmod(0o755)


def test_names_that_one_file_may_have_are_told_apart_from_two_files(top) -> None:
    (top / "b.md").symlink_to("docs/a.md")
    first, second = locate(str(top), "docs/a.md"), locate(str(top), "b.md")
    assert targets.identity(first) == targets.identity(second)
    assert targets.identity(locate(str(top), "N.md")) == targets.identity(locate(str(top), "n.md"))
    (top / "hard.md").hardlink_to(top / "docs" / "a.md")
    assert targets.identity(locate(str(top), "hard.md")) != targets.identity(first)


def test_decomposed_and_composed_names_are_what_the_file_system_makes_of_them(top) -> None:
    composed = unicodedata.normalize("NFC", "é.md")
    (top / composed).write_text("x")
    assert locate(str(top), composed).content() == b"x"
