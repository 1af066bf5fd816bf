from __future__ import annotations

import sys
import time

import pytest

from adrguard.system import clipboard

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the programs are scripts")


@pytest.fixture
def program(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))

    def make(name: str, script: str) -> None:
        (tmp_path / name).write_text(f"#!/bin/sh\n{script}\n")
        (tmp_path / name).chmod(0o755)

    return make


def test_without_any_program_nothing_is_copied(program) -> None:
    assert clipboard.copy("x") == ""


def test_one_that_fails_leaves_it_to_the_next(program, tmp_path) -> None:
    program("wl-copy", "exit 1")
    program("xsel", f"/bin/cat > {tmp_path}/copied")
    assert clipboard.copy("幂等 ✓") == "xsel"
    assert (tmp_path / "copied").read_text(encoding="utf-8") == "幂等 ✓"


def test_windows_is_given_what_it_takes_for_text(program, tmp_path) -> None:
    program("clip.exe", f"/bin/cat > {tmp_path}/copied")
    assert clipboard.copy("幂等") == "clip.exe"
    assert (tmp_path / "copied").read_bytes().decode("utf-16") == "幂等"


def test_a_child_that_holds_the_clipboard_is_not_awaited(program, tmp_path) -> None:
    program("xclip", f"/bin/cat > {tmp_path}/copied\n/bin/sleep 30 &\necho $! > {tmp_path}/child")
    began = time.monotonic()
    assert clipboard.copy("x") == "xclip"
    assert time.monotonic() - began < 20
    import os
    import signal

    os.kill(int((tmp_path / "child").read_text()), signal.SIGKILL)


def test_one_that_never_ends_is_ended(program, monkeypatch) -> None:
    monkeypatch.setattr(clipboard, "_PATIENCE_S", 0.1)
    program("wl-copy", "exec /bin/sleep 60")
    assert clipboard.copy("x") == ""


def test_one_that_reads_nothing_is_no_fault(program) -> None:
    program("pbcopy", "exec <&-; exit 3")
    assert clipboard.copy("x" * 500) == ""
