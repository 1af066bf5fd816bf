"""Folders of decision records behind links and in repositories of their own are told of, and never read in silence."""

from __future__ import annotations

import os
import shutil

import pytest

from adrguard.changes import staged
from adrguard.decisions import load
from adrguard.model.changes import Place
from adrguard.model.errors import ERROR, WARNING
from adrguard.system import repository

pytestmark = pytest.mark.skipif(not hasattr(os, "symlink"), reason="no links")

NOTE = "# {n}. T\n\n## Status\n\nAccepted\n\n## Invariants\n\n- deny: `x{n}`\n"


@pytest.fixture(autouse=True)
def _nothing_held() -> None:
    load._held.clear()


@pytest.fixture
def decided(repo):
    repo.write("docs/adr/0001-old.md", NOTE.format(n=1))
    repo.commit("decide")
    return repo


def at(repo, kind: str):
    load._held.clear()
    found = repository.find(str(repo.root))
    return load.load(found, Place(kind, repo.git("rev-parse", "HEAD") if kind == "commit" else ""))


def told(found) -> list[tuple[str, str, str]]:
    return [(one.path, one.severity, one.message) for one in found.problems]


def move(repo, source: str, target: str, link: str) -> None:
    (repo.root / target).parent.mkdir(parents=True, exist_ok=True)
    shutil.move(repo.root / source, repo.root / target)
    (repo.root / source).symlink_to(link)


LINK = "is a symbolic link, which is not followed"
WAYS = pytest.mark.parametrize(
    ("moved", "message", "folder"),
    [
        pytest.param(("docs/adr", "decs", "../decs"), f"docs/adr {LINK}", "decs", id="itself"),
        pytest.param(("docs", "dd", "dd"), f"docs {LINK}: the decisions in docs/adr do not bind", "dd/adr", id="above"),
    ],
)


@WAYS
def test_a_link_in_the_way_is_an_error_at_every_place(decided, moved, message, folder) -> None:
    move(decided, *moved)
    (untracked,) = at(decided, "worktree").problems
    path = moved[0]
    assert (untracked.path, untracked.severity, untracked.message) == (path, ERROR, message)
    assert f'adr-dirs = ["{folder}"]' in untracked.hint
    assert at(decided, "index").problems == ()

    decided.stage()
    assert told(at(decided, "index")) == [(path, ERROR, message)]
    repo = repository.find(str(decided.root))
    after, before = load.for_change(repo, staged.read(repo, 1 << 20))
    assert told(after) == [(path, ERROR, message)]
    assert before.rules

    decided.commit("link")
    assert [told(at(decided, kind)) for kind in ("commit", "index", "worktree")] == [[(path, ERROR, message)]] * 3


@WAYS
def test_the_way_out_of_a_link_is_one(decided, moved, message, folder) -> None:
    move(decided, *moved)
    decided.write(".adrguard.toml", f'adr-dirs = ["{folder}"]\n')
    decided.commit("link")
    for kind in ("commit", "index", "worktree"):
        found = at(decided, kind)
        assert (found.problems, len(found.rules)) == ((), 1)


def test_a_link_alone_that_a_commit_brings_is_seen(repo) -> None:
    repo.write("decs/0001-old.md", NOTE.format(n=1))
    repo.commit("files")
    assert at(repo, "commit").problems == ()
    (repo.root / "docs").mkdir()
    (repo.root / "docs/adr").symlink_to("../decs")
    repo.stage()
    found = repository.find(str(repo.root))
    after, _ = load.for_change(found, staged.read(found, 1 << 20))
    assert told(after) == [("docs/adr", ERROR, f"docs/adr {LINK}")]
    repo.commit("link")
    assert told(at(repo, "commit")) == [("docs/adr", ERROR, f"docs/adr {LINK}")]


def test_a_link_within_the_folder_is_an_error_too(decided) -> None:
    decided.write("decs/0002-more.md", NOTE.format(n=2))
    (decided.root / "docs/adr/more").symlink_to("../../decs")
    decided.commit("link")
    for kind in ("commit", "index", "worktree"):
        found = at(decided, kind)
        assert told(found) == [("docs/adr/more", ERROR, f"docs/adr/more {LINK}")]
        assert len(found.rules) == 1


def test_a_link_that_leads_out_is_an_error_with_another_way_out(decided, tmp_path) -> None:
    move(decided, "docs/adr", "../out", str(tmp_path / "out"))
    decided.commit("link")
    for kind in ("commit", "index", "worktree"):
        (problem,) = at(decided, kind).problems
        assert problem.message == f"docs/adr {LINK}"
        assert "vault" in problem.hint


