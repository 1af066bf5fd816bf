"""The index shows what the notes say now, whatever happened to them or to it."""

from __future__ import annotations

import os
import shutil
import sqlite3
import unicodedata

import pytest
from fakes.knowing import LONG_AGO, found, index_of, links, rows, write

from adrguard.knowledge import search


@pytest.fixture
def vault(tmp_path):
    (tmp_path / "vault").mkdir()
    return tmp_path / "vault"


@pytest.fixture
def index(vault, tmp_path):
    made = index_of(vault, tmp_path)
    yield made
    made.close()


def settle(vault) -> None:
    """Make the notes old: only the time of their status stays."""
    for path in vault.rglob("*.md"):
        os.utime(path, (LONG_AGO, LONG_AGO))


# What changes is seen


def test_a_note_is_found_once_it_is_written_and_gone_once_it_is_deleted(vault, index) -> None:
    assert found(index, "mutex") == []
    write(vault, "a.md", "a mutex\n")
    assert found(index, "mutex") == ["a.md"]
    (vault / "a.md").unlink()
    assert found(index, "mutex") == []
    assert rows(index, "SELECT count(*) FROM links UNION ALL SELECT count(*) FROM names") == [(0,), (0,)]


def test_a_refresh_counts_what_it_did(vault, index) -> None:
    for name in "abc":
        write(vault, f"{name}.md", f"{name}\n")
    assert index.refresh().replace(skipped=())[:4] == (3, 0, 0, 0)
    write(vault, "a.md", "another\n")
    (vault / "b.md").unlink()
    write(vault, "d.md")
    assert index.refresh()[:4] == (1, 1, 1, 1)
    assert index.refresh()[:4] == (0, 0, 0, 3)
    assert index.refresh(force=True)[:4] == (3, 0, 0, 0)


def test_a_rewrite_of_the_same_size_in_the_same_moment_is_seen(vault, index) -> None:
    path = write(vault, "a.md", "first\n")
    assert found(index, "first") == ["a.md"]
    status = path.stat()
    with path.open("r+b") as file:  # the same inode, the same size
        file.write(b"other\n")
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert found(index, "other") == ["a.md"]
    assert found(index, "first") == []


def test_a_note_that_was_only_touched_is_unchanged(vault, index) -> None:
    path = write(vault, "a.md")
    index.refresh()
    before = rows(index, "SELECT id, modified FROM notes")
    os.utime(path, (LONG_AGO, LONG_AGO))
    assert index.refresh()[:4] == (0, 0, 0, 1)
    after = rows(index, "SELECT id, modified FROM notes")
    assert after[0][0] == before[0][0]
    assert after[0][1] == LONG_AGO * 10**9


def test_a_renamed_note_keeps_nothing_of_its_old_name(vault, index) -> None:
    write(vault, "Alpha.md", "text\n")
    write(vault, "b.md", "[[Alpha]] and [[Beta]]\n")
    index.refresh()
    assert links(index) == [("b.md", "Alpha", "Alpha.md", False), ("b.md", "Beta", "", False)]
    (vault / "Alpha.md").rename(vault / "Beta.md")
    index.refresh()
    assert links(index) == [("b.md", "Alpha", "", False), ("b.md", "Beta", "Beta.md", False)]


def test_a_changed_title_is_found_by_the_new_one_alone(vault, index) -> None:
    write(vault, "a.md", "---\ntitle: Old name\n---\nx\n")
    index.refresh()
    write(vault, "a.md", "---\ntitle: New name\n---\nx\n")
    index.refresh()
    named = [index.read(lambda c, n=name: search.named(c, [n])) for name in ("old name", "NEW NAME")]
    assert [bool(one) for one in named] == [False, True]


def test_nothing_is_written_into_a_note(vault, index) -> None:
    texts = [b"\xef\xbb\xbf---\r\nstatus: accepted\r\n---\r\nx", b"no end", b"\xff\xfe", b"---\nbroken: [\n---\n", b""]
    for number, text in enumerate(texts):
        write(vault, f"{number}.md", text)
    settle(vault)
    before = {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in vault.iterdir()}
    index.refresh()
    found(index, "x")
    index.refresh(force=True)
    assert {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in vault.iterdir()} == before


# What cannot be read is told


