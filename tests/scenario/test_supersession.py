"""A supersession from end to end: killed, raced for, committed, seen by a process that was running all along."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Self

import pytest
from fakes.guarding import decide, judge, places, staged

from adrguard.usecases.decisions.supersede import supersede
from adrguard.usecases.undo import undo

SUPERSEDING = Path(__file__).parent.parent / "fakes" / "superseding.py"
FORKS = pytest.mark.skipif(not hasattr(os, "fork"), reason="the racing and dying processes are forked")
BAD = 'q = "SELECT * FROM users"\n'


def superseding(*args: str) -> dict[str, int]:
    # In a process of its own: forking one that has threads, as a test runner may, is not safe.
    done = subprocess.run([sys.executable, SUPERSEDING, *args], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@FORKS
def test_a_supersession_of_five_notes_killed_at_any_moment_happened_whole_or_not_at_all() -> None:
    told = superseding("kill", "200", "20261130")
    assert told["killed"] == 200
    assert told["all old"] + told["all new"] == 200, told
    assert told["all new"], "no kill came after the commit point"
    assert told["all old"], "no kill came before it"


@FORKS
def test_of_two_processes_that_supersede_one_decision_one_wins_and_the_other_is_told() -> None:
    told = superseding("race", "200")
    assert told["rounds"] == told["one winner"] == told["consistent"] == told["the loser is told who won"] == 200, told
    assert told["ADR-5 won"], told
    assert told["ADR-6 won"], told


def test_the_commit_of_a_supersession_may_do_what_the_old_decision_forbade(repo) -> None:
    decide(repo, "- deny: `SELECT * FROM`", number=1)
    decide(repo, "- deny: `DROP TABLE`", number=2)
    repo.commit("decide")
    repo.write("src/db.py", BAD)
    assert places(judge(repo)) == [("src/db.py", 1)]
    supersede(str(repo.root), ["1"], "2")
    repo.stage()
    outcome = staged(repo)
    assert outcome.exit_code == 0
    ((how, sanctioned),) = {(one.how, one.sanctioned) for one in outcome.weakened}
    assert (how, sanctioned) == ("status", True)
    assert "superseded" in outcome.weakened[0].after


def test_a_status_moved_by_hand_without_a_successor_in_force_is_no_supersession(repo) -> None:
    decide(repo, "- deny: `SELECT * FROM`", number=1)
    decide(repo, number=2, status="proposed", extra="supersedes: ADR-001\n")
    repo.commit("decide")
    repo.write("src/db.py", BAD)
    repo.stage()
    assert places(staged(repo)) == [("src/db.py", 1)]


_LONG_RUNNING = """
import sys
from adrguard.usecases.check_changes import CheckRequest, check
for _ in sys.stdin:
    outcome = check(CheckRequest(sys.argv[1], "staged"))
    print([one.rule.invariant for one in outcome.violations], flush=True)
"""


def test_a_process_that_keeps_running_judges_by_the_rules_of_the_moment(repo) -> None:
    decide(repo, "- deny: `SELECT * FROM`", number=1)
    decide(repo, "- deny: `users`", number=2, status="proposed")
    repo.commit("decide")
    repo.write("src/db.py", BAD)
    repo.stage()
    with Running(repo) as running:
        assert running.verdict() == "['deny: SELECT * FROM']"
        adrguard(repo, "adr", "accept", "2")
        adrguard(repo, "adr", "supersede", "1", "--by", "2")
        assert running.verdict() == "['deny: SELECT * FROM']", "what is not staged does not bind a commit"
        repo.stage(*NOTES)
        commit_notes(repo)
        assert running.verdict() == "['deny: users']"
        undo(str(repo.root))
        undo(str(repo.root))
        commit_notes(repo)
        assert running.verdict() == "['deny: SELECT * FROM']"


NOTES = ("docs/adr/0001-decision.md", "docs/adr/0002-decision.md")


def commit_notes(repo) -> None:
    repo.git("commit", "-qm", "decisions only", "--", *NOTES)


class Running:
    """A process that judges what is staged whenever it is asked."""

    def __init__(self, repo) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", _LONG_RUNNING, str(repo.root)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()

    def verdict(self) -> str:
        self._process.stdin.write("?\n")
        self._process.stdin.flush()
        return self._process.stdout.readline().strip()


def adrguard(repo, *words: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "adrguard", *words], cwd=repo.root, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_last_place_of_an_untracked_vault_swaps_as_well(repo) -> None:
    repo.write(".gitignore", ".adrguard/\n")
    for number, word in ((1, "SELECT * FROM"), (2, "users")):
        repo.write(
            f".adrguard/wiki/02_Architecture/000{number}-x.md",
            f"---\nid: ADR-{number}\nstatus: {'accepted' if number == 1 else 'proposed'}\n---\n# {number}\n\n"
            f"## Invariants\n\n- deny: `{word}`\n",
        )
    repo.commit("start")
    repo.write("src/db.py", BAD)
    repo.stage()
    assert [one.rule.decision for one in staged(repo).violations] == ["ADR-1"]
    adrguard(repo, "adr", "accept", "2")
    adrguard(repo, "adr", "supersede", "1", "--by", "2")
    assert [one.rule.decision for one in staged(repo).violations] == ["ADR-2"]
