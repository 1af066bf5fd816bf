"""Which repositories a server may look into."""

from __future__ import annotations

import os

import pytest
from conftest import init

from adrguard.model.errors import AdrguardError, UsageError
from adrguard.usecases.served_places import place, served, vault_folder


@pytest.fixture
def top(repo):
    """The top of a repository with a commit and a folder."""
    repo.write("sub/a.py", "x\n")
    repo.commit()
    return str(repo.root)


def test_a_call_that_names_nothing_is_about_where_we_stand(top) -> None:
    assert place(served(top)) == top
    assert place(served(f"{top}/sub")) == f"{top}/sub"


def test_outside_of_any_repository_it_is_about_the_first_that_was_named(top, tmp_path) -> None:
    places = served(str(tmp_path), [top])
    assert place(places) == top
    assert place(places, "sub") == f"{top}/sub"
    assert place(served(str(tmp_path))) == str(tmp_path)


@pytest.mark.parametrize("asked", [".", "sub", "sub/..", "./sub/"])
def test_folders_of_the_repository_are_served(top, asked: str) -> None:
    assert place(served(top), asked) == os.path.realpath(os.path.join(top, asked))
    assert place(served(top), os.path.join(top, asked)) == os.path.realpath(os.path.join(top, asked))


@pytest.mark.parametrize("asked", ["/", "/etc", "..", "../other", "sub/../..", "~", "../repository"])
def test_what_lies_elsewhere_is_refused_whether_it_is_there_or_not(top, tmp_path, asked: str) -> None:
    init(tmp_path / "other")
    init(tmp_path / "repository")
    with pytest.raises(UsageError, match="is not served here") as raised:
        place(served(top), asked)
    assert top in raised.value.hint


def test_a_link_that_leads_out_is_refused(top, tmp_path) -> None:
    other = init(tmp_path / "other")
    os.symlink(other.root, f"{top}/link")
    with pytest.raises(UsageError, match="is not served here"):
        place(served(top), "link")


def test_a_repository_that_was_named_is_served_too(top, tmp_path) -> None:
    other = init(tmp_path / "other")
    places = served(top, ["../other"])
    assert place(places, str(other.root)) == str(other.root)
    assert place(places) == top


def test_linked_working_trees_are_served_from_each_other(repo, top, tmp_path) -> None:
    linked = str(tmp_path / "linked")
    repo.git("worktree", "add", "-q", linked)
    assert place(served(top), linked) == linked
    assert place(served(linked), top) == top


def test_a_git_file_that_merely_points_to_the_repository_makes_no_working_tree(top, tmp_path) -> None:
    pointer = tmp_path / "pointer"
    pointer.mkdir()
    (pointer / ".git").write_text(f"gitdir: {top}/.git\n", encoding="utf-8")
    with pytest.raises(UsageError, match="is not served here"):
        place(served(top), str(pointer))


def test_settings_of_a_repository_within_cannot_move_it_out(repo, top, tmp_path) -> None:
    inner = init(repo.root / "inner")
    inner.git("config", "core.worktree", str(tmp_path))
    with pytest.raises(UsageError, match="is not served here"):
        place(served(top), "inner")


def test_a_repository_that_was_deleted_is_told(tmp_path) -> None:
    other = init(tmp_path / "other")
    places = served(str(tmp_path), [str(other.root)])
    (other.root / ".git").rename(tmp_path / "gone")
    with pytest.raises(UsageError, match="is not served here") as raised:
        place(places, str(other.root))
    assert "none, as the server was started in no repository" in raised.value.hint


def test_what_is_named_at_the_start_must_be_there(top, tmp_path) -> None:
    with pytest.raises(UsageError, match="there is no folder 'nowhere'"):
        served(top, ["nowhere"])
    with pytest.raises(AdrguardError, match="is not in a git repository"):
        served(top, [str(tmp_path)])
    with pytest.raises(UsageError, match="there is no folder"):
        vault_folder(top, "nowhere")
    assert (vault_folder(top, "sub"), vault_folder(top, "")) == (f"{top}/sub", "")
