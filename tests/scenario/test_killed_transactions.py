"""Whatever kills a change of five notes, and whenever: afterwards all are old or all are new, and nothing is lost."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the children that are killed are forked")

KILLING = Path(__file__).parent.parent / "fakes" / "killing.py"
SEED = 20_260_102
KILLS = 250


def kill(*args: str) -> dict[str, int]:
    # In a process of its own: forking one that has threads, as a test runner may, is not safe.
    done = subprocess.run([sys.executable, KILLING, *args], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_kill_at_a_random_moment_leaves_all_notes_old_or_all_new() -> None:
    told = kill("random", str(KILLS), str(SEED))
    assert told["killed"] == KILLS
    assert (told["mixed"], told["leftovers"]) == (0, 0), told
    assert told["all old"] + told["all new"] == KILLS
    assert told["with a journal"], "no kill came between the commit point and the end"


@pytest.mark.parametrize("version", [0, 1], ids=["making a note", "deleting a note"])
@pytest.mark.parametrize("work", ["change", "undo", "recovery"])
def test_a_kill_at_any_step_leaves_all_notes_old_or_all_new(work, version) -> None:
    told = kill(work, str(version))
    assert (told["mixed"], told["leftovers"]) == (0, 0), told
    assert told["all old"] + told["all new"] == told["killed"] > 40
    assert told["all new"]
