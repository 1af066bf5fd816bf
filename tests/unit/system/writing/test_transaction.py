from __future__ import annotations

import os
import stat

import pytest
from fakes import killing
from fakes.transacting import (
    NEW,
    OLD,
    STATE,
    both,
    commit,
    lay,
    posix,
    superuser,
    texts,
    undo,
)

from adrguard.system.writing import transaction
from adrguard.system.writing.targets import RefusedError
from adrguard.system.writing.transaction import ConflictError, Edit, WriteError, exclusive


@pytest.fixture
def top(tmp_path):
    return lay(tmp_path)


def test_notes_are_changed_made_and_deleted_at_once(top) -> None:
    commit(top, Edit("a.md", b"old a", b"new a"), Edit("b.md", b"old b", None), Edit("new/deep/c.md", None, b"new c"))
    assert texts(top) == {"a.md": "new a", "new/deep/c.md": "new c"}
    assert killing.leftovers(str(top)) == ["a.md", "new/deep/c.md"]


def test_git_never_sees_the_state(repo) -> None:
    repo.write("a.md", "old a")
    repo.write("b.md", "old b")
    repo.commit()
    commit(repo.root)
    assert repo.git("status", "--porcelain", "--untracked-files=all") == " M a.md\n M b.md"


@posix
def test_modes_links_and_owners_stay(top) -> None:
    (top / "a.md").chmod(0o640)
    (top / "docs").mkdir()
    (top / "docs" / "link.md").symlink_to("../b.md")
    commit(top, both()[0], Edit("docs/link.md", b"old b", b"new b"))
    assert stat.S_IMODE((top / "a.md").stat().st_mode) == 0o640
    assert (top / "docs" / "link.md").is_symlink()
    assert (top / "b.md").read_text() == "new b"
    assert (top / "a.md").stat().st_uid == (top / "b.md").stat().st_uid


@pytest.mark.skipif(not hasattr(os, "setxattr"), reason="no extended attributes")
def test_extended_attributes_stay(top) -> None:
    try:
        os.setxattr(top / "a.md", "user.colour", b"red")
    except OSError:
        pytest.skip("this file system has none")
    commit(top)
    assert os.getxattr(top / "a.md", "user.colour") == b"red"


@superuser
def test_the_superuser_gives_a_note_back_to_its_owner(top) -> None:
    os.chown(top / "a.md", 65534, 65534)
    commit(top)
    assert ((top / "a.md").stat().st_uid, (top / "b.md").stat().st_uid) == (65534, 0)


@posix
def test_a_new_note_gets_the_usual_mode(top) -> None:
    mask = os.umask(0o027)
    try:
        commit(top, Edit("c.md", None, b"new"))
    finally:
        os.umask(mask)
    assert stat.S_IMODE((top / "c.md").stat().st_mode) == 0o640


def test_what_changes_nothing_is_compared_and_not_written(top) -> None:
    before = (top / "a.md").stat()
    commit(top, Edit("a.md", b"old a", b"old a"))
    assert (top / "a.md").stat() == before
    assert transaction.history(str(top)) == ()
    with pytest.raises(ConflictError):
        commit(top, Edit("a.md", b"other", b"other"))


@posix
def test_two_hard_linked_notes_are_changed_each_for_itself(top) -> None:
    (top / "b.md").unlink()
    (top / "b.md").hardlink_to(top / "a.md")
    commit(top, Edit("a.md", b"old a", b"new a"), Edit("b.md", b"old a", b"new b"))
    assert texts(top) == NEW


@posix
def test_a_name_that_is_no_utf8_is_a_name(top) -> None:
    try:
        (top / os.fsdecode(b"\xff.md")).write_text("old")
    except OSError:
        pytest.skip("this file system wants UTF-8")
    commit(top, Edit("\udcff.md", b"old", b"new"))
    assert (top / os.fsdecode(b"\xff.md")).read_text() == "new"
    assert undo(top).paths == ("\udcff.md",)


