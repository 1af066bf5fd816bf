"""Supersessions that race or are killed: forked children of one process that has everything loaded.

Run as a program it prints what came of them as JSON; see `main`.
"""

from __future__ import annotations

import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from fakes.killing import killed

from adrguard.decisions import load
from adrguard.model.changes import Place
from adrguard.model.decisions import IN_FORCE
from adrguard.model.errors import AdrguardError
from adrguard.system import repository
from adrguard.usecases.decisions.supersede import supersede

OLDS, NEW, RIVAL = (1, 2, 3, 4), 5, 6


def lay(root: Path) -> None:
    """Write four decisions, and two that could take their place."""
    folder = root / "docs/adr"
    folder.mkdir(parents=True, exist_ok=True)
    for number in (*OLDS, NEW, RIVAL):
        text = (
            f"---\nid: ADR-{number}\nstatus: accepted\n---\n\n# {number}\n\n## Invariants\n\n- deny: `word{number}`\n"
        )
        (folder / f"000{number}-x.md").write_bytes(text.encode() + b"\n\xff" + b"\r\n" * 60)


def contents(root: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted((root / "docs/adr").iterdir())}


def binding(root: Path) -> list[str]:
    """Return the ids in force, as the next command sees them; it ends what was interrupted."""
    found = load.load(repository.find(str(root)), Place("worktree"))
    return [one.id for one in found.decisions if one.force == IN_FORCE]


def kills(root: Path, number: int, seed: int) -> Counter[str]:
    """Kill a supersession over five notes that often, most often while it writes."""
    chance = random.Random(seed)  # noqa: S311 -- moments, not secrets
    lay(root)
    before = contents(root)
    names = [str(one) for one in OLDS]
    durations = []
    for _ in range(8):
        lay(root)
        start = time.perf_counter()
        killed(lambda: supersede(str(root), names, str(NEW), "2026-11-30"))
        durations.append(time.perf_counter() - start)
    after = contents(root)
    duration = statistics.median(durations)
    told: Counter[str] = Counter()
    while told["killed"] < number:
        lay(root)
        moment = chance.uniform(chance.choice((0, 0.5, 0.7)) * duration, 1.05 * duration)
        if not killed(lambda: supersede(str(root), names, str(NEW), "2026-11-30"), moment):
            told["too late to kill"] += 1
            continue
        told["killed"] += 1
        told["with a journal"] += (root / ".adrguard/state/journal").exists()
        bound = binding(root)
        found = contents(root)
        told["all old"] += found == before and bound == [f"ADR-{one}" for one in (*OLDS, NEW, RIVAL)]
        told["all new"] += found == after and bound == [f"ADR-{NEW}", f"ADR-{RIVAL}"]
    return told


def _rival(root: Path, by: int, orders: int, answers: int) -> None:
    while os.read(orders, 1) == b"g":
        try:
            supersede(str(root), ["1"], str(by), "2026-11-30")
            answer = "won"
        except AdrguardError as error:
            answer = error.message
        os.write(answers, answer.encode().ljust(400)[:400])
    os._exit(0)


def races(root: Path, rounds: int) -> Counter[str]:
    """Let two processes supersede the same decision at the same time, each by another."""
    rivals = []
    for by in (NEW, RIVAL):
        orders, answers = os.pipe(), os.pipe()
        if not os.fork():
            _rival(root, by, orders[0], answers[1])
        rivals.append((by, orders[1], answers[0]))
    told: Counter[str] = Counter()
    for _ in range(rounds):
        lay(root)
        for _, orders, _ in rivals:
            os.write(orders, b"g")
        said = {by: os.read(answers, 400).decode().strip() for by, _, answers in rivals}
        winners = [by for by, answer in said.items() if answer == "won"]
        told["rounds"] += 1
        told["one winner"] += len(winners) == 1
        if len(winners) == 1:
            (loser,) = set(said) - set(winners)
            old = (root / "docs/adr/0001-x.md").read_bytes().decode("latin-1")
            told["the loser is told who won"] += f"superseded by ADR-{winners[0]}" in said[loser]
            told["consistent"] += (
                f"superseded_by: ADR-{winners[0]}\n" in old
                and b"supersedes" in contents(root)[f"000{winners[0]}-x.md"]
                and b"supersedes" not in contents(root)[f"000{loser}-x.md"]
            )
            told[f"ADR-{winners[0]} won"] += 1
    for _, orders, _ in rivals:
        os.write(orders, b"q")
    return told


def main() -> None:
    """Arguments: ``kill TIMES SEED`` or ``race ROUNDS``."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        subprocess.run(["git", "init", "-q", folder], check=True)
        lay(root)
        binding(root)  # so that children find everything loaded
        what, times = sys.argv[1], int(sys.argv[2])
        told = kills(root, times, int(sys.argv[3])) if what == "kill" else races(root, times)
    sys.stdout.write(json.dumps(told))


if __name__ == "__main__":
    main()
