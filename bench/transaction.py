"""What a transaction over three notes costs beside the floor: three times write, fsync, rename.

python bench/transaction.py [RUNS]
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable

from adrguard.system import durable
from adrguard.system.writing.transaction import Edit, exclusive

NOTES = 3
SIZE = 4_000


def rewritten(top: str, number: int) -> None:
    """The floor: each note is whole at any time, but not all of them together."""
    for note in range(NOTES):
        with open(f"{top}/note.tmp", "wb") as file:
            file.write(content(number, note))
            file.flush()
            os.fsync(file.fileno())
        os.replace(f"{top}/note.tmp", f"{top}/{note}.md")


def durably_rewritten(top: str, number: int) -> None:
    """The floor with the names on the disk too."""
    rewritten(top, number)
    durable.sync_folder(top)


def transacted(top: str, number: int) -> None:
    edits = [Edit(f"{note}.md", content(number - 1, note), content(number, note)) for note in range(NOTES)]
    with exclusive(top) as held:
        held.commit("a change", edits)


def content(number: int, note: int) -> bytes:
    return f"{number} {note}\n".encode().ljust(SIZE, b".")


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    ways: dict[str, Callable[[str, int], None]] = {
        "write+fsync+rename": rewritten,
        "the same, and fsync of the folder": durably_rewritten,
        "transaction": transacted,
    }
    with tempfile.TemporaryDirectory(dir=os.environ.get("BENCH_FOLDER")) as folder:
        times: dict[str, list[float]] = {name: [] for name in ways}
        for name in ways:
            os.mkdir(f"{folder}/{name}")
            rewritten(f"{folder}/{name}", 0)
        for number in range(1, runs + 1):
            for name, work in ways.items():
                start = time.perf_counter()
                work(f"{folder}/{name}", number)
                times[name].append((time.perf_counter() - start) * 1000)
        floor = times["write+fsync+rename"]
        for name, measured in times.items():
            ratio = statistics.median(one / least for one, least in zip(measured, floor, strict=True))
            tail = sorted(measured)[int(runs * 0.95)]
            print(
                f"{NOTES} notes, {name:<34} {statistics.median(measured):7.2f} ms (p95 {tail:7.2f})   ÷ floor {ratio:5.2f}"
            )


if __name__ == "__main__":
    main()
