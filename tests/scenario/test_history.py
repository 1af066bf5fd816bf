"""The whole history of a real repository, commit by commit: no crash, and every file accounted for."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from adrguard.usecases.check_changes import CheckRequest, check

ROOT = Path(__file__).parents[2]


def commits() -> list[str]:
    done = subprocess.run(
        ["git", "rev-list", "--reverse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return done.stdout.split()


@pytest.mark.slow
def test_every_commit_of_this_repository_gets_a_verdict() -> None:
    history = commits()
    if not history:
        pytest.skip("not a checkout with history")
    before = ""
    for commit in history:
        outcome = check(CheckRequest(str(ROOT), "commits", f"{before}..{commit}"))
        assert outcome.exit_code in (0, 1, 2)
        assert not outcome.not_reached
        before = commit
