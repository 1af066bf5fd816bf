"""Git's own hooks as `adrguard install git` sets them up: real commits, merges and pushes, and taking it all away."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

NOTE = "docs/adr/0008-query-safety.md"
DECISION = """\
# ADR-008: Queries name their columns

Status: accepted

## Invariants

- deny: `SELECT * FROM` in src/**
  - remediation: Specify explicit columns.
"""
BAD = 'QUERY = "SELECT * FROM users"\n'
GOOD = 'QUERY = "SELECT id FROM users"\n'
SAID = b"'SELECT * FROM' violates invariant"


def run(repo, *words, cwd=None, env=None):
    argv = [sys.executable, "-m", "adrguard.cli.main", *words]
    environment = {**os.environ, **(env or {})}
    return subprocess.run(argv, cwd=cwd or repo.root, env=environment, capture_output=True, check=False)


@pytest.fixture
def guarded(repo):
    repo.write(NOTE, DECISION)
    repo.write("src/keep.py", GOOD)
    repo.commit("decide")
    assert run(repo, "install", "git", "--pre-push").returncode == 0
    return repo


def test_a_violation_stops_the_commit_and_the_repaired_one_passes(guarded):
    guarded.write("src/db.py", BAD)
    guarded.stage()
    done = guarded.run("commit", "-m", "bad")
    assert done.returncode == 1
    assert SAID in done.stdout + done.stderr
    guarded.write("src/db.py", GOOD)
    guarded.stage()
    done = guarded.run("commit", "-m", "good")
    assert done.returncode == 0
    assert b"clean" in done.stdout + done.stderr


def test_commit_a_and_commit_of_named_files_are_judged_by_the_index_that_git_hands_over(guarded):
    guarded.write("src/keep.py", BAD)
    assert guarded.run("commit", "-a", "-m", "bad").returncode == 1
    guarded.write("src/other.py", GOOD)
    guarded.git("add", "src/other.py")
    assert guarded.run("commit", "-m", "bad", "src/keep.py").returncode == 1
    assert guarded.run("commit", "-m", "good", "src/other.py").returncode == 0


def test_a_clean_merge_that_brings_a_violation_of_ours_together_is_judged(guarded):
    guarded.git("switch", "-q", "-c", "side")
    guarded.write("src/side.py", BAD)
    guarded.stage()
    guarded.git("commit", "-q", "--no-verify", "-m", "side")
    guarded.git("switch", "-q", "main")
    guarded.write("src/main.py", GOOD)
    guarded.stage()
    guarded.git("commit", "-q", "-m", "main")
    done = guarded.run("merge", "--no-edit", "side")
    # It comes whole from the other side: shown, but not blocking.
    assert done.returncode == 0
    assert b"goes against invariant" in done.stdout + done.stderr


def test_a_push_of_what_went_past_the_hook_is_stopped(guarded, tmp_path):
    guarded.git("init", "-q", "--bare", str(tmp_path / "remote.git"))
    guarded.git("remote", "add", "origin", str(tmp_path / "remote.git"))
    assert guarded.run("push", "origin", "main").returncode == 0
    guarded.write("src/db.py", BAD)
    guarded.stage()
    guarded.git("commit", "-q", "--no-verify", "-m", "past")
    done = guarded.run("push", "origin", "main")
    assert done.returncode == 1
    assert SAID in done.stdout + done.stderr
    assert guarded.run("push", "origin", ":gone").returncode != 0  # nothing to delete: git's own word
    assert guarded.run("push", "--no-verify", "origin", "main").returncode == 0


def test_a_linked_worktree_is_guarded_by_its_own_index(guarded, tmp_path):
    guarded.git("worktree", "add", "-q", str(tmp_path / "linked"))
    (tmp_path / "linked/src/db.py").write_text(BAD)
    subprocess.run(["git", "add", "-A"], cwd=tmp_path / "linked", check=True)
    done = subprocess.run(["git", "commit", "-m", "bad"], cwd=tmp_path / "linked", capture_output=True, check=False)
    assert done.returncode == 1
    assert SAID in done.stdout + done.stderr


def test_a_person_gets_out_by_the_environment_and_it_is_said(guarded):
    guarded.write("src/db.py", BAD)
    guarded.stage()
    done = guarded.run("commit", "-m", "out", env={"ADRGUARD_SKIP": "1"})
    assert done.returncode == 0
    assert b"skipped, because ADRGUARD_SKIP is set" in done.stderr


def test_the_repository_cannot_smuggle_code_into_its_hook(guarded):
    for name in ("adrguard.py", "marshal.py", "sitecustomize.py", "re2.py", "ast_grep_py.py"):
        guarded.write(name, "open('owned', 'w').close()\n")
    guarded.write("src/db.py", BAD)
    guarded.stage()
    done = guarded.run("commit", "-m", "bad", env={"PYTHONPATH": str(guarded.root)})
    assert done.returncode == 1
    assert SAID in done.stdout + done.stderr
    assert not (guarded.root / "owned").exists()


def test_after_uninstalling_nothing_is_judged_and_nothing_is_left(guarded):
    assert run(guarded, "uninstall", "git").returncode == 0
    assert list((guarded.root / ".git/hooks").iterdir()) == []
    guarded.write("src/db.py", BAD)
    guarded.stage()
    assert guarded.run("commit", "-m", "bad").returncode == 0
