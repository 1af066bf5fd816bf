"""Two processes change the same notes: each time one of them wins, and the other is told and has written nothing."""

from __future__ import annotations

import subprocess
import sys

ROUNDS = 200
PROGRAM = """
import os, sys, time
from adrguard.system.writing.transaction import ConflictError, Edit, exclusive
top, name, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3])
PATHS = ("a.md", "folder/b.md", "c.md")
won = lost = 0
for number in range(rounds):
    # Both are at the same round before either writes.
    open(f"{top}/{name}.{number}", "x").close()
    while not all(os.path.exists(f"{top}/{one}.{number}") for one in ("first", "second")):
        time.sleep(0)
    texts = {path: f"{number} {name}\\n".encode() for path in PATHS}
    with open(f"{top}/winners", "rb") as file:
        winners = file.read().split()
    before = f"{number - 1} ".encode() + winners[-1] + b"\\n" if number else b"start\\n"
    try:
        with exclusive(top) as held:
            held.commit(f"round {number}", [Edit(path, before, texts[path]) for path in PATHS])
            with open(f"{top}/winners", "ab") as file:
                file.write(name.encode() + b"\\n")
        won += 1
    except ConflictError as error:
        assert error.paths == PATHS, error.paths
        lost += 1
    # Nobody starts the next round before both have ended this one.
    open(f"{top}/{name}.{number}.done", "x").close()
    while not all(os.path.exists(f"{top}/{one}.{number}.done") for one in ("first", "second")):
        time.sleep(0)
print(won, lost)
"""


def test_each_round_has_one_winner_and_a_loser_who_is_told(tmp_path) -> None:
    (tmp_path / "folder").mkdir()
    paths = ("a.md", "folder/b.md", "c.md")
    for path in paths:
        (tmp_path / path).write_text("start\n")
    (tmp_path / "winners").write_bytes(b"")
    racers = [
        subprocess.Popen(
            [sys.executable, "-c", PROGRAM, str(tmp_path), name, str(ROUNDS)],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        for name in ("first", "second")
    ]  # fmt: skip
    ended = [racer.communicate(timeout=120) for racer in racers]
    assert [racer.returncode for racer in racers] == [0, 0], ended
    scores = [tuple(map(int, out.split())) for out, _ in ended]
    assert sum(won for won, _ in scores) == ROUNDS
    assert sum(lost for _, lost in scores) == ROUNDS
    last = (tmp_path / "winners").read_text().split()[-1]
    assert [(tmp_path / path).read_text() for path in paths] == [f"{ROUNDS - 1} {last}\n"] * 3
