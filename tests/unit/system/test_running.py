"""A program at work: all that it says is heard, and its children are not waited for without end."""

from __future__ import annotations

import os
import signal
import sys
import time

import pytest

from adrguard.system import running
from adrguard.system.running import ERR, OUT, CannotStartError, Running

BACKGROUND = r"""
import subprocess, sys
print("said", flush=True)
subprocess.Popen([sys.executable, "-c", "import time\nwhile True: print('more', flush=True); time.sleep(0.01)"])
"""


def python(program: str) -> Running:
    return Running([sys.executable, "-c", program])


def test_what_is_written_comes_by_stream_and_the_code_is_the_programs() -> None:
    with python("import sys; print('out'); print('err', file=sys.stderr); sys.exit(3)") as program:
        pieces = list(program.pieces())
        said = [b"".join(part for number, part in pieces if number == stream).split() for stream in (OUT, ERR)]
        assert (said, program.code(), program.abandoned) == ([[b"out"], [b"err"]], 3, False)


def test_a_slow_listener_loses_nothing_of_what_was_said_before_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "_LONGEST_S", 0.05)
    heard = 0
    with python("import sys; sys.stdout.write('x' * 2_000_000)") as program:
        for _, part in program.pieces():
            heard += len(part)
            time.sleep(0.01)
        assert (heard, program.abandoned) == (2_000_000, False)


@pytest.mark.skipif(os.name == "nt", reason="needs groups of processes")
def test_a_child_that_goes_on_talking_is_left_after_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "_LONGEST_S", 0.2)
    with python(BACKGROUND) as program:
        parts = [part for _, part in program.pieces()]
        assert (parts[0].split()[0], program.abandoned) == (b"said", True)
        os.killpg(program._program.pid, signal.SIGTERM)


def test_what_cannot_be_started_has_the_code_of_a_shell() -> None:
    with pytest.raises(CannotStartError, match="there is no such program") as caught, Running(["no-such-program-here"]):
        pass
    assert caught.value.exit_code == running.NOT_FOUND
