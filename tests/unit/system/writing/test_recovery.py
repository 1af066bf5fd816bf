from __future__ import annotations

import os

import pytest
from fakes.transacting import (
    DONE,
    EDITS,
    NEW,
    OLD,
    STATE,
    both,
    commit,
    full,
    interrupt,
    lay,
    posix,
    texts,
    undo,
)

from adrguard.system.folders import is_unfinished
from adrguard.system.writing import transaction
from adrguard.system.writing.journal import Journal
from adrguard.system.writing.state_folder import StateFolder
from adrguard.system.writing.transaction import Edit, WriteError, exclusive


@pytest.fixture
def top(tmp_path):
    return lay(tmp_path)


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


def test_a_journal_that_git_tracks_came_with_the_repository_and_is_not_obeyed(repo) -> None:
    repo.write("a.md", "old a")
    repo.write("b.md", "old b")
    interrupt(repo.root)
    repo.git("add", "--force", "a.md", "b.md", f"{STATE}/journal")
    repo.commit(everything=False)
    recovered = transaction.recover(str(repo.root))
    assert recovered is not None
    assert recovered.why == "it came with the repository"
    assert texts(repo.root) == OLD
    interrupt(repo.root)
    repo.git("rm", "--quiet", "--cached", f"{STATE}/journal")
    assert transaction.recover(str(repo.root)) is not None
    assert texts(repo.root) == NEW


def test_a_memory_that_git_tracks_is_not_taken_back(repo) -> None:
    repo.write("a.md", "old a")
    repo.write("b.md", "old b")
    commit(repo.root)
    repo.git("add", "--force", "a.md", "b.md", f"{STATE}/done-1")
    with pytest.raises(WriteError, match="it came with the repository, so the last change cannot be taken back"):
        undo(repo.root)
    assert texts(repo.root) == NEW


@pytest.mark.parametrize(
    "path",
    [
        pytest.param("a\ud800.md", id="half a character"),
        pytest.param(f"{'a' * 300}.md", id="a long name"),
        pytest.param(f"{'a' * 300}/b.md", id="a long folder"),
        pytest.param("new/" + "\u00e4" * 140 + ".md", id="many bytes"),
    ],
)
@posix
def test_a_journal_with_a_path_that_no_file_can_have_is_put_aside(top, path) -> None:
    interrupt(top, *both(), Edit(path, None, b"x"))
    recovered = transaction.recover(str(top))
    assert recovered is not None
    assert recovered.set_aside.endswith("journal.bad")
    assert not is_unfinished(str(top))
    assert texts(top) == OLD
    commit(top)


@posix
def test_a_path_too_long_for_the_system_keeps_the_rest_from_nothing(top) -> None:
    path = "/".join(["d" * 200] * 30) + "/a.md"
    interrupt(top, *both(), Edit(path, None, b"x"))
    recovered = transaction.recover(str(top))
    assert recovered is not None
    assert [one.path for one in recovered.conflicts] == [path]
    assert (top / recovered.conflicts[0].beside).read_bytes() == b"x"
    assert {name: text for name, text in texts(top).items() if name in NEW} == NEW
    commit(top, Edit("a.md", b"new a", b"newer a"))
