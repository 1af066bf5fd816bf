"""The door for git hooks: what it prints, how it ends, and that it never ends with 2 by accident."""

from __future__ import annotations

import subprocess
import sys

import pytest
from fakes.guarding import NO_STAR, decide

DOOR = [sys.executable, "-P", "-c", "from adrguard.hooks.main import run; run()"]
BAD = 'q = "SELECT * FROM t"\n'


def door(repo, *words: str, stdin: str = "", env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    import os

    return subprocess.run(
        [*DOOR, *words],
        cwd=repo.root,
        input=stdin,
        env={**os.environ, **(env or {})},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def ruled(repo):
    decide(repo, NO_STAR)
    repo.commit()
    return repo


def test_a_clean_commit_says_in_one_line_how_much_was_judged(ruled) -> None:
    ruled.write("a.py", "x = 1\n")
    ruled.stage()
    done = door(ruled, "pre-commit")
    assert (done.returncode, done.stderr) == (0, "")
    assert "1 rule" in done.stdout
    assert "1 file" in done.stdout
    assert done.stdout.count("\n") == 1


def test_a_violation_ends_with_1_and_the_report(ruled) -> None:
    ruled.write("a.py", BAD)
    ruled.stage()
    done = door(ruled, "pre-commit")
    assert done.returncode == 1
    assert "Living ADR Guard Failure: 1 violation" in done.stdout


def test_help_is_no_fault(ruled) -> None:
    done = door(ruled, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("usage: adrguard-hook pre-commit")


@pytest.mark.parametrize("words", [[], ["nonsense"], ["--strict"]], ids=["nothing", "nonsense", "an option"])
def test_wrong_usage_ends_with_1(ruled, words: list[str]) -> None:
    done = door(ruled, *words)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("usage: adrguard-hook")


def test_a_fault_of_the_guard_itself_is_confessed_and_ends_with_1(ruled) -> None:
    program = (
        "import adrguard.usecases.check_changes as c, adrguard.hooks.main as m, adrguard.hooks.git as g\n"
        "def boom(request): raise RuntimeError('boom')\n"
        "g.check = boom\n"
        "raise SystemExit(m.main(['pre-commit']))\n"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", program], cwd=ruled.root, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "nothing was judged: RuntimeError: boom" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_folder_without_repository_is_a_clear_error(tmp_path) -> None:
    done = subprocess.run([*DOOR, "pre-commit"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "not in a git repository" in done.stderr


def test_a_person_has_a_way_out_that_says_so(ruled) -> None:
    ruled.write("a.py", BAD)
    ruled.stage()
    done = door(ruled, "pre-commit", env={"ADRGUARD_SKIP": "1"})
    assert done.returncode == 0
    assert "skipped" in done.stderr


def test_a_push_judges_each_ref_that_git_names(ruled, tmp_path) -> None:
    ruled.git("init", "-q", "--bare", str(tmp_path / "far.git"))
    ruled.git("remote", "add", "origin", str(tmp_path / "far.git"))
    base = ruled.git("rev-parse", "HEAD")
    ruled.write("a.py", BAD)
    tip = ruled.commit()
    done = door(ruled, "pre-push", "origin", "url", stdin=f"refs/heads/main {tip} refs/heads/main {base}\n")
    assert done.returncode == 1
    assert "a.py:1:" in done.stdout


def test_a_push_of_several_refs_ends_as_one_verdict_on_them_all_would(ruled) -> None:
    base = ruled.git("rev-parse", "HEAD")
    ruled.write("a.py", BAD)
    bad = ruled.commit()
    ruled.git("checkout", "-q", "-b", "wrong", base)
    decide(ruled, "- denny: `x`", number=2)
    wrong = ruled.commit()
    lines = [f"refs/heads/{name} {tip} refs/heads/{name} {base}\n" for name, tip in (("main", bad), ("wrong", wrong))]
    assert [door(ruled, "pre-push", stdin=one).returncode for one in lines] == [1, 2]
    assert door(ruled, "pre-push", stdin="".join(lines)).returncode == 2


def test_one_entry_serves_the_push_stage_of_the_frameworks(ruled) -> None:
    base = ruled.git("rev-parse", "HEAD")
    ruled.write("a.py", BAD)
    tip = ruled.commit()
    refs = {
        "PRE_COMMIT": "1",
        "PRE_COMMIT_FROM_REF": base,
        "PRE_COMMIT_TO_REF": tip,
        "PRE_COMMIT_REMOTE_NAME": "origin",
    }
    assert door(ruled, "pre-commit", env=refs).returncode == 1
    assert door(ruled, "pre-commit").returncode == 0


@pytest.mark.parametrize(("ci", "named"), [("", "hook"), ("true", "ci")])
def test_a_weakening_is_told_as_one_at_this_door(ruled, ci: str, named: str) -> None:
    ruled.remove("docs/adr/0001-decision.md")
    ruled.stage()
    done = door(ruled, "pre-commit", env={"CI": ci})
    assert done.returncode == 0
    assert f"1 weakening of the rules by this change (weakening is 'warn' for '{named}'):" in done.stdout
