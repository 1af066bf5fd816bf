"""A pipe is read to its end, whoever writes to it and when, and never for ever."""

from __future__ import annotations

import os
import subprocess
import threading

import pytest

from adrguard.system.files import TooLargeError, UnreadableError
from adrguard.system.pipes import is_pipe, read_pipe

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with a path")

WAIT_S = 20.0


@pytest.fixture
def pipe(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    return path


def writing(path, data: bytes) -> threading.Thread:
    thread = threading.Thread(target=path.write_bytes, args=(data,))
    thread.start()
    return thread


@pytest.mark.parametrize("data", [b"some text", b"x" * 300_000], ids=["little", "more than a pipe holds"])
def test_what_is_written_is_read_to_its_end(pipe, data) -> None:
    thread = writing(pipe, data)
    assert read_pipe(str(pipe), 1 << 20, WAIT_S) == data
    thread.join()


def test_the_cap_holds(pipe) -> None:
    data = b"x" * 10
    thread = writing(pipe, data)
    with pytest.raises(TooLargeError):
        read_pipe(str(pipe), 5, WAIT_S)
    thread.join()


def test_a_pipe_that_nobody_writes_to_is_given_up(pipe) -> None:
    with pytest.raises(UnreadableError, match="nothing was written to it"):
        read_pipe(str(pipe), 100, 0.2)


def test_a_pipe_that_is_held_open_in_silence_is_given_up(pipe) -> None:
    descriptor = os.open(pipe, os.O_RDWR)
    try:
        with pytest.raises(UnreadableError, match="nothing was written to it"):
            read_pipe(str(pipe), 100, 0.2)
    finally:
        os.close(descriptor)


@pytest.mark.skipif(not os.path.isdir("/dev/fd"), reason="no descriptors with a path")
def test_what_a_writer_left_that_is_gone_is_read() -> None:
    reader, writer = os.pipe()
    try:
        subprocess.run(["printf", "gone"], stdout=writer, check=True)
        os.close(writer)
        assert is_pipe(f"/dev/fd/{reader}")
        assert read_pipe(f"/dev/fd/{reader}", 100, WAIT_S) == b"gone"
    finally:
        os.close(reader)


def test_what_is_no_pipe_is_none(tmp_path) -> None:
    (tmp_path / "file").write_bytes(b"x")
    assert not any(map(is_pipe, [str(tmp_path), str(tmp_path / "file"), str(tmp_path / "none"), "a\0b"]))