@pytest.mark.parametrize("ignored", ["docs/adr", "docs"])
def test_a_link_that_git_ignores_is_an_error_as_long_as_it_is_one(decided, ignored) -> None:
    move(decided, "docs/adr", "decs", "../decs")
    decided.write(".gitignore", f"{ignored}\n")
    decided.git("add", ".gitignore", "decs")
    decided.git("rm", "-qr", "--cached", "docs")
    decided.commit("ignore", everything=False)
    for kind in ("commit", "index", "worktree"):
        assert told(at(decided, kind)) == [("docs/adr", ERROR, f"docs/adr {LINK}")]
    (decided.root / "docs/adr").unlink()
    assert at(decided, "commit").problems == ()


@pytest.mark.parametrize(
    ("link", "target"),
    [("docs", "elsewhere"), ("docs", "README"), ("docs", "docs"), ("docs/adr", "../elsewhere"), ("adr", "docs/adr")],
)
def test_a_link_to_no_decisions_or_to_those_that_are_read_is_none_of_ours(repo, link, target) -> None:
    repo.write("README", "x")
    repo.write("elsewhere/code.py", "x")
    if link == "adr":
        repo.write("docs/adr/0001-old.md", NOTE.format(n=1))
    (repo.root / link).parent.mkdir(exist_ok=True)
    (repo.root / link).symlink_to(target)
    repo.commit("link")
    for kind in ("commit", "index", "worktree"):
        assert at(repo, kind).problems == ()


def test_a_wiki_that_is_a_link_is_known_by_where_it_leads(repo) -> None:
    repo.write("notes/02_Architecture/ADR-1.md", "---\nid: ADR-1\nstatus: accepted\n---\n# T\n")
    (repo.root / ".adrguard").mkdir()
    (repo.root / ".adrguard/wiki").symlink_to("../notes")
    repo.commit("link")
    for kind in ("commit", "index", "worktree"):
        found = at(repo, kind)
        assert (found.problems, len(found.decisions)) == ((), 1)


@pytest.fixture(params=["docs", "docs/adr"])
def nested(request, repo):
    """A repository with another one in the place of its folder of decisions, or above it."""
    top = repo.root / request.param
    repo.git("init", "-q", str(top))
    repo.write("docs/adr/0001-old.md", NOTE.format(n=1))
    repo.git("-C", str(top), "add", "-A")
    repo.git("-C", str(top), "commit", "-qm", "decide")
    repo.write("README", "x")
    return repo, request.param


def test_decisions_in_a_repository_within_are_a_warning(nested) -> None:
    repo, top = nested
    expected = [(top, WARNING, f"{top} is a repository of its own: the decisions in docs/adr bind there, not here")]
    assert told(at(repo, "worktree")) == expected
    repo.git("-c", "advice.addEmbeddedRepo=false", "add", "-A")
    repo.commit("take it in", everything=False)
    for kind in ("commit", "index", "worktree"):
        assert told(at(repo, kind)) == expected
    repo.write(".adrguard.toml", 'adr-dirs = ["docs/adr"]\n')
    assert told(at(repo, "worktree")) == expected
    repo.write(".adrguard.toml", 'vault = "docs/adr"\n')
    found = at(repo, "worktree")
    assert (found.problems, len(found.rules)) == ((), 1)


def test_a_repository_within_that_git_ignores_is_read_like_any_folder(nested) -> None:
    repo, top = nested
    repo.write(".gitignore", f"{top}/\n")
    repo.commit("ignore")
    for kind in ("commit", "index", "worktree"):
        found = at(repo, kind)
        assert (found.problems, len(found.rules)) == ((), 1)


@pytest.mark.parametrize("pattern", ["docs/adr/", "docs/adr/*", "*.md", "docs"])
def test_decisions_that_git_ignores_are_read_however_it_ignores_them(repo, pattern) -> None:
    repo.write("README", "x")
    repo.commit("begin")
    assert at(repo, "commit").rules == ()
    repo.write("docs/adr/0001-old.md", NOTE.format(n=1))
    repo.write(".gitignore", f"{pattern}\n")
    repo.commit("ignore")
    for kind in ("commit", "index", "worktree"):
        assert len(at(repo, kind).rules) == 1


def test_decisions_of_which_git_ignores_some_are_those_of_git(repo) -> None:
    repo.write("docs/adr/0001-old.md", NOTE.format(n=1))
    repo.write("docs/adr/0002-own.md", NOTE.format(n=2))
    repo.write(".gitignore", "*own.md\n")
    assert (len(at(repo, "worktree").rules), len(at(repo, "index").rules)) == (1, 0)
    repo.commit("decide")
    for kind in ("commit", "index", "worktree"):
        assert len(at(repo, kind).rules) == 1
