"""What nobody means to feed a guard, and what it meets all the same: it says so, and calls nothing clean unseen."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from fakes.guarding import NO_STAR, decide, judge, places, staged

BAD = 'q = "SELECT * FROM users"\n'


@pytest.fixture
def ruled(repo):
    decide(repo, NO_STAR)
    repo.write("keep.txt", "x\n")
    repo.commit("decide")
    return repo


def test_a_file_with_an_unresolved_conflict_is_listed_as_not_judged(ruled) -> None:
    for branch, text in (("theirs", "theirs\n"), ("ours", BAD)):
        ruled.git("checkout", "-q", "-b", branch, "HEAD" if branch == "theirs" else "HEAD~1")
        ruled.write("keep.txt", text)
        ruled.commit(branch)
    assert ruled.run("merge", "theirs").returncode == 1

    outcome = staged(ruled)

    assert [(one.path, one.reason.partition(":")[0]) for one in outcome.unjudged] == [("keep.txt", "unmerged")]
    assert staged(ruled, strict=True).exit_code == 3
    assert staged(ruled, files=("docs",)).unjudged == ()


@pytest.mark.skipif(os.name == "nt", reason="a FIFO and a link made without privileges")
def test_a_named_file_that_cannot_be_judged_is_never_called_clean(ruled) -> None:
    os.mkfifo(ruled.root / "pipe")
    (ruled.root / "link.py").symlink_to("keep.txt")
    ruled.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(ruled.root), "sub")
    for name, reason in (("pipe", "a FIFO"), ("link.py", "link"), ("sub", "submodule")):
        outcome = judge(ruled, "files", files=(name,))
        assert len(outcome.unjudged) == 1
        assert reason in outcome.unjudged[0].reason
        assert judge(ruled, "files", files=(name,), strict=True).exit_code == 3


def test_strictness_asked_for_is_no_change_of_the_decisions(ruled) -> None:
    ruled.write("a.py", "x = 1\n")
    decide(ruled, NO_STAR, "- deny: `y`")
    ruled.stage()
    assert staged(ruled, strict=True).weakened == ()
    assert staged(ruled, strict=False).weakened == ()


def test_an_odd_path_is_judged_like_any_other(ruled) -> None:
    names = ["new\nline.py", 'quo"te.py', "tab\t.py", "-dash.py", "--all", "😀.py", "a" * 246 + ".py", "star*.py"]
    names += ["[ab]?.py", "back\\slash.py", " lead.py", "trail.py ", "\x1b[31m.py", "{x,y}.py", "!not.py", "a => b.py"]
    names += ["diff --git a b.py", "\r.py", "bad\udcff.py", ":colon.py", "..a/b.py"]
    for name in names:
        try:
            (ruled.root / name).parent.mkdir(exist_ok=True)
            (ruled.root / name).write_text(BAD)
        except (OSError, UnicodeEncodeError):
            pytest.skip("this file system refuses such names")
    ruled.git("add", "-A")
    expected = sorted((name, 1) for name in names)
    assert sorted(places(staged(ruled))) == expected
    assert sorted(places(judge(ruled))) == expected
    assert sorted(places(judge(ruled, "files", files=tuple(f"./{name}" for name in names)))) == expected


def program(module: str, *words: str) -> list[str]:
    code = f"from adrguard.{module}.main import main; raise SystemExit(main())"
    return [sys.executable, "-P", "-c", code, *words]


DOORS = [
    pytest.param(program("hooks", "pre-commit"), id="hook"),
    pytest.param(program("cli", "check"), id="check"),
    pytest.param(program("cli", "check", "--format", "json"), id="check as JSON"),
]
POSIX = pytest.mark.skipif(os.name == "nt", reason="the shell of a POSIX system")


@POSIX
@pytest.mark.parametrize("argv", DOORS)
@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", "<&- >&- 2>&-"])
def test_closed_streams_change_no_verdict(ruled, argv: list[str], closed: str) -> None:
    ruled.write("a.py", BAD)
    ruled.stage()
    done = subprocess.run(["sh", "-c", f'"$@" {closed}', "sh", *argv], cwd=ruled.root, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (1, b"")


@POSIX
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full")
@pytest.mark.parametrize("argv", DOORS)
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_report_that_cannot_be_written_is_no_clean_verdict(ruled, argv: list[str], unbuffered: str) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            argv,
            cwd=ruled.root,
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
        )
    assert done.returncode in (1, 2)
    assert b"could not be written: No space left on device" in done.stderr
    assert b"internal error" not in done.stderr
    assert b"Traceback" not in done.stderr


@POSIX
@pytest.mark.parametrize(
    "argv", [*DOORS, pytest.param(program("cli", "init"), id="init"), pytest.param(program("cli", "lint"), id="lint")]
)
def test_a_current_folder_that_was_deleted_is_named_as_the_fault(tmp_path, argv: list[str]) -> None:
    (tmp_path / "gone").mkdir()
    done = subprocess.run(
        ["sh", "-c", 'cd gone && rmdir ../gone && exec "$@"', "sh", *argv],
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 2
    assert b"the current folder cannot be used" in done.stderr


@POSIX
@pytest.mark.parametrize(
    "body",
    [
        pytest.param("#!/bin/sh\nexit 1\n", id="says nothing and fails"),
        pytest.param("#!/bin/sh\necho rubbish\n", id="prints what is no listing"),
        pytest.param("#!/bin/sh\nprintf ':1 2\\0x'\n", id="prints half a listing"),
        pytest.param("#!/bin/sh\nkill -9 $$\n", id="is killed"),
        pytest.param("#!/no/such/interpreter\n", id="has no interpreter"),
        pytest.param("no program", id="is no program"),
    ],
)
@pytest.mark.parametrize("argv", DOORS)
def test_a_git_that_does_not_work_is_the_fault_that_is_named(ruled, tmp_path, body: str, argv: list[str]) -> None:
    ruled.write("a.py", BAD)
    ruled.stage()
    staged(ruled)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "git").write_text(body)
    (tmp_path / "bin" / "git").chmod(0o755)
    done = subprocess.run(
        argv, cwd=ruled.root, capture_output=True, check=False, env={**os.environ, "PATH": str(tmp_path / "bin")}
    )
    assert done.returncode == 2
    assert b"git" in done.stderr
    assert b"internal error" not in done.stderr
