from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import pytest

from adrguard.system import note_tree

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from adrguard.system.note_tree import Listing

links = pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")


@pytest.fixture(params=["opened folders", "folders by path"])
def listed(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Listing]:
    """Both ways of listing: systems without the first take the second."""
    if request.param == "folders by path":
        monkeypatch.setattr(note_tree, "_LISTS_OPENED", False)
    elif not note_tree._LISTS_OPENED:  # noqa: SLF001 -- what this system has decides
        pytest.skip("this system does not list opened folders")
    return note_tree.listed


def note(path: Path, text: str = "# A\n") -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def test_notes_of_all_folders_are_listed_with_stamps(listed, tmp_path) -> None:
    for name in ("a.md", "deep/er/b.MD", "c.markdown", "d.txt", ".hidden/e.md", "node_modules/f.md", ".g.md"):
        note(tmp_path / name)
    found = listed(str(tmp_path))
    assert sorted(found.stamps) == ["a.md", "c.markdown", "deep/er/b.MD"]
    status = os.stat(tmp_path / "a.md")
    assert found.stamps["a.md"][:2] == (status.st_size, status.st_mtime_ns)
    assert found.passed_over == ()


def test_a_stamp_changes_with_the_note_though_size_and_time_are_put_back(listed, tmp_path) -> None:
    note(tmp_path / "a.md", "one\n")
    before = listed(str(tmp_path)).stamps
    status = os.stat(tmp_path / "a.md")
    note(tmp_path / "a.md", "two\n")
    os.utime(tmp_path / "a.md", ns=(status.st_atime_ns, status.st_mtime_ns))
    if sys.platform != "win32":  # there is no time of the status
        assert listed(str(tmp_path)).stamps != before


@links
def test_a_link_to_a_folder_is_told_and_not_followed(listed, tmp_path) -> None:
    note(tmp_path / "outside/secret.md")
    vault = tmp_path / "vault"
    note(vault / "a.md")
    (vault / "out").symlink_to(tmp_path / "outside")
    (vault / "again").symlink_to(vault)
    (vault / "b.md").symlink_to(vault / "a.md")
    found = listed(str(vault))
    assert list(found.stamps) == ["a.md"]
    assert {path for path, _ in found.passed_over} == {"out", "again", "b.md"}


@links
def test_the_top_may_be_a_link(listed, tmp_path) -> None:
    note(tmp_path / "vault/a.md")
    (tmp_path / "link").symlink_to(tmp_path / "vault")
    assert list(listed(str(tmp_path / "link")).stamps) == ["a.md"]


@pytest.mark.skipif(not note_tree._LISTS_OPENED, reason="this system does not list opened folders")  # noqa: SLF001 -- as above
def test_a_folder_that_becomes_a_link_while_the_others_are_looked_at_is_not_followed(tmp_path, monkeypatch) -> None:
    note(tmp_path / "outside/secret.md")
    vault = tmp_path / "vault"
    note(vault / "sub/a.md")
    look = note_tree._look_through  # noqa: SLF001 -- the moment between seeing a folder and opening it

    def swap(entries, prefix, *others) -> None:
        look(entries, prefix, *others)
        if not prefix:
            os.rename(vault / "sub", vault / ".sub")
            (vault / "sub").symlink_to(tmp_path / "outside")

    monkeypatch.setattr(note_tree, "_look_through", swap)
    found = note_tree.listed(str(vault))
    assert found.stamps == {}
    assert [path for path, _ in found.passed_over] == ["sub/"]


def test_a_folder_that_is_not_there_is_told(listed, tmp_path) -> None:
    found = listed(str(tmp_path / "nowhere"))
    assert found.stamps == {}
    assert [path for path, _ in found.passed_over] == ["."]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no FIFOs")
def test_a_fifo_is_told_and_not_waited_for(listed, tmp_path) -> None:
    os.mkfifo(tmp_path / "pipe.md")
    found = listed(str(tmp_path))
    assert found.stamps == {}
    assert found.passed_over == (("pipe.md", "a FIFO is not read"),)
    assert listed(str(tmp_path / "pipe.md")).stamps == {}


@pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="open files are listed in no folder here")
def test_no_folder_stays_open(listed, tmp_path) -> None:
    for number in range(20):
        note(tmp_path / f"{number}/a.md")
    before = len(os.listdir("/proc/self/fd"))
    listed(str(tmp_path))
    assert len(os.listdir("/proc/self/fd")) == before