def test_what_is_not_read_is_told_and_the_rest_is_found(vault, index, tmp_path) -> None:
    write(vault, "good.md", "mutex\n")
    write(vault, "long.md", b"mutex\n" + b"x" * (1 << 20))
    write(vault, "bytes.md", b"mutex \xff\xfe\n")
    write(vault, "binary.md", b"mutex \0\n")
    (vault / "loop").symlink_to(vault, target_is_directory=True)
    (vault / "link.md").symlink_to(vault / "good.md")
    (vault / "folder.md").mkdir()
    write(vault, "folder.md/inside.md", "mutex\n")
    write(vault, ".hidden/a.md", "mutex\n")
    write(vault, "node_modules/a.md", "mutex\n")
    counts = index.refresh()
    told = {one.path: (one.reason, one.is_indexed) for one in counts.skipped}
    assert told == {
        "long.md": ("only its first 1.0 MB of 1.0 MB are searched", True),
        "bytes.md": ("it is not all UTF-8: what is not is searched as \ufffd", True),
        "binary.md": ("it has NUL characters, so it is hardly text", True),
        "loop": ("a link to a folder is not followed", False),
        "link.md": ("a symbolic link is not read", False),
    }
    assert {one.path for one in index.refresh().skipped} == set(told)
    assert sorted(found(index, "mutex")) == ["binary.md", "bytes.md", "folder.md/inside.md", "good.md", "long.md"]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root reads everything")
def test_an_unreadable_file_or_folder_is_told_each_time_and_nothing_is_written(vault, index) -> None:
    write(vault, "a.md").chmod(0)
    write(vault, "closed/b.md")
    (vault / "closed").chmod(0)
    try:
        for _ in range(2):
            assert sorted(one.path for one in index.refresh().skipped) == ["a.md", "closed/"]
    finally:
        (vault / "closed").chmod(0o755)


def test_a_name_that_is_no_text_is_a_name_like_any_other(vault, index) -> None:
    name = os.fsdecode(b"caf\xe9.md")
    try:
        write(vault, name, "mutex [[a]]\n")
    except OSError:
        pytest.skip("this file system takes only text")
    write(vault, "a.md", "x\n")
    assert found(index, "mutex") == [name]


def test_both_compositions_of_a_name_are_one_name(vault, index) -> None:
    composed, parted = (unicodedata.normalize(form, "étude") for form in ("NFC", "NFD"))
    write(vault, f"{parted}.md", "text\n")
    write(vault, "b.md", f"[[{composed.upper()}]]\n")
    index.refresh()
    assert links(index)[0][2] == f"{parted}.md"


# Links


def test_a_link_means_the_nearest_note_of_its_name(vault, index) -> None:
    for path in ("x/Note.md", "x/y/Note.md", "z/Note.md", "z/y/Note.md", "id.md"):
        write(vault, path, "---\nid: ADR-7\n---\n" if path == "id.md" else "---\naliases: [Other]\n---\n")
    write(vault, "x/a.md", "[[note]] [[y/Note]] [[z/y/note.md]] [[Z/NOTE]] [[ADR-7]] [[Other]] [[none]] [[#here]]\n")
    write(vault, "x/b.md", "[t](y/Note.md) [t](../z/Note.md) [t](Note.md) [[../z/Note]]\n")
    write(vault, "c.md", "[[Note]]\n")
    index.refresh()
    assert links(index) == [
        ("c.md", "Note", "x/Note.md", True),
        ("x/a.md", "note", "x/Note.md", False),
        ("x/a.md", "y/Note", "x/y/Note.md", True),
        ("x/a.md", "z/y/note.md", "z/y/Note.md", False),
        ("x/a.md", "Z/NOTE", "z/Note.md", False),
        ("x/a.md", "ADR-7", "id.md", False),
        ("x/a.md", "Other", "x/Note.md", False),
        ("x/a.md", "none", "", False),
        ("x/a.md", "", "x/a.md", False),
        ("x/b.md", "y/Note.md", "x/y/Note.md", False),
        ("x/b.md", "../z/Note.md", "z/Note.md", False),
        ("x/b.md", "Note.md", "x/Note.md", False),
        ("x/b.md", "../z/Note", "z/Note.md", False),
    ]


def test_links_found_little_by_little_are_those_found_at_once(vault, index, tmp_path) -> None:
    texts = {"a.md": "[[b]] [[x/b]] [[Id]]", "b.md": "[[a]]", "x/b.md": "[[b]]", "c.md": "---\nid: Id\n---\n[[a|b]]"}
    for path, text in texts.items():
        write(vault, path, text)
        index.refresh()
    (vault / "b.md").unlink()
    index.refresh()
    write(vault, "a.md", "[[b]] [[c]]")
    index.refresh()
    write(vault, "y/b.md")
    index.refresh()
    (tmp_path / "other").mkdir()
    anew = index_of(vault, tmp_path / "other")
    anew.refresh()
    assert links(index) == links(anew)
    anew.close()


# Whatever happens to the file


