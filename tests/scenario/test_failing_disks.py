"""Whatever the file system refuses, and whenever: all notes are old or all are new, and the reason is told."""

from __future__ import annotations

import errno
import os
import subprocess

import pytest
from fakes import killing
from fakes.transacting import (
    DONE,
    EDITS,
    NEW,
    OLD,
    STATE,
    both,
    commit,
    failing_calls,
    interrupt,
    lay,
    superuser,
    texts,
    undo,
)

from adrguard.system.folders import is_unfinished
from adrguard.system.writing import transaction
from adrguard.system.writing.state_folder import StateFolder
from adrguard.system.writing.transaction import ConflictError, Edit, WriteError, exclusive


@pytest.fixture
def top(tmp_path):
    return lay(tmp_path)


@pytest.mark.parametrize("forever", [False, True], ids=["once", "from then on"])
@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EROFS, errno.EACCES, errno.EIO], ids=errno.errorcode.get)
def test_whichever_call_fails_all_notes_are_old_or_all_new(top, monkeypatch, code, forever) -> None:
    told = set()
    for number in range(1, 200):
        with monkeypatch.context() as patch:
            count = failing_calls(patch, top, number, code, forever=forever)
            try:
                commit(top, *EDITS)
                error = None
            except WriteError as caught:
                error = caught
        if count[0] < number:
            break
        promised = error is not None and "brings this one to its end" in error.message
        assert is_unfinished(str(top)) == promised, error
        with exclusive(str(top)):
            pass
        told.add(error.message.rpartition("; ")[2] if error else "")
        assert texts(top) == (OLD if error and not promised else DONE), f"call {number}: {error}"
        assert not promised or texts(top) == DONE
        if texts(top) == DONE:
            undo(top)
        assert texts(top) == OLD
        assert not (top / "new").exists()
        assert killing.leftovers(str(top)) == ["a.md"]
    else:
        pytest.fail("it never came to its end")
    assert "nothing was written" in told


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        (errno.ENOSPC, "the disk is full"),
        (errno.EROFS, "the file system is read-only"),
        (errno.EACCES, "permission to write is denied"),
    ],
)
def test_the_reason_and_the_way_out_are_told(top, monkeypatch, code, reason) -> None:
    with exclusive(str(top)) as held:
        failing_calls(monkeypatch, top, 1, code)
        with pytest.raises(WriteError) as caught:
            held.commit("a change", both())
    assert f": {reason}; nothing was written" in caught.value.message
    assert caught.value.hint


def test_an_interrupt_from_the_keyboard_takes_all_back(top, monkeypatch) -> None:
    replace = os.replace

    def interrupted(source, target):
        if target.endswith("b.md"):
            raise KeyboardInterrupt
        replace(source, target)

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", interrupted)
        with pytest.raises(KeyboardInterrupt):
            commit(top)
    assert texts(top) == OLD
    assert not is_unfinished(str(top))


def test_a_note_that_is_made_by_another_meanwhile_stays(top, monkeypatch) -> None:
    link = os.link

    def late(source, target, **named):
        (top / "c.md").write_text("theirs")
        link(source, target, **named)

    with monkeypatch.context() as patch:
        patch.setattr(os, "link", late)
        with pytest.raises(ConflictError, match=r"c\.md.*nothing was written"):
            commit(top, both()[0], Edit("c.md", None, b"ours"))
    assert texts(top) == {**OLD, "c.md": "theirs"}


def test_a_note_that_is_edited_meanwhile_ends_all_and_stays(top, monkeypatch) -> None:
    replace = os.replace

    def late(source, target):
        replace(source, target)
        if target.endswith("a.md"):
            (top / "b.md").write_text("theirs")

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", late)
        with pytest.raises(ConflictError, match=r"b\.md: it changed since it was read; nothing was written"):
            commit(top)
    assert texts(top) == {"a.md": "old a", "b.md": "theirs"}


def test_a_file_system_without_hard_links_makes_notes_all_the_same(top, monkeypatch) -> None:
    def none(*_, **__):
        raise OSError(errno.EPERM, "no links")

    monkeypatch.setattr(os, "link", none)
    commit(top, Edit("c.md", None, b"new"))
    assert (top / "c.md").read_text() == "new"
    assert killing.leftovers(str(top)) == ["a.md", "c.md"]


