"""Git's index read as a file, beside what git itself says of it."""

from __future__ import annotations

import os

import pytest
from conftest import init

from adrguard.system import index_file

NAMES = ("a.py", "a-much-longer-name-than-the-first.py", "folder/b.py", "folder/ä b.py", "folder/deeper/c", "x" * 150)


def read(repo, known=None, **options):
    return index_file.read(str(repo.root / ".git" / "index"), known, **options)


def as_git_has_it(repo):
    found = {}
    for record in repo.git("ls-files", "-s", "-z").split("\0")[:-1]:
        meta, _, path = record.partition("\t")
        mode, oid, _ = meta.split(" ")
        found[path] = (int(mode, 8), oid)
    return found


def filled(repo):
    for name in NAMES:
        repo.write(name, name)
    (repo.root / "a.py").chmod(0o755)
    os.symlink("a.py", repo.root / "link")
    repo.commit()
    return repo


@pytest.mark.skipif(os.name == "nt", reason="neither links nor executable files are ordinary there")
@pytest.mark.parametrize("version", ["2", "4"])
@pytest.mark.parametrize("format_", ["sha1", "sha256"])
def test_entries_are_those_that_git_lists(tmp_path, version: str, format_: str) -> None:
    repo = filled(init(tmp_path.resolve() / "repo", f"--object-format={format_}"))
    repo.git("update-index", "--index-version", version)
    index = read(repo, sha256=format_ == "sha256")
    assert {path: (entry.mode, entry.oid) for path, entry in index.entries.items()} == as_git_has_it(repo)
    for path, entry in index.entries.items():
        assert entry.stat == index_file.stat_of(os.lstat(repo.root / path))
    assert index.written == int((repo.root / ".git" / "index").stat().st_mtime)


def test_what_is_still_there_is_not_read_again_and_what_is_not_is(repo) -> None:
    repo.write("a.py", "a")
    repo.commit()
    index = read(repo)
    assert read(repo, index) is index
    repo.write("b.py", "b")
    repo.stage()
    assert sorted(read(repo, index).entries) == ["a.py", "b.py"]


def announce(repo):
    repo.write("new.py", "new")
    repo.git("add", "-N", "new.py")


def conflict(repo):
    repo.git("checkout", "-qb", "other")
    repo.write("a.py", "theirs")
    repo.commit()
    repo.git("checkout", "-q", "main")
    repo.write("a.py", "ours")
    repo.commit()
    assert repo.run("merge", "other").returncode


def submodule(repo):
    repo.git("update-index", "--add", "--cacheinfo", f"160000,{repo.git('rev-parse', 'HEAD')},vendor")


def damage(repo):
    path = repo.root / ".git" / "index"
    data = bytearray(path.read_bytes())
    data[40] ^= 1
    path.write_bytes(data)


@pytest.mark.parametrize(
    "make",
    [
        pytest.param(announce, id="a file that is only announced"),
        pytest.param(conflict, id="a conflict"),
        pytest.param(submodule, id="a submodule"),
        pytest.param(lambda repo: repo.git("update-index", "--skip-worktree", "a.py"), id="a sparse entry"),
        pytest.param(lambda repo: repo.git("update-index", "--assume-unchanged", "a.py"), id="an entry on trust"),
        pytest.param(lambda repo: repo.git("update-index", "--split-index"), id="a split index"),
        pytest.param(damage, id="a damaged index"),
        pytest.param(lambda repo: (repo.root / ".git" / "index").write_bytes(b"DIRC"), id="a cut index"),
        pytest.param(lambda repo: (repo.root / ".git" / "index").write_bytes(b"x" * 100), id="something else"),
        pytest.param(lambda repo: (repo.root / ".git" / "index").unlink(), id="none"),
    ],
)
def test_what_only_git_can_tell_about_is_left_to_it(repo, make) -> None:
    filled(repo)
    assert read(repo) is not None
    make(repo)
    assert read(repo) is None


def test_an_index_of_more_files_than_are_cheap_is_left_to_git(repo, monkeypatch) -> None:
    filled(repo)
    monkeypatch.setattr(index_file, "MOST_ENTRIES", len(NAMES))
    assert read(repo) is None
