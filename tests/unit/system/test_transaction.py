from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys

import pytest
from fakes import killing

from adrguard.system import journal, transaction
from adrguard.system.folders import is_unfinished
from adrguard.system.journal import Journal
from adrguard.system.state_folder import MOST_DONE, StateFolder
from adrguard.system.targets import RefusedError
from adrguard.system.transaction import ConflictError, Edit, NothingDoneError, WriteError, exclusive
from adrguard.system.write_errors import LockedError

STATE = ".adrguard/state"
posix = pytest.mark.skipif(os.name == "nt", reason="POSIX file systems")
superuser = pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only the superuser may mount")


@pytest.fixture
def top(tmp_path):
    folder = tmp_path / "top"
    folder.mkdir()
    for name in "ab":
        (folder / f"{name}.md").write_text(f"old {name}")
    return folder


def both(*, a: str = "new a", b: str = "new b") -> list[Edit]:
    return [Edit("a.md", b"old a", a.encode()), Edit("b.md", b"old b", b.encode())]


def commit(top, *edits: Edit, undoable: bool = True) -> None:
    with exclusive(str(top)) as held:
        held.commit("a change", edits or both(), undoable=undoable)


def undo(top) -> transaction.Undone:
    with exclusive(str(top)) as held:
        return held.undo()


def texts(top) -> dict[str, str]:
    return {path.relative_to(top).as_posix(): path.read_text() for path in sorted(top.rglob("*.md*"))}


OLD = {"a.md": "old a", "b.md": "old b"}
NEW = {"a.md": "new a", "b.md": "new b"}


def interrupt(top, *edits: Edit, **named) -> None:
    """Leave what a transaction leaves that was killed right after its commit point."""
    state = StateFolder(str(top))
    state.make()
    state.begin(Journal("a change", "2026-01-02T03:04:05.678Z", edits or tuple(both()), **named))


# Writing


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


# What is refused


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


# When the file system fails


def failing_calls(monkeypatch, top, number: int, code: int, *, forever: bool = False) -> list[int]:
    """Let the call `number` of those that change something fail (forever: all from then on); return the counter."""
    count = [0]

    def wrapped(call):
        def counted(*args, **named):
            count[0] += 1
            if count[0] == number or (forever and count[0] > number):
                raise OSError(code, os.strerror(code))
            return call(*args, **named)

        return counted

    for name in ("write", "fsync", "replace", "rename", "link", "mkdir"):
        monkeypatch.setattr(os, name, wrapped(getattr(os, name)))
    return count


EDITS = (Edit("a.md", b"old a", b"new a"), Edit("b.md", b"old b", None), Edit("new/c.md", None, b"new c"))
DONE = {"a.md": "new a", "new/c.md": "new c"}


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


# Real file systems


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


# Recovery


def test_an_interrupted_change_is_brought_to_its_end_by_the_next(top) -> None:
    interrupt(top)
    with exclusive(str(top)) as held:
        assert held.recovered is not None
        assert (held.recovered.what, held.recovered.paths) == ("a change", ("a.md", "b.md"))
        assert held.recovered.told == "an interrupted change was brought to its end: a change (a.md, b.md)"
        assert texts(top) == NEW
    assert undo(top).what == "a change"
    assert texts(top) == OLD


@pytest.mark.parametrize("done", range(4))
def test_wherever_it_stood_the_rest_is_done(top, done) -> None:
    edits = [*EDITS]
    interrupt(top, *edits)
    if done > 0:
        (top / "a.md").write_text("new a")
    if done > 1:
        (top / "b.md").unlink()
    if done > 2:
        (top / "new").mkdir()
        (top / "new" / "c.md").write_text("new c")
    assert transaction.recover(str(top)) is not None
    assert texts(top) == DONE
    assert not is_unfinished(str(top))


def test_a_note_that_a_person_changed_meanwhile_stays_and_ours_lies_beside_it(top) -> None:
    interrupt(top, *both(), Edit("c.md", None, b"new c"))
    (top / "a.md").write_text("a person's")
    (top / "c.md").write_text("a person's too")
    (top / "c.md.conflict").write_text("of another time")
    recovered = transaction.recover(str(top))
    assert recovered is not None
    assert texts(top) == {
        "a.md": "a person's", "a.md.conflict": "new a", "b.md": "new b",
        "c.md": "a person's too", "c.md.conflict": "of another time", "c.md.conflict-2": "new c",
    }  # fmt: skip
    assert [(one.path, one.beside) for one in recovered.conflicts] == [
        ("a.md", "a.md.conflict"),
        ("c.md", "c.md.conflict-2"),
    ]
    assert (
        "a.md was changed meanwhile and stays as it is, what it was to become lies in a.md.conflict" in recovered.told
    )