def test_a_note_on_another_file_system_than_the_journal_is_written_beside_itself(top, monkeypatch) -> None:
    replace, link = os.replace, os.link

    def across(call):
        def refusing(source, target, **named):
            if STATE in str(source) and STATE not in str(target):
                raise OSError(errno.EXDEV, "another device")
            call(source, target, **named)

        return refusing

    monkeypatch.setattr(os, "replace", across(replace))
    monkeypatch.setattr(os, "link", across(link))
    commit(top, *EDITS)
    assert texts(top) == DONE
    assert undo(top).what == "a change"
    assert texts(top) == OLD
    assert killing.leftovers(str(top)) == ["a.md"]


@pytest.fixture
def mounted(tmp_path):
    """Return what mounts a small file system at a folder; all are taken away again."""
    places = []

    def mount(name: str, *options: str):
        place = tmp_path / name
        place.mkdir(parents=True, exist_ok=True)
        done = subprocess.run(["mount", *options, str(place)], capture_output=True, check=False)
        if done.returncode:
            pytest.skip("nothing can be mounted here")
        places.append(place)
        return place

    yield mount
    for place in reversed(places):
        subprocess.run(["umount", str(place)], check=True)


@superuser
@pytest.mark.parametrize("room", range(0, 700, 48))
def test_a_disk_that_is_really_full_leaves_all_notes_old(mounted, room) -> None:
    top = mounted("full", "-t", "tmpfs", "-o", "size=1m", "tmpfs")
    old, new = b"o" * 100_000, b"n" * 100_000
    for name in "ab":
        (top / f"{name}.md").write_bytes(old)
    free = 1024 * 1024 - 2 * 102_400 - room * 1024
    (top / "ballast").write_bytes(b"x" * max(free, 0))
    try:
        commit(top, Edit("a.md", old, new), Edit("b.md", old, new))
    except WriteError as error:
        told, now = error.message, old
    else:
        told, now = "", new
    assert "the disk is full; nothing was written" in told if now is old else room > 400
    assert [(top / f"{name}.md").read_bytes() for name in "ab"] == [now, now]
    assert killing.leftovers(str(top)) == ["a.md", "ballast"]


@superuser
def test_a_file_system_that_is_really_read_only_is_said_to_be(mounted) -> None:
    top = mounted("readonly", "-t", "tmpfs", "tmpfs")
    for name in "ab":
        (top / f"{name}.md").write_text(f"old {name}")
    for made in (False, True):
        if made:
            subprocess.run(["mount", "-o", "remount,rw", str(top)], check=True)
            StateFolder(str(top)).make()
        subprocess.run(["mount", "-o", "remount,ro", str(top)], check=True)
        with pytest.raises(WriteError, match="the file system is read-only; nothing was written"):
            commit(top)
        assert transaction.steady_stamp(str(top)) == ""
    assert texts(top) == OLD


@superuser
def test_a_folder_on_another_file_system_takes_part(mounted, top) -> None:
    other = mounted("top/other", "-t", "tmpfs", "tmpfs")
    (other / "c.md").write_text("old c")
    edits = [*both(), Edit("other/c.md", b"old c", b"new c"), Edit("other/new/d.md", None, b"new d")]
    commit(top, *edits)
    assert texts(top) == {**NEW, "other/c.md": "new c", "other/new/d.md": "new d"}
    undo(top)
    assert texts(top) == {**OLD, "other/c.md": "old c"}
    interrupt(top, *edits)
    commit(top, Edit("e.md", None, b"e"))
    assert texts(top) == {**NEW, "other/c.md": "new c", "other/new/d.md": "new d", "e.md": "e"}


@superuser
def test_a_note_that_cannot_be_replaced_has_the_others_taken_back(mounted, top, tmp_path) -> None:
    (tmp_path / "source").write_text("old b")
    done = subprocess.run(
        ["mount", "--bind", str(tmp_path / "source"), str(top / "b.md")], capture_output=True, check=False
    )
    if done.returncode:
        pytest.skip("nothing can be mounted here")
    try:
        with pytest.raises(WriteError, match=r"b\.md: it is in use, or mounted by itself; nothing was written"):
            commit(top)
        assert texts(top) == OLD
        assert not is_unfinished(str(top))
    finally:
        subprocess.run(["umount", str(top / "b.md")], check=True)
