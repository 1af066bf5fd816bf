"""What stands in the place of our own files is told by its path, before anything is written."""

from __future__ import annotations

import os
import shutil

import pytest
from fakes.transacting import OLD, STATE, commit, lay, posix, texts, undo

from adrguard.system.writing import transaction
from adrguard.system.writing.transaction import WriteError


@pytest.fixture
def top(tmp_path):
    folder = lay(tmp_path)
    commit(folder)
    undo(folder)
    return folder


def a_file(path) -> None:
    path.write_bytes(b"x")


def a_folder(path) -> None:
    (path / "within").mkdir(parents=True)


def a_link(path) -> None:
    path.symlink_to("elsewhere")


def a_fifo(path) -> None:
    os.mkfifo(path)


@posix
@pytest.mark.parametrize(
    ("name", "make", "kind"),
    [
        (".adrguard", a_file, "a regular file"),
        (".adrguard", a_link, "a symbolic link"),
        (STATE, a_file, "a regular file"),
        (STATE, a_link, "a symbolic link"),
        (STATE, a_fifo, "a FIFO"),
        (f"{STATE}/lock", a_folder, "a folder"),
        (f"{STATE}/lock", a_link, "a symbolic link"),
        (f"{STATE}/lock", a_fifo, "a FIFO"),
        (f"{STATE}/tmp-0", a_folder, "a folder"),
        (f"{STATE}/tmp-journal", a_folder, "a folder"),
    ],
)
def test_what_is_in_the_way_is_named_with_its_kind_and_the_way_out(top, name, make, kind) -> None:
    path = top / name
    if path.is_dir():
        shutil.rmtree(path)
    elif path.exists():
        path.unlink()
    make(path)
    why, remedy = transaction.broken(str(top))
    assert why.startswith(f"{path}: {kind}")
    assert remedy == "move it out of the way"
    with pytest.raises(WriteError) as caught:
        commit(top)
    assert caught.value.message.startswith(f"{path}: {kind}")
    assert caught.value.hint == remedy
    assert texts(top) == OLD


def test_where_nothing_is_in_the_way_nothing_is_said(top, tmp_path) -> None:
    (top / STATE / "tmp-3").write_bytes(b"left by a crash")
    assert transaction.broken(str(top)) == ("", "")
    assert transaction.broken(str(tmp_path)) == ("", "")
    assert not (tmp_path / ".adrguard").exists()
