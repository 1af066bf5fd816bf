"""Only regular files within the root are read, and nobody ever sees half of a written one."""

from __future__ import annotations

import os
import threading

import pytest

from adrguard.system import files


def test_a_regular_file_is_read_byte_for_byte(tmp_path):
    (tmp_path / "a").write_bytes(b"a\r\n\0\xff")

    assert files.read_regular(str(tmp_path / "a")) == b"a\r\n\0\xff"


def test_the_limit_counts_bytes(tmp_path):
    (tmp_path / "a").write_bytes(b"12345")

    assert files.read_regular(str(tmp_path / "a"), 5) == b"12345"
    with pytest.raises(files.TooLargeError, match=r"too large \(5 bytes, limit 4 bytes\)") as caught:
        files.read_regular(str(tmp_path / "a"), 4)
    assert caught.value.size == 5


def test_two_hundred_megabytes_are_not_read(tmp_path):
    with open(tmp_path / "huge", "wb") as file:
        file.truncate(200_000_000)

    with pytest.raises(files.TooLargeError, match=r"200\.0 MB"):
        files.read_regular(str(tmp_path / "huge"), 1_000_000)


def test_a_file_whose_size_lies_is_read_to_its_end():
    assert files.read_regular("/proc/self/status").startswith(b"Name:")
    with pytest.raises(files.TooLargeError):
        files.read_regular("/proc/self/status", 10)


@pytest.mark.parametrize("path", ["nowhere", "file/below"])
def test_what_is_not_there_is_not_found(tmp_path, path):
    (tmp_path / "file").touch()

    with pytest.raises(FileNotFoundError):
        files.read_regular(str(tmp_path / path))


def test_nothing_but_regular_files_is_opened(tmp_path):
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "link").symlink_to("/etc/passwd")
    for name, kind in (("fifo", "a FIFO"), ("link", "a symbolic link"), (".", "a folder"), ("/dev/zero", "a device")):
        with pytest.raises(files.UnreadableError) as caught:
            files.read_regular(str(tmp_path / name))
        assert caught.value.reason == kind


def test_nothing_outside_of_the_root_is_read(tmp_path):
    root, away = tmp_path / "root", tmp_path / "away"
    root.mkdir()
    away.mkdir()
    (away / "secret").write_text("secret")
    (root / "way").symlink_to(away)
    (root / "within").symlink_to(root)
    (root / "a").write_text("a")

    assert files.read_regular(str(root / "a"), root=str(root)) == b"a"
    assert files.read_regular(str(root / "within" / "a"), root=str(root)) == b"a"
    for name in ("way/secret", "../away/secret", "within/../../away/secret"):
        with pytest.raises(files.UnreadableError, match="lies outside"):
            files.read_regular(str(root / name), root=str(root))


def test_a_sibling_with_the_same_beginning_is_outside(tmp_path):
    (tmp_path / "root2").mkdir()

    assert not files.is_inside(str(tmp_path / "root2"), str(tmp_path / "root"))
    assert files.is_inside(str(tmp_path / "root" / "x"), str(tmp_path / "root"))
    assert files.is_inside("/usr", "/")


def test_a_name_that_no_file_can_have_is_unreadable(tmp_path):
    for name in ("x" * 5000, "a\0b"):
        with pytest.raises(files.UnreadableError, match="unreadable"):
            files.read_regular(str(tmp_path / name))


@pytest.mark.parametrize(
    ("size", "text"),
    [(0, "0 bytes"), (999, "999 bytes"), (90_300, "90.3 kB"), (100_000, "0.1 MB"), (2_100_000, "2.1 MB")],
)
def test_sizes_are_shown_as_people_read_them(size, text):
    assert files.megabytes(size) == text


def test_writing_makes_the_folder_and_leaves_nothing_beside(tmp_path):
    files.write_atomic(str(tmp_path / "new" / "a"), b"one")
    files.write_atomic(str(tmp_path / "new" / "a"), b"two", durable=False)

    assert [(path.name, path.read_bytes()) for path in (tmp_path / "new").iterdir()] == [("a", b"two")]


def test_mode_and_link_are_kept(tmp_path):
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "real").chmod(0o640)
    (tmp_path / "link").symlink_to("real")

    files.write_atomic(str(tmp_path / "link"), b"new")

    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"new"
    assert (tmp_path / "real").stat().st_mode & 0o777 == 0o640


def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch):
    (tmp_path / "a").write_bytes(b"old")

    def fail(*_):
        raise OSError("no")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match="no"):
        files.write_atomic(str(tmp_path / "a"), b"new")

    assert [path.name for path in tmp_path.iterdir()] == ["a"]
    assert (tmp_path / "a").read_bytes() == b"old"


def test_a_reader_never_sees_half_of_a_file(tmp_path):
    path = str(tmp_path / "a")
    texts = [bytes([letter]) * 200_000 for letter in b"abc"]
    files.write_atomic(path, texts[0])
    seen = []

    def write():
        for number in range(60):
            files.write_atomic(path, texts[number % 3], durable=False)

    writers = [threading.Thread(target=write) for _ in range(2)]
    for writer in writers:
        writer.start()
    while any(writer.is_alive() for writer in writers):
        seen.append(files.read_regular(path))
    for writer in writers:
        writer.join()

    assert set(seen) <= set(texts)
    assert os.listdir(tmp_path) == ["a"]


@pytest.mark.skipif(os.name == "nt", reason="a FIFO, and links made without privileges")
def test_only_a_regular_file_is_ever_replaced(tmp_path):
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "link").symlink_to("fifo")
    for name in ("fifo", "link"):
        with pytest.raises(files.UnreadableError, match="a FIFO"):
            files.write_atomic(str(tmp_path / name), b"data")
    assert sorted(os.listdir(tmp_path)) == ["fifo", "link"]


@pytest.mark.skipif(os.name == "nt", reason="links made without privileges")
def test_what_is_written_inside_stays_inside(tmp_path):
    root = tmp_path / "root"
    (root / ".git").mkdir(parents=True)
    (root / "out").symlink_to(tmp_path)
    (root / "git").symlink_to(".git")
    (root / "own").symlink_to("kept")
    files.write_inside(str(root), str(root / "own"), b"data")
    assert (root / "kept").read_bytes() == b"data"
    for path in ("out/file", "git/config", ".git/config", "../file"):
        with pytest.raises(files.UnreadableError, match="not written"):
            files.write_inside(str(root), str(root / path), b"data")


def test_appending_keeps_what_is_there_and_stops_at_the_limit(tmp_path):
    target = tmp_path / "summary.md"
    assert files.append(str(target), b"one\n", 10)
    assert files.append(str(target), b"two\n", 10)
    assert not files.append(str(target), b"three\n", 10)
    assert target.read_bytes() == b"one\ntwo\n"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no FIFOs here")
def test_nothing_is_appended_to_what_is_no_file(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for name in ("pipe", "."):
        with pytest.raises(files.UnreadableError):
            files.append(str(tmp_path / name), b"x", 10)