def spoil(path, how: str) -> None:
    data = path.read_bytes()
    if how == "deleted":
        path.unlink()
    elif how == "empty":
        path.write_bytes(b"")
    elif how == "text":
        path.write_bytes(b"not a database at all\n" * 100)
    elif how == "truncated":
        path.write_bytes(data[: len(data) // 2])
    elif how == "overwritten":
        path.write_bytes(data[:4096] + b"\xa5" * (len(data) - 4096))
    elif how == "foreign version":
        connection = sqlite3.connect(path)
        connection.execute("PRAGMA user_version = 7")
        connection.close()
    elif how == "foreign tables":
        connection = sqlite3.connect(path)
        connection.execute("DROP TABLE notes")
        connection.execute("CREATE TABLE notes (x)")
        connection.commit()
        connection.close()


WAYS = ["deleted", "empty", "text", "truncated", "overwritten", "foreign version", "foreign tables"]


@pytest.mark.parametrize("how", WAYS)
def test_a_spoilt_index_is_made_anew(vault, index, tmp_path, how: str) -> None:
    for number in range(40):
        write(vault, f"{number}.md", f"mutex {number} [[{number + 1}]]\n" * 20)
    index.refresh()
    index.close()
    spoil(tmp_path / "kept" / "index.sqlite", how)
    other = index_of(vault, tmp_path)
    assert len(found(other, "mutex")) == 40
    assert other.why_in_memory == ""
    other.close()


@pytest.mark.parametrize("how", WAYS)
def test_a_program_that_has_it_open_notices(vault, index, tmp_path, how: str) -> None:
    for number in range(40):
        write(vault, f"{number}.md", f"mutex {number} [[{number + 1}]]\n" * 20)
    assert len(found(index, "mutex")) == 40
    spoil(tmp_path / "kept" / "index.sqlite", how)
    write(vault, "new.md", "mutex\n")
    assert len(found(index, "mutex")) == 41


def test_a_program_that_has_it_open_sees_what_another_writes_or_makes_anew(vault, index, tmp_path) -> None:
    write(vault, "a.md", "mutex\n")
    assert found(index, "mutex") == ["a.md"]
    other = index_of(vault, tmp_path)
    write(vault, "b.md", "mutex\n")
    other.refresh()
    assert sorted(found(index, "mutex")) == ["a.md", "b.md"]
    other.refresh(force=True)
    (vault / "a.md").unlink()
    assert found(index, "mutex") == ["b.md"]
    assert found(other, "mutex") == ["b.md"]
    other.close()


def test_notes_read_in_another_way_are_read_again(vault, index, tmp_path) -> None:
    write(vault, "a.md")
    index.refresh()
    other = index_of(vault, tmp_path, purpose="other")
    assert other.refresh()[:4] == (1, 0, 0, 0)
    other.close()


@pytest.mark.parametrize("place", ["folder", "file", "lock"])
def test_where_no_file_can_be_kept_the_index_lives_in_memory(vault, tmp_path, place: str) -> None:
    write(vault, "a.md", "mutex\n")
    kept = tmp_path / "kept"
    if place == "folder":
        kept.write_bytes(b"in the way")
    else:
        kept.mkdir()
        (kept / ("index.sqlite" if place == "file" else "index.sqlite.lock")).mkdir()
    index = index_of(vault, tmp_path)
    assert found(index, "mutex") == ["a.md"]
    assert index.why_in_memory
    write(vault, "b.md", "mutex\n")
    (vault / "a.md").unlink()
    assert found(index, "mutex") == ["b.md"]
    index.close()


def test_a_link_in_the_place_of_the_index_is_not_written_through(vault, tmp_path) -> None:
    write(vault, "a.md", "mutex\n")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "index.sqlite").write_bytes(b"")
    (tmp_path / "kept").symlink_to(elsewhere, target_is_directory=True)
    index = index_of(vault, tmp_path)
    assert found(index, "mutex") == ["a.md"]
    assert "a symbolic link" in index.why_in_memory
    index.close()
    (tmp_path / "kept").unlink()
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "index.sqlite").symlink_to(elsewhere / "index.sqlite")
    index = index_of(vault, tmp_path)
    assert found(index, "mutex") == ["a.md"]
    assert (elsewhere / "index.sqlite").read_bytes() == b""
    assert sorted(path.name for path in elsewhere.iterdir()) == ["index.sqlite"]
    index.close()


def test_an_interrupted_build_leaves_what_was_there(vault, index, tmp_path) -> None:
    write(vault, "a.md", "mutex\n")
    index.refresh()
    write(vault, "b.md", "mutex\n")

    class StopError(BaseException):
        pass

    def stop(done: int, total: int) -> None:
        if done:
            raise StopError

    for force in (False, True):
        with pytest.raises(StopError):
            index.refresh(stop, force=force)
        assert sorted(path.name for path in (tmp_path / "kept").iterdir()) == ["index.sqlite", "index.sqlite.lock"]
        other = index_of(vault, tmp_path)
        assert rows(other, "SELECT count(*) FROM notes")[0][0] in (1, 2)
        other.close()
    assert sorted(found(index, "mutex")) == ["a.md", "b.md"]


def test_a_vault_that_is_gone_is_an_empty_one(vault, index) -> None:
    write(vault, "a.md", "mutex\n")
    index.refresh()
    shutil.rmtree(vault)
    counts = index.refresh()
    assert counts[:4] == (0, 0, 1, 0)
    assert "cannot be looked into" in counts.skipped[0].reason
