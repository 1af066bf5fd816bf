"""What differs from a commit by the stats of the index: the same as git says, or nothing at all."""

from __future__ import annotations

import os
import shutil
import time

import pytest

from adrguard.changes import index_stats
from adrguard.changes.blobs import RAW
from adrguard.changes.raw import parse_raw
from adrguard.system import process
from adrguard.system.git import Git
from adrguard.system.repository import find

pytestmark = pytest.mark.skipif(os.name == "nt", reason="git keeps other stats there: all is left to it")

LONG_AGO = 1_600_000_000


@pytest.fixture
def work(repo):
    """A repository whose files were written long before its index."""
    for name in ("a.py", "b.py", "folder/c.py", "folder/deeper/d.py", "tool.sh"):
        repo.write(name, f"{name} at head\n")
        os.utime(repo.root / name, (LONG_AGO, LONG_AGO))
    os.symlink("a.py", repo.root / "link")
    repo.commit()
    return repo


def ours(repo, commit="HEAD"):
    git = Git(find(str(repo.root)))
    found = index_stats.differing(git, repo.git("rev-parse", commit) if commit else "")
    return None if found is None else sorted(found)


def gits(repo, commit="HEAD"):
    base = commit or repo.git("hash-object", "-t", "tree", os.devnull)
    listed = repo.run("diff-index", *RAW, "--no-renames", "--ignore-submodules=dirty", base, "--").stdout
    return sorted(parse_raw(listed)[0])


def write(path, text="another text\n"):
    return lambda repo: repo.write(path, text)


def same_size(repo):
    repo.write("a.py", "a.py at HEAD\n")


def touch(repo):
    os.utime(repo.root / "a.py", (LONG_AGO + 5, LONG_AGO + 5))


def replace_by_a_twin(repo):
    shutil.copy2(repo.root / "a.py", repo.root / "twin")
    os.replace(repo.root / "twin", repo.root / "a.py")


def staged_and_more(repo):
    repo.write("a.py", "staged\n")
    repo.write("new.py", "staged\n")
    repo.write("gone.py", "staged\n")
    repo.write("same.py", "staged\n")
    repo.git("rm", "-q", "b.py")
    repo.stage()
    repo.write("a.py", "on disk\n")
    repo.write("new.py", "on disk\n")
    repo.remove("gone.py")
    repo.write("b.py", "there again\n")


def staged_then_gone(repo):
    repo.write("a.py", "staged\n")
    repo.stage()
    repo.remove("a.py")


def forget(repo):
    repo.git("rm", "-q", "--cached", "a.py")


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda repo: None, id="nothing"),
        pytest.param(write("a.py"), id="a file written"),
        pytest.param(same_size, id="a file of the same size written"),
        pytest.param(touch, id="only the time of a file"),
        pytest.param(replace_by_a_twin, id="only the inode of a file"),
        pytest.param(lambda repo: repo.remove("a.py"), id="a file deleted"),
        pytest.param(lambda repo: shutil.rmtree(repo.root / "folder"), id="a folder deleted"),
        pytest.param(write("new.py"), id="a file that git does not know"),
        pytest.param(staged_and_more, id="staged, and changed again"),
        pytest.param(staged_then_gone, id="staged, and deleted again"),
        pytest.param(forget, id="forgotten by git, and still there"),
        pytest.param(lambda repo: repo.git("mv", "a.py", "moved.py"), id="renamed"),
    ],
)
def test_it_says_what_git_says(work, change) -> None:
    for _ in range(2):  # with nothing known, and with what is known from before
        change(work)
        for _ in range(2):
            assert ours(work) == gits(work)
        work.git("reset", "-q", "--hard")
        work.git("clean", "-qfd")


def link_for_a_file(repo):
    repo.remove("a.py")
    os.symlink("b.py", repo.root / "a.py")


def link_for_a_folder(repo):
    (repo.root / "folder").rename(repo.root.parent / "elsewhere")
    os.symlink(repo.root.parent / "elsewhere", repo.root / "folder")


def folder_for_a_file(repo):
    repo.remove("a.py")
    (repo.root / "a.py").mkdir()


def file_for_a_folder(repo):
    shutil.rmtree(repo.root / "folder")
    repo.write("folder", "a file\n")


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(link_for_a_file, id="a link for a file"),
        pytest.param(link_for_a_folder, id="a link for a folder"),
        pytest.param(folder_for_a_file, id="a folder for a file"),
        pytest.param(file_for_a_folder, id="a file for a folder"),
        pytest.param(lambda repo: (repo.root / "tool.sh").chmod(0o755), id="an executable file"),
        pytest.param(lambda repo: (repo.root / "folder").chmod(0), id="a folder that is closed"),
    ],
)
def test_of_what_is_not_plain_it_says_the_same_or_nothing(work, change) -> None:
    assert ours(work) == gits(work) == []
    try:
        change(work)
        assert ours(work) in (None, gits(work))
    finally:
        (work.root / "folder").chmod(0o755)


def test_before_the_first_commit_all_that_is_staged_differs(repo) -> None:
    repo.write("a.py", "a\n")
    repo.write("b.py", "b\n")
    repo.stage()
    repo.write("a.py", "another\n")
    assert ours(repo, "") in (None, gits(repo, ""))
    assert [pair[0].path for pair in gits(repo, "")] == ["a.py", "b.py"]


def test_another_commit_is_another_question(work) -> None:
    first = work.git("rev-parse", "HEAD")
    work.write("a.py", "second\n")
    work.commit()
    assert ours(work) == gits(work) == []
    assert ours(work, first) == gits(work, first)
    assert [pair[0].path for pair in ours(work, first)] == ["a.py"]


def test_a_file_written_in_the_moment_of_the_index_is_read(repo) -> None:
    repo.write("a.py", "one\n")
    repo.commit()
    assert ours(repo) == []
    # As a file system with a coarse clock shows it: same size, same times, same inode.
    status = os.stat(repo.root / "a.py")
    (repo.root / "a.py").write_bytes(b"two\n")
    os.utime(repo.root / "a.py", ns=(status.st_atime_ns, status.st_mtime_ns))
    assert ours(repo) in (None, gits(repo))
    assert ours(repo) != []


def test_a_file_that_is_as_old_as_the_index_is_read_once(repo, monkeypatch) -> None:
    repo.write("a.py", "one\n")
    repo.commit()
    read = []
    real = index_stats.files.read_regular
    monkeypatch.setattr(index_stats.files, "read_regular", lambda *args: read.append(args) or real(*args))
    assert ours(repo) == []
    assert len(read) == 1
    # Not settled yet: it may be written again within the same tick.
    assert ours(repo) == []
    assert len(read) == 2
    later = time.time() + 60
    monkeypatch.setattr(index_stats.time, "time", lambda: later)
    assert ours(repo) == ours(repo) == []
    assert len(read) == 3


def test_git_is_asked_once_for_each_content_of_the_index(work, monkeypatch) -> None:
    asked = []
    real = process.read
    monkeypatch.setattr(process, "read", lambda argv, *rest: asked.append(argv) or real(argv, *rest))
    git, head = Git(find(str(work.root))), work.git("rev-parse", "HEAD")
    for _ in range(3):
        assert index_stats.differing(git, head) == []
    assert len(asked) == 1
    work.write("a.py")
    assert len(index_stats.differing(git, head)) == 1
    assert len(asked) == 1
    work.stage()
    assert len(index_stats.differing(git, head)) == 1
    assert len(asked) == 2
