from __future__ import annotations

import os

import pytest
from conftest import init

from adrguard.changes import pending
from adrguard.system import repository


@pytest.fixture
def clean(repo):
    repo.write("a.txt", "1\n")
    repo.write(".gitignore", "*.log\n")
    repo.commit()
    return repo


def is_clean(repo) -> bool:
    found = repository.find(str(repo.root))
    return pending.is_clean(found, repository.head(found))


def test_a_tree_as_it_was_committed_is_clean(clean) -> None:
    clean.write("x.log", "ignored\n")
    assert is_clean(clean)


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda repo: repo.write("a.txt", "2\n"), id="changed"),
        pytest.param(lambda repo: repo.remove("a.txt"), id="deleted"),
        pytest.param(lambda repo: repo.write("b.txt", "1\n"), id="untracked"),
        pytest.param(lambda repo: (repo.write("a.txt", "2\n"), repo.stage()), id="staged"),
        pytest.param(lambda repo: repo.git("rm", "-q", "--cached", "a.txt"), id="only in the index no more"),
        pytest.param(lambda repo: os.chmod(repo.root / "a.txt", 0o700), id="its mode"),
        pytest.param(lambda repo: [repo.write(f"many/{'x' * 100}{n}", "") for n in range(900)], id="very much"),
    ],
)
def test_whatever_differs_is_seen(clean, change) -> None:
    change(clean)
    assert not is_clean(clean)


def test_before_the_first_commit_only_an_empty_tree_is_clean(repo) -> None:
    assert is_clean(repo)
    repo.write("a.txt", "1\n")
    assert not is_clean(repo)


def test_a_repository_within_is_not_its_business(clean) -> None:
    inner = init(clean.root / "inner")
    inner.write("x", "1\n")
    assert is_clean(clean)


def test_no_filter_of_the_users_is_run(clean, tmp_path) -> None:
    clean.write(".gitattributes", "*.txt filter=loud\n")
    clean.commit()
    clean.git("config", "filter.loud.clean", f"touch {tmp_path / 'was-run'}; cat")
    clean.git("config", "filter.loud.required", "true")
    clean.write("a.txt", "1\n")
    os.utime(clean.root / ".git" / "index")
    is_clean(clean)
    assert not (tmp_path / "was-run").exists()


def test_when_git_fails_it_is_not_called_clean(clean) -> None:
    found = repository.find(str(clean.root))
    (clean.root / ".git" / "index").write_bytes(b"rubbish")
    assert not pending.is_clean(found, repository.head(found))
