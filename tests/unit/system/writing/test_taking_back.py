from __future__ import annotations

import stat

import pytest
from fakes.transacting import (
    EDITS,
    NEW,
    OLD,
    STATE,
    both,
    commit,
    interrupt,
    lay,
    posix,
    texts,
    undo,
)

from adrguard.system.writing import journal, transaction
from adrguard.system.writing.journal import Journal
from adrguard.system.writing.state_folder import MOST_DONE
from adrguard.system.writing.transaction import ConflictError, Edit, NothingDoneError, WriteError


@pytest.fixture
def top(tmp_path):
    return lay(tmp_path)


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


def test_a_number_that_leaves_no_room_for_another_is_no_hindrance(top) -> None:
    commit(top)
    (top / STATE / "done-999999999999999999").write_bytes(b"x")
    commit(top, Edit("a.md", b"new a", b"newer a"))
    undo(top)
    assert texts(top) == NEW
    (top / STATE / "done-2").unlink()
    undo(top)
    assert texts(top) == OLD


def test_only_names_that_we_give_are_looked_at(top) -> None:
    commit(top)
    for name in ("done-0", "done-007", "done-x", "done-", "done-1234567890123456789", "done-\u0662"):
        (top / STATE / name).write_bytes(b"x")
    assert [one.number for one in transaction.history(str(top))] == [1]
    undo(top)
    assert texts(top) == OLD


def test_what_is_damaged_is_told_alike_by_all(top) -> None:
    commit(top)
    (top / STATE / "done-2").write_bytes(b"x")
    with pytest.raises(WriteError) as refused:
        undo(top)
    with pytest.raises(WriteError) as foreseen:
        transaction.foreseen(str(top))
    first, second = transaction.history(str(top))
    said = transaction.damaged(str(top), first)
    assert said == (refused.value.message, refused.value.hint) == (foreseen.value.message, foreseen.value.hint)
    assert (first.number, bool(first.why), second.number, second.why) == (2, True, 1, "")


def test_taking_back_is_foreseen_without_touching_anything(top) -> None:
    with pytest.raises(NothingDoneError):
        transaction.foreseen(str(top))
    commit(top)
    before = everything(top)
    assert transaction.foreseen(str(top)).paths == undone_paths(top)
    assert everything(top) == before
    (top / "b.md").write_text("a person's")
    with pytest.raises(ConflictError) as foreseen:
        transaction.foreseen(str(top))
    with pytest.raises(ConflictError) as refused:
        undo(top)
    assert foreseen.value.message == refused.value.message


@pytest.mark.parametrize("placed", [False, True])
def test_of_an_interrupted_change_it_is_foreseen_what_its_end_will_be(top, placed) -> None:
    commit(top)
    interrupt(top, Edit("a.md", b"new a", b"newer a"))
    if placed:
        (top / "a.md").write_bytes(b"newer a")
    before = everything(top)
    assert transaction.foreseen(str(top)).paths == ("a.md",)
    assert "would be brought to its end" in transaction.comes_first(str(top))
    assert everything(top) == before
    undo(top)
    assert texts(top) == NEW


def test_of_an_interrupted_taking_back_it_is_foreseen_what_its_end_will_be(top) -> None:
    commit(top)
    commit(top, Edit("a.md", b"new a", b"newer a"))
    interrupt(top, Edit("a.md", b"newer a", b"new a"), undoable=False, undoes=2)
    assert len(transaction.foreseen(str(top)).paths) == len(NEW)
    undo(top)
    assert texts(top) == OLD


def everything(top) -> dict[str, bytes]:
    return {str(path.relative_to(top)): path.read_bytes() for path in top.rglob("*") if path.is_file()}


def undone_paths(top) -> tuple[str, ...]:
    return transaction.history(str(top))[0].paths
