"""Folders of notes on disk, and the stamps that tell when they change."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from adrguard.system import folders


@pytest.fixture
def wiki(tmp_path: Path) -> Path:
    for name in ("b.md", "a/c.MD", "a/d.markdown", ".hidden/e.md", "node_modules/f.md", "g.txt"):
        (tmp_path / "wiki" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "wiki" / name).write_text(name)
    return tmp_path / "wiki"


def test_notes_are_listed_in_order(wiki: Path) -> None:
    assert [path for path, _ in folders.notes(str(wiki))] == ["a/c.MD", "a/d.markdown", "b.md"]


def test_links_and_other_things_are_passed_over(wiki: Path) -> None:
    (wiki / "link.md").symlink_to(wiki / "b.md")
    (wiki / "loop").symlink_to(wiki)
    (wiki / "folder.md").mkdir()
    os.mkfifo(wiki / "fifo.md")
    assert [path for path, _ in folders.notes(str(wiki))] == ["a/c.MD", "a/d.markdown", "b.md"]


def test_what_is_not_there_has_no_notes_and_no_stamp(tmp_path: Path) -> None:
    assert folders.notes(str(tmp_path / "none")) == []
    assert folders.stamp(str(tmp_path / "none")) is None
    assert folders.files_at(str(tmp_path / "none")) == []


def test_a_settled_folder_has_one_stamp(wiki: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    later = folders.time.time_ns() + 10_000_000_000
    monkeypatch.setattr(folders.time, "time_ns", lambda: later)
    first = folders.stamp(str(wiki))
    assert folders.stamp(str(wiki)) == first
    (wiki / "b.md").write_text("changed")
    second = folders.stamp(str(wiki))
    assert second != first
    (wiki / "new.md").write_text("")
    third = folders.stamp(str(wiki))
    assert third != second
    (wiki / "new.md").unlink()
    assert folders.stamp(str(wiki)) == second


def test_a_note_of_the_last_moment_never_has_the_same_stamp(wiki: Path) -> None:
    assert folders.stamp(str(wiki)) != folders.stamp(str(wiki))


@pytest.mark.parametrize(
    ("path", "inside"),
    [("", ""), ("a", "a"), ("a/b", "a/b"), ("../other", None), ("..", None)],
)
def test_where_a_path_lies(tmp_path: Path, path: str, inside: str | None) -> None:
    root = tmp_path / "root"
    root.mkdir()
    assert folders.below(str(root), folders.resolve(str(root), path)) == inside


def test_the_home_is_known(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    assert folders.resolve("/anywhere", "~/wiki") == os.path.realpath(tmp_path / "wiki")


def test_files_at_the_top(wiki: Path) -> None:
    assert folders.files_at(str(wiki)) == ["b.md", "g.txt"]


def test_sources_have_a_stamp(wiki: Path) -> None:
    first = folders.stamp_of_sources((str(wiki), str(wiki / "none")), (".md",))
    assert first == folders.stamp_of_sources((str(wiki),), (".md", ".none"))
    (wiki / "b.md").write_text("changed more")
    assert folders.stamp_of_sources((str(wiki),), (".md",)) != first


def test_pruning_keeps_the_newest(tmp_path: Path) -> None:
    for number in range(4):
        (tmp_path / f"set-{number}").write_text("")
        os.utime(tmp_path / f"set-{number}", (number, number))
    (tmp_path / "other").write_text("")
    folders.prune(str(tmp_path), "set-", 2)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["other", "set-2", "set-3"]
    folders.prune(str(tmp_path / "none"), "set-", 2)


def test_pruning_spares_no_file_that_is_too_old(tmp_path: Path) -> None:
    for name in ("set-old", "set-new"):
        (tmp_path / name).write_text("")
    os.utime(tmp_path / "set-old", (0, 0))
    folders.prune(str(tmp_path), "set-", 2, oldest_s=60)
    assert [path.name for path in tmp_path.iterdir()] == ["set-new"]


def test_a_folder_of_anything_is_not_walked_without_end(wiki: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folders, "MOST_FOLDERS", 1)
    listed = folders.listed(str(wiki))
    assert ([path for path, _ in listed.notes], listed.is_whole) == (["b.md"], False)
    monkeypatch.setattr(folders, "MOST_FOLDERS", 9)
    assert folders.listed(str(wiki)).is_whole
    monkeypatch.setattr(folders, "MOST_NOTES", 1)
    assert not folders.listed(str(wiki)).is_whole


def test_what_lies_too_deep_is_told(tmp_path: Path) -> None:
    for depth in (32, 33):
        folder = tmp_path.joinpath(*"a" * depth)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "note.md").write_text("")
    listed = folders.listed(str(tmp_path))
    assert [path for path, _ in listed.notes] == ["a/" * 32 + "note.md"]
    assert listed.unseen == (("/".join("a" * 33), "nested too deeply"),)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the superuser may look into everything")
@pytest.mark.parametrize("mode", [pytest.param(0o000, id="not to be listed"), pytest.param(0o400, id="listed only")])
def test_a_folder_that_may_not_be_looked_into_is_told(wiki: Path, mode: int) -> None:
    (wiki / "closed").mkdir()
    (wiki / "closed" / "c.md").write_text("")
    (wiki / "closed").chmod(mode)
    try:
        listed = folders.listed(str(wiki))
    finally:
        (wiki / "closed").chmod(0o755)
    assert listed.unseen == (("closed", "unreadable: Permission denied"),)
    assert "closed/c.md" not in [path for path, _ in listed.notes]
