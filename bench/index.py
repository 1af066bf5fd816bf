"""The index: making it, looking whether it still holds, and bringing it up to date.

python bench/index.py [notes ...]     (500 and 10000 by default; 100000 takes minutes)

A rebuild is timed as a whole process beside `python -c "import sqlite3"`, in turn; the look at unchanged notes within
the process, as a server does it before every answer.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path

import vault
from timing import Command, in_process, report

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))
ADRGUARD = [sys.executable, "-P", "-m", "adrguard"]
SMALL = 450
MOST_RATIO, MOST_LOOK = 8, {500: 6, 10_000: 80}
FEW = 2_000


def main(sizes: list[int]) -> None:
    os.environ["PYTHONPATH"] = str(ROOT)
    with tempfile.TemporaryDirectory() as folder:
        for notes in sizes:
            measure(Path(folder) / str(notes), notes)


def measure(root: Path, notes: int) -> None:
    vault.write(root, notes, SMALL if notes <= FEW else 2_100)
    size = sum(path.stat().st_size for path in root.rglob("*.md"))
    print(f"\n{notes} notes, {size / notes:.0f} bytes each, two links each")
    time.sleep(2.5)  # what was written just now is read again at each look
    reference = Command('python -c "import sqlite3"', [sys.executable, "-c", "import sqlite3"], cwd=root)
    arguments = ["sync", "--vault", str(root)]
    forced = Command("sync --force", [*ADRGUARD, *arguments, "--force"], cwd=root)
    ratio = report("rebuild, whole process", forced, reference, 21 if notes <= FEW else 3)
    if notes <= FEW:
        print(f"{'':<58} bar: at most {MOST_RATIO}: {'met' if ratio <= MOST_RATIO else 'MISSED'}")
    report("nothing changed, whole process", Command("sync", [*ADRGUARD, *arguments], cwd=root), reference, 9)
    within(root, notes)


def within(root: Path, notes: int) -> None:
    from adrguard.usecases.memory.search.knowledge_at_hand import at_hand

    index = at_hand(str(root), str(root)).index
    start = time.perf_counter()
    index.refresh(force=True)
    spent = time.perf_counter() - start
    print(f"{'rebuild, in process':<58} {spent * 1000:8.1f} ms  = {notes / spent:,.0f} notes a second")
    median, p95 = in_process(index.refresh, 50 if notes <= FEW else 15)
    bar = MOST_LOOK.get(notes)
    told = f"   bar: under {bar} ms: {'met' if median < bar else 'MISSED'}" if bar else ""
    print(f"{'nothing changed, in process':<58} {median:8.2f} ms  p95 {p95:.2f} ms{told}")
    changed = next(root.rglob("*.md"))

    def edit() -> None:
        with changed.open("a", encoding="utf-8") as file:
            file.write("one more line\n")
        index.refresh()

    print(f"{'one note changed, in process':<58} {in_process(edit, 9)[0]:8.2f} ms")
    print(f"{'file':<58} {os.path.getsize(index.home.path) / 1e6:8.1f} MB")
    index.close()


if __name__ == "__main__":
    main([int(one) for one in sys.argv[1:]] or [500, 10_000])