@pytest.mark.parametrize(
    ("edit", "told"),
    [
        pytest.param(Edit("b.md", b"other", b"new"), "b.md: it changed since it was read", id="changed"),
        pytest.param(Edit("c.md", b"old", b"new"), "c.md: it is gone since it was read", id="gone"),
        pytest.param(Edit("b.md", None, b"new"), "b.md: it is there already", id="made by another"),
        pytest.param(Edit("c.md", b"old", None), "c.md: it is gone since it was read", id="deleted by another"),
    ],
)
def test_a_note_that_is_not_as_it_was_read_ends_all(top, edit, told) -> None:
    with pytest.raises(ConflictError) as caught:
        commit(top, both()[0], edit)
    assert caught.value.message == f"{told}; nothing was written"
    assert texts(top) == OLD


def test_every_note_that_changed_is_named(top) -> None:
    with pytest.raises(ConflictError) as caught:
        commit(top, Edit("a.md", b"x", b"new"), Edit("b.md", b"y", b"new"))
    assert caught.value.paths == ("a.md", "b.md")


@pytest.mark.parametrize("path", ["../a.md", "/a.md", ".git/a.md", "a.txt", f"{STATE}/a.md"])
def test_a_path_that_may_not_be_written_ends_all(top, path) -> None:
    with pytest.raises(RefusedError, match="nothing was written"):
        commit(top, both()[0], Edit(path, None, b"new"))
    assert texts(top) == OLD


def test_a_note_named_twice_ends_all(top) -> None:
    (top / "link.md").symlink_to("a.md")
    with pytest.raises(RefusedError, match="the same file as a"):
        commit(top, both()[0], Edit("link.md", b"old a", b"other"))
    with pytest.raises(RefusedError, match="the same file as a"):
        commit(top, both()[0], Edit("a.md", b"old a", b"other"))
    assert texts(top)["a.md"] == "old a"


def test_a_link_is_not_deleted(top) -> None:
    (top / "link.md").symlink_to("a.md")
    with pytest.raises(RefusedError, match="it is a link"):
        commit(top, Edit("link.md", b"old a", None))


@pytest.mark.parametrize("place", [".adrguard", STATE])
def test_a_file_or_a_link_in_place_of_the_state_folder_is_refused(top, place, tmp_path) -> None:
    (top / place).parent.mkdir(exist_ok=True)
    (top / place).write_text("x")
    with pytest.raises(WriteError, match=r"a regular file stands where a folder is needed; nothing was written"):
        commit(top)
    (top / place).unlink()
    (tmp_path / "elsewhere").mkdir()
    (top / place).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(WriteError, match="a symbolic link stands where a folder is needed"):
        commit(top)
    assert list((tmp_path / "elsewhere").iterdir()) == []
    assert texts(top) == OLD


@pytest.mark.parametrize("name", ["lock", "journal", ".gitignore"])
def test_links_within_the_state_folder_are_not_followed(top, name, tmp_path) -> None:
    (top / STATE).mkdir(parents=True)
    (tmp_path / "precious").write_text("precious")
    (top / STATE / name).symlink_to(tmp_path / "precious")
    if name == "lock":
        with pytest.raises(WriteError):
            commit(top)
    else:
        commit(top)
    assert (tmp_path / "precious").read_text() == "precious"


def test_a_folder_that_is_not_there_is_said_to_be(top) -> None:
    with pytest.raises(WriteError, match="there is no such folder"):
        commit(top / "nowhere")


def test_a_note_is_read_as_it_would_be_written(top, tmp_path) -> None:
    (tmp_path / "outside.md").write_text("x")
    (top / "out.md").symlink_to(tmp_path / "outside.md")
    with exclusive(str(top)) as held:
        assert held.read("a.md") == b"old a"
        with pytest.raises(RefusedError):
            held.read("out.md")
        with pytest.raises(transaction.UnreadableError, match=r"c\.md: there is no such file"):
            held.read("c.md")
        with pytest.raises(transaction.UnreadableError, match="too large"):
            held.read("a.md", limit=2)


def test_the_stamp_changes_with_every_change_and_only_then(top) -> None:
    stamps = [transaction.steady_stamp(str(top))]
    with exclusive(str(top)):
        pass
    stamps.append(transaction.steady_stamp(str(top)))
    commit(top)
    stamps.append(transaction.steady_stamp(str(top)))
    with exclusive(str(top)):
        assert transaction.steady_stamp(str(top)) == stamps[-1]
    undo(top)
    stamps.append(transaction.steady_stamp(str(top)))
    assert stamps[0] == stamps[1] == ""
    assert len(set(stamps)) == 3
