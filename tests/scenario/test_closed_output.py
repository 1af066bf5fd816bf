"""Commands of the memory whose standard output is closed or full: nobody gets the answer, and the exit code says so."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full")
LOG = "".join(f"error[E0382]: use of moved value {number}\n" for number in range(60))
TOLD = [{"role": "user", "content": "Go on."}]


def run(folder: Path, words: str, output: str, log: str = LOG) -> subprocess.CompletedProcess[bytes]:
    (folder / "the.log").write_text(log)
    (folder / "told.json").write_text(json.dumps(TOLD))
    subprocess.run(["git", "init", "-q"], cwd=folder, check=True)
    (folder / "docs" / "adr").mkdir(parents=True, exist_ok=True)
    program = f'exec "$0" -P -m adrguard {words} <the.log {output}'
    return subprocess.run(["sh", "-c", program, sys.executable], cwd=folder, capture_output=True, check=False)


@pytest.mark.parametrize("output", [">&-", ">/dev/full"])
@pytest.mark.parametrize("words", ["offload", "offload --threshold 99", "distill --dry-run", "gc told.json"])
def test_an_answer_that_nobody_gets_is_wrong(tmp_path: Path, words: str, output: str) -> None:
    done = run(tmp_path, words, output)
    assert done.returncode == 2
    assert b"adrguard: the answer could not be written: " in done.stderr


@pytest.mark.parametrize("output", [">&-", ">/dev/full"])
def test_a_log_that_was_kept_is_still_shown_to_who_asks_again(tmp_path: Path, output: str) -> None:
    done = run(tmp_path, "offload", output)
    node = done.stderr.partition(b"adrguard inspect ")[2].partition(b"`")[0].decode()
    assert run(tmp_path, f"inspect {node} --raw", "").stdout.decode() == LOG
    for words in (f"inspect {node}", f"inspect {node} --raw"):
        assert run(tmp_path, words, output).returncode == 2


@pytest.mark.parametrize("output", [">&-", ">/dev/full"])
@pytest.mark.parametrize(("command", "code"), [("seq 3; exit 3", 3), ("seq 3", 2), ("seq 99; exit 3", 3)])
def test_the_exit_code_of_a_command_is_kept_unless_it_is_none(
    tmp_path: Path, command: str, code: int, output: str
) -> None:
    done = run(tmp_path, f"offload -- sh -c '{command}'", output)
    assert done.returncode == code
    assert b"adrguard: the answer could not be written: " in done.stderr


def test_a_trajectory_that_goes_to_a_file_needs_no_output(tmp_path: Path) -> None:
    assert run(tmp_path, "gc told.json --output new.json", ">&-").returncode == 0
    assert json.loads((tmp_path / "new.json").read_text()) == TOLD
