"""Whatever becomes of the processes that judge a tree: no file is forgotten, and none is clean that was not judged."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from fakes import frail_workers

from adrguard.model.errors import INCOMPLETE
from adrguard.model.findings import CRASHED, Outcome
from adrguard.system import workers
from adrguard.usecases.check_changes import CheckRequest, check
from adrguard.usecases.tree import crew, gather

NOTE = (
    "---\nid: ADR-001\nstatus: accepted\n---\n# One\n\n## Invariants\n\n- deny: `forbidden`\n- deny call: `os.system`\n"
)
ANSWER_S = 60


@pytest.fixture
def tree(repo, monkeypatch, tmp_path):
    monkeypatch.setattr(gather, "MOST", 4)
    monkeypatch.setattr(gather, "LEAST", 2)
    monkeypatch.setenv(frail_workers.WHERE, str(tmp_path))
    repo.write("docs/adr/0001-one.md", NOTE)
    for number in range(24):
        repo.write(f"src/{number:02}.py", "import os\nos.system('x')\n" if number % 5 == 0 else "x = 1\n")
    repo.commit()
    return repo


def judged(repo, jobs: int) -> Outcome:
    outcome = check(CheckRequest(str(repo.root), "all", jobs=jobs, explain_time=True))
    return outcome.replace(elapsed_ms=0.0, costs=())


def employ(monkeypatch, kind: str) -> None:
    monkeypatch.setattr(crew, "WORKER", f"fakes.frail_workers:{kind}")


def test_a_file_that_ends_every_process_is_not_judged_and_all_others_are(tree, monkeypatch) -> None:
    employ(monkeypatch, "mortal")
    # Its path comes last, so that a worker, and not this process, is asked about it.
    tree.write("src/zz/fatal.py", "x = 1\n")
    expected = judged(tree, jobs=1)
    monkeypatch.setattr(crew.Crew, "_judged", _only_workers)
    outcome = judged(tree, jobs=3)
    (left,) = outcome.unjudged
    assert (left.path, left.code) == ("src/zz/fatal.py", CRASHED)
    assert "twice" in left.reason
    assert outcome.replace(unjudged=()) == expected


_judged = crew.Crew._judged


def _only_workers(self, number, judge):
    """Leave to the workers, as long as there are any, what this process would judge itself."""
    if not any(thread.is_alive() for thread in self._threads):
        return _judged(self, number, judge)
    self._todo.append(number)
    time.sleep(0.05)
    return crew.Answer((), {}, frozenset(), {}, 0)


def test_what_could_not_be_judged_of_that_is_no_clean_verdict(tree, monkeypatch) -> None:
    employ(monkeypatch, "mortal")
    for number in range(0, 24, 5):
        tree.write(f"src/{number:02}.py", "x = 1\n")
    tree.write("src/zz/fatal.py", "x = 1\n")
    assert judged(tree, jobs=1).exit_code == 0
    monkeypatch.setattr(crew.Crew, "_judged", _only_workers)
    assert judged(tree, jobs=2).exit_code == INCOMPLETE


@pytest.mark.parametrize("kind", ["once", "stillborn", "nobody"])
def test_a_worker_that_ends_or_never_begins_is_made_up_for(tree, monkeypatch, kind: str) -> None:
    expected = judged(tree, jobs=1)
    employ(monkeypatch, kind)
    assert judged(tree, jobs=3) == expected


def test_where_no_process_can_be_started_one_has_to_do(tree, monkeypatch) -> None:
    expected = judged(tree, jobs=1)
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert not workers.are_possible()
    assert judged(tree, jobs=3) == expected


@pytest.mark.skipif(os.name == "nt", reason="an interrupt cannot be sent to one process alone there")
def test_an_interrupt_ends_all_of_them_quietly(tree, tmp_path) -> None:
    program = (
        "import sys, time; from adrguard.usecases.tree import crew, gather; from adrguard.cli.main import main\n"
        "judge = gather.Judge.judge\n"
        "gather.Judge.judge = lambda self, portion: (time.sleep(0.5), judge(self, portion))[1]\n"
        "crew.WORKER, gather.MOST = 'fakes.frail_workers:slow', 4\n"
        "sys.argv = ['adrguard', 'check', '--all', '--jobs', '2']; main()"
    )
    tests = str(Path(frail_workers.__file__).parents[1])
    started = subprocess.Popen(
        [sys.executable, "-c", program],
        cwd=tree.root,
        env={**os.environ, "PYTHONPATH": tests},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    number = tmp_path / "number"
    deadline = time.monotonic() + ANSWER_S
    while not (number.exists() and number.read_text()) and time.monotonic() < deadline:
        time.sleep(0.02)
    started.send_signal(signal.SIGINT)
    out, err = started.communicate(timeout=ANSWER_S)
    assert (started.returncode, out, err.strip()) == (130, b"", b"")
    with pytest.raises(ProcessLookupError):
        os.kill(int(number.read_text()), 0)
