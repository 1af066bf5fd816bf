"""Programs are started without a shell, without our input, and are stopped when they say too much."""

from __future__ import annotations

import os
import sys

import pytest

from adrguard.model.errors import AdrguardError
from adrguard.system import process

LOUD = [sys.executable.rpartition("/")[2], "-c", "print('x' * 1_000_000)"]


@pytest.fixture(params=["spawned", "by-subprocess"])
def way(request, monkeypatch):
    monkeypatch.setattr(process, "_SPAWNS", request.param == "spawned" and process._SPAWNS)
    return request.param


@pytest.fixture
def python(monkeypatch):
    monkeypatch.setenv("PATH", os.path.dirname(sys.executable) + os.pathsep + os.environ["PATH"])


def test_stdout_and_the_exit_code_are_returned(repo, way):
    repo.write("a", "text\n")
    oid = repo.git("hash-object", "-w", "a")

    assert process.read(["git", "cat-file", "blob", oid], str(repo.root)) == (0, b"text\n", False)


def test_git_works_while_something_else_is_done(repo, way):
    repo.write("big", b"x" * 300_000)
    oid = repo.git("hash-object", "-w", "big")
    words = ["git", "cat-file", "blob", oid]

    done, other = process.read_beside(words, str(repo.root), os.environ, 0, lambda: "meanwhile")
    assert (done[0], len(done[1]), done[2], other) == (0, 300_000, False, "meanwhile")
    with pytest.raises(ZeroDivisionError):
        process.read_beside(words, str(repo.root), os.environ, 0, lambda: 1 // 0)


def test_a_failure_is_silent_and_has_its_code(repo, way, capfd):
    code, output, cut = process.read(["git", "rev-parse", "--verify", "nope"], str(repo.root))

    assert (code, output, cut) == (128, b"", False)
    assert capfd.readouterr() == ("", "")


def test_a_program_that_says_too_much_is_stopped(repo, way):
    repo.write("big", b"x" * 3_000_000)
    oid = repo.git("hash-object", "-w", "big")

    code, output, cut = process.read(["git", "cat-file", "blob", oid], str(repo.root), limit=1000)

    assert cut
    assert code == -9
    assert 1000 < len(output) < 3_000_000
    assert len(process.read(["git", "cat-file", "blob", oid], str(repo.root))[1]) == 3_000_000


def test_exactly_the_limit_is_not_too_much(repo, way):
    oid = repo.git("hash-object", "-w", "--stdin", stdin=b"12345")

    assert process.read(["git", "cat-file", "blob", oid], str(repo.root), limit=5) == (0, b"12345", False)
    assert process.read(["git", "cat-file", "blob", oid], str(repo.root), limit=4)[2]


def test_standard_input_is_not_inherited(repo, way, monkeypatch):
    reading, writing = os.pipe()
    saved = os.dup(0)
    os.dup2(reading, 0)
    try:
        assert process.read(["git", "hash-object", "--stdin"], str(repo.root))[1].startswith(b"e69de29")
    finally:
        os.dup2(saved, 0)
        for descriptor in (reading, writing, saved):
            os.close(descriptor)


def test_no_descriptor_is_left_open(repo, way):
    before = len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0
    for limit in (0, 1):
        process.read(["git", "--version"], str(repo.root), limit=limit)
    with pytest.raises((OSError, ValueError)):
        process.read(["git", "a\0b"], str(repo.root))

    assert before == (len(os.listdir("/proc/self/fd")) if before else 0)


def test_another_program_runs_in_its_folder(tmp_path, python):
    code, output, _ = process.read([LOUD[0], "-c", "import os; print(os.getcwd())"], str(tmp_path))

    assert (code, output.decode().strip()) == (0, str(tmp_path.resolve()))
    assert process.read(LOUD, str(tmp_path), limit=10)[2]


def test_run_gives_input_and_keeps_all_words(tmp_path, python):
    program = "import sys; data = sys.stdin.read(); print(data.upper()); print('said', file=sys.stderr); sys.exit(3)"

    done = process.run([LOUD[0], "-c", program], str(tmp_path), stdin=b"abc")

    assert (done.code, done.stdout.strip(), done.words) == (3, b"ABC", "said")


def test_a_missing_program_is_said_with_the_way_out(tmp_path):
    with pytest.raises(AdrguardError, match="'no-such-program' was not found on PATH") as caught:
        process.run(["no-such-program"], str(tmp_path))
    assert "install" in caught.value.hint


def test_a_program_in_the_repository_is_never_run(repo, monkeypatch):
    repo.write("git", "#!/bin/sh\necho own\n").chmod(0o755)
    monkeypatch.chdir(repo.root)
    monkeypatch.setenv("PATH", os.pathsep.join(["", ".", os.environ["PATH"]]))

    assert process.find_program("git") != str(repo.root / "git")
    assert process.read(["git", "--version"], str(repo.root))[1].startswith(b"git version")


def test_a_program_that_takes_too_long_is_ended(tmp_path):
    with pytest.raises(AdrguardError, match="gave no answer within 0 s"):
        process.run([LOUD[0], "-c", "import time; time.sleep(60)"], str(tmp_path), seconds=0.2)
