from __future__ import annotations

import contextlib
import io
import os

import pytest

from adrguard.cli.output import Paper, counting, emit, example, working


def stream(encoding):
    return io.TextIOWrapper(io.BytesIO(), encoding=encoding, newline="\n")


def written(out):
    out.flush()
    return out.buffer.getvalue()


@pytest.mark.parametrize(
    ("encoding", "expected"),
    [
        pytest.param("utf-8", "größe ❌ 表\\udcff\n".encode(), id="utf-8"),
        pytest.param("cp1252", b"gr\xf6\xdfe \\u274c \\u8868\\udcff\n", id="a code page"),
        pytest.param("ascii", b"gr\\xf6\\xdfe \\u274c \\u8868\\udcff\n", id="ascii"),
    ],
)
def test_no_text_is_too_much_for_a_stream(encoding, expected):
    out = stream(encoding)
    emit("größe ❌ 表\udcff\n", out)
    assert written(out) == expected


def test_a_table_is_aligned_and_has_no_trailing_space():
    paper = Paper(stream("utf-8"))
    paper.table([["a", "long", ""], ["bcd", "x", "y"]])
    assert paper.lines == ["  a    long", "  bcd  x     y"]


def test_repository_text_is_shown_on_one_line():
    paper = Paper(stream("utf-8"))
    assert paper.show("a\n\x1b[2Jb") == "a \\x1b[2Jb"
    assert paper.path("a\n\udcff") == "a\\n\\xff"


def test_colours_come_only_where_they_are_wanted(monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert Paper(stream("utf-8")).bold("x") == "\x1b[1mx\x1b[0m"
    monkeypatch.setenv("NO_COLOR", "1")
    assert Paper(stream("utf-8")).bold("x") == "x"


def test_signs_have_a_plain_spelling():
    assert Paper(stream("ascii")).mark(good=True) == "OK"
    assert Paper(stream("utf-8")).mark(good=False) == "❌"


def test_examples_keep_their_layout():
    assert example("adrguard a", "adrguard b") == "\b\nExamples:\n  adrguard a\n  adrguard b"


def test_progress_is_silent_where_nobody_watches(capsys):
    with working("judging"), counting("judging", 3) as progress:
        progress(1)
    assert capsys.readouterr() == ("", "")


@pytest.mark.skipif(os.name == "nt", reason="no pseudo-terminals there")
def test_progress_is_shown_on_a_terminal(monkeypatch):
    import pty

    leader, follower = pty.openpty()
    with os.fdopen(follower, "w") as terminal:
        monkeypatch.setattr("sys.stderr", terminal)
        with counting("Judging commits", 3) as progress:
            progress(3)
        with working("Judging every file"):
            pass
    shown = b""
    with contextlib.suppress(OSError):  # the system's way to say that the terminal has gone
        while part := os.read(leader, 4096):
            shown += part
    os.close(leader)
    assert b"Judging commits" in shown
    assert b"Judging every file" in shown
