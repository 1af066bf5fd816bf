"""No decision is written where it would not be read again."""

from __future__ import annotations

import os
import shutil

import pytest

from adrguard.model.errors import UsageError
from adrguard.usecases.decisions.list_decisions import decisions
from adrguard.usecases.decisions.new_decision import new
from adrguard.usecases.memory.notes.flush_note import Draft, flush
from adrguard.usecases.setup.init_project import init

NOTE = "# 1. T\n\n## Status\n\nAccepted\n\n## Invariants\n\n- deny: `x`\n"
LINKS = pytest.mark.skipif(not hasattr(os, "symlink"), reason="no links")


def by_new(repo) -> None:
    new(str(repo.root), "More")


def by_flush(repo) -> None:
    flush(str(repo.root), Draft("More", "text", category="decision"))


def by_dry_run(repo) -> None:
    flush(str(repo.root), Draft("More", "text", category="decision"), dry_run=True)


EACH = pytest.mark.parametrize("write", [by_new, by_flush, by_dry_run])


@pytest.fixture
def decided(repo):
    repo.write("docs/adr/0001-old.md", NOTE)
    repo.commit("decide")
    return repo


@EACH
def test_git_would_ignore_the_decision(decided, write) -> None:
    decided.write(".gitignore", "# ours\ndocs/adr/\n")
    with pytest.raises(UsageError, match=r"ignored by git \(\.gitignore:2: docs/adr/\).*nothing was written"):
        write(decided)
    assert os.listdir(decided.root / "docs/adr") == ["0001-old.md"]


@EACH
def test_the_rule_of_another_file_is_named_too(decided, write) -> None:
    decided.write("docs/.gitignore", "*-more.md\n")
    with pytest.raises(UsageError, match=r"docs/\.gitignore:1"):
        write(decided)


@LINKS
@EACH
@pytest.mark.parametrize(("source", "target", "link"), [("docs/adr", "decs", "../decs"), ("docs", "dd", "dd")])
def test_a_link_stands_in_the_way(decided, write, source, target, link) -> None:
    shutil.move(decided.root / source, decided.root / target)
    (decided.root / source).symlink_to(link)
    decided.commit("link")
    before = decided.git("status", "--porcelain", "--ignored")
    with pytest.raises(UsageError, match=f"{source} is a symbolic link, which is not followed") as caught:
        write(decided)
    assert "adr-dirs" in caught.value.hint
    assert decided.git("status", "--porcelain") == before == ""


@LINKS
def test_a_link_to_an_empty_folder_stands_in_the_way_of_the_first_decision_too(repo) -> None:
    repo.write("decs/keep", "x")
    (repo.root / "docs").mkdir()
    (repo.root / "docs/adr").symlink_to("../decs")
    for write in (by_new, lambda repo: init(str(repo.root))):
        with pytest.raises(UsageError, match="docs/adr is a symbolic link, which is not followed"):
            write(repo)
    assert os.listdir(repo.root / "decs") == ["keep"]


@EACH
def test_a_submodule_stands_in_the_way(repo, write) -> None:
    repo.git("init", "-q", str(repo.root / "docs"))
    repo.write("docs/adr/0001-old.md", NOTE)
    with pytest.raises(UsageError, match=r"docs is a repository of its own.*nothing was written"):
        write(repo)


@pytest.mark.parametrize("pattern", ["docs/adr/", "docs/adr/*", "*.md"])
@pytest.mark.parametrize("there", [True, False], ids=["more", "the first"])
def test_what_is_read_from_disk_may_be_written(repo, pattern, there) -> None:
    repo.write(".gitignore", f"{pattern}\n")
    (repo.root / "docs/adr").mkdir(parents=True)
    if there:
        repo.write("docs/adr/0001-old.md", NOTE)
    made = new(str(repo.root), "More")
    assert made.path in [row.decision.path for row in decisions(str(repo.root)).rows]