def test_a_note_that_was_to_be_deleted_and_was_changed_stays(top) -> None:
    interrupt(top, Edit("a.md", b"old a", None), both()[1])
    (top / "a.md").write_text("a person's")
    recovered = transaction.recover(str(top))
    assert recovered is not None
    assert texts(top) == {"a.md": "a person's", "b.md": "new b"}
    assert "a.md was changed meanwhile and stays as it is, it was to be deleted" in recovered.told


@pytest.mark.parametrize(
    "stand",
    [
        pytest.param(lambda top: (top / "a.md").symlink_to("../outside.md"), id="a link out"),
        pytest.param(lambda top: (top / "a.md").mkdir(), id="a folder"),
        pytest.param(lambda top: (top / "a.md").symlink_to("nowhere.md"), id="a link to nothing"),
    ],
)
def test_a_place_that_cannot_be_written_any_more_has_the_text_kept_with_the_journal(top, stand) -> None:
    (top.parent / "outside.md").write_text("old a")
    interrupt(top)
    (top / "a.md").unlink()
    stand(top)
    recovered = transaction.recover(str(top))
    assert recovered is not None
    assert (top.parent / "outside.md").read_text() == "old a"
    assert [one.beside for one in recovered.conflicts] == [f"{STATE}/a.md.conflict"]
    assert (top / STATE / "a.md.conflict").read_text() == "new a"
    assert (top / "b.md").read_text() == "new b"


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(lambda data: data[:-1], id="cut"),
        pytest.param(lambda data: b"", id="empty"),
        pytest.param(lambda data: b"hello\n", id="foreign"),
        pytest.param(lambda data: data.replace(b"new a", b"NEW a"), id="changed"),
        pytest.param(lambda data: data.replace(b"journal 1", b"journal 2"), id="of another version"),
    ],
)
def test_a_journal_that_is_not_whole_is_put_aside_and_told(top, spoil) -> None:
    interrupt(top)
    place = top / STATE / "journal"
    data = spoil(place.read_bytes())
    place.write_bytes(data)
    (top / STATE / "journal.bad").write_text("of another time")
    pending = transaction.pending(str(top))
    assert pending is not None
    assert pending.why
    recovered = transaction.recover(str(top))
    assert recovered is not None
    assert recovered.set_aside.endswith("journal.bad-2")
    assert "no file was touched" in recovered.told
    assert (top / STATE / "journal.bad-2").read_bytes() == data
    assert texts(top) == OLD
    commit(top)
    assert texts(top) == NEW


@pytest.mark.parametrize("make", ["mkdir", "symlink"])
def test_a_journal_that_is_no_file_is_put_aside(top, make, tmp_path) -> None:
    (top / STATE).mkdir(parents=True)
    if make == "mkdir":
        (top / STATE / "journal").mkdir()
    else:
        (top / STATE / "journal").symlink_to(tmp_path / "anything")
    commit(top)
    assert texts(top) == NEW


def test_a_journal_with_a_path_out_of_the_folder_is_not_obeyed(top) -> None:
    (top.parent / "outside.md").write_text("old")
    interrupt(top, both()[0], Edit("../outside.md", b"old", b"new"))
    recovered = transaction.recover(str(top))
    assert recovered is not None
    assert recovered.why.startswith("../outside.md: not a path")
    assert (top.parent / "outside.md").read_text() == "old"
    assert texts(top) == OLD


def full(*_) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_recovery_that_fails_leaves_the_journal_and_says_so(top, monkeypatch) -> None:
    interrupt(top)
    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", full)
        with pytest.raises(WriteError, match=r"cannot be brought to its end .*the disk is full"):
            transaction.recover(str(top))
    assert is_unfinished(str(top))
    assert transaction.recover(str(top)) is not None
    assert texts(top) == NEW


def test_what_a_reader_brought_to_its_end_is_told_by_the_writer_that_follows(top) -> None:
    interrupt(top)
    assert transaction.recover(str(top)) is not None
    assert transaction.recover(str(top)) is None
    with exclusive(str(top)) as held:
        assert held.recovered is not None
    with exclusive(str(top)) as held:
        assert held.recovered is None


def test_looking_for_interrupted_changes_makes_nothing(top) -> None:
    assert transaction.recover(str(top)) is None
    assert transaction.pending(str(top)) is None
    assert transaction.history(str(top)) == ()
    assert transaction.steady_stamp(str(top)) == ""
    assert not (top / ".adrguard").exists()


def test_pending_tells_the_interrupted_from_the_live(top) -> None:
    interrupt(top)
    pending = transaction.pending(str(top))
    assert pending == transaction.Pending("a change", "2026-01-02T03:04:05.678Z", ("a.md", "b.md"), live=False)
    commit(top, Edit("c.md", None, b"new"))
    with exclusive(str(top)):
        StateFolder(str(top)).begin(Journal("another", "now", (Edit("c.md", b"new", b"newer"),)))
        pending = transaction.pending(str(top))
        assert pending is not None
        assert pending.live
    assert texts(top) == {**NEW, "c.md": "new"}


# Taking back


def test_the_last_change_is_taken_back_then_the_one_before(top) -> None:
    commit(top)
    commit(top, Edit("a.md", b"new a", b"newer a"))
    assert [one.paths for one in transaction.history(str(top))] == [("a.md",), ("a.md", "b.md")]
    undo(top)
    assert texts(top) == NEW
    undo(top)
    assert texts(top) == OLD
    with pytest.raises(NothingDoneError, match="nothing to take back"):
        undo(top)


@posix
def test_notes_that_were_made_go_and_those_that_were_deleted_come_back_as_they_were(top) -> None:
    (top / "b.md").chmod(0o600)
    commit(top, *EDITS)
    (top / "new" / "another.txt").write_text("x")
    undo(top)
    assert texts(top) == OLD
    assert stat.S_IMODE((top / "b.md").stat().st_mode) == 0o600
    assert (top / "new" / "another.txt").exists()


def test_a_change_whose_notes_were_edited_since_is_not_taken_back(top) -> None:
    commit(top, *both(), Edit("c.md", None, b"new c"))
    (top / "b.md").write_text("a person's")
    (top / "c.md").unlink()
    with pytest.raises(ConflictError) as caught:
        undo(top)
    assert caught.value.message == (
        "b.md: it changed since; c.md: it changed since; nothing was taken back of: a change"
    )
    assert texts(top) == {"a.md": "new a", "b.md": "a person's"}
    (top / "b.md").write_text("new b")
    (top / "c.md").write_text("new c")
    undo(top)
    assert texts(top) == OLD


def test_what_cannot_be_taken_back_is_not_remembered(top) -> None:
    commit(top, undoable=False)
    with pytest.raises(NothingDoneError):
        undo(top)


def test_only_the_last_twenty_are_remembered(top) -> None:
    for number in range(MOST_DONE + 5):
        commit(top, Edit("n.md", b"%d" % (number - 1) if number else None, b"%d" % number))
    assert len(transaction.history(str(top))) == MOST_DONE
    for _ in range(MOST_DONE):
        undo(top)
    assert (top / "n.md").read_text() == "4"
    with pytest.raises(NothingDoneError):
        undo(top)


def test_an_interrupted_taking_back_is_brought_to_its_end_and_not_done_twice(top) -> None:
    commit(top)
    commit(top, Edit("a.md", b"new a", b"newer a"))
    interrupt(top, Edit("a.md", b"newer a", b"new a"), undoable=False, undoes=2)
    transaction.recover(str(top))
    assert texts(top) == NEW
    undo(top)
    assert texts(top) == OLD


def test_a_memory_that_means_harm_is_not_obeyed(top) -> None:
    commit(top)
    forged = Journal("x", "y", (Edit("../outside.md", b"a", b"b"),))
    (top / STATE / "done-7").write_bytes(journal.encode(forged))
    with pytest.raises(WriteError, match=r"done-7: .*outside.md: not a path"):
        undo(top)
    (top / STATE / "done-7").unlink()
    undo(top)
    assert texts(top) == OLD


# Locks


def test_a_second_writer_waits_and_is_told_who_writes(top) -> None:
    with exclusive(str(top)):
        with pytest.raises(LockedError) as caught, exclusive(str(top), wait_s=0.05):
            pass
        assert f"another adrguard is writing in {top} (process {os.getpid()})" in caught.value.message
        assert caught.value.hint
    commit(top)


def test_a_lock_of_a_dead_process_is_free(top) -> None:
    program = f"import os\nfrom adrguard.system.transaction import exclusive\nwith exclusive({str(top)!r}): os._exit(9)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 9
    with exclusive(str(top), wait_s=0):
        pass


def test_a_lock_whose_file_was_cleaned_away_keeps_nobody(top) -> None:
    with exclusive(str(top)):
        (top / STATE / "lock").unlink()
        with exclusive(str(top), wait_s=0):
            pass


def test_stray_prepared_files_are_swept(top) -> None:
    (top / STATE).mkdir(parents=True)
    (top / STATE / "tmp-3").write_text("x")
    commit(top)
    assert killing.leftovers(str(top)) == ["a.md"]


# Readers


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
