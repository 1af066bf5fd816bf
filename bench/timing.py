"""Honest whole-process timing with the standard library: commands in turn, medians, and ratios pair by pair."""

from __future__ import annotations

import os
import statistics
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from corpus import ENV


class Command:
    """A command to time: one process, or several started one after the other; `prepare` is not timed."""

    def __init__(
        self,
        name: str,
        *processes: Sequence[str],
        cwd: Path,
        codes: tuple[int, ...] = (0,),
        prepare: Callable[[], None] | None = None,
    ) -> None:
        self.name, self.processes, self.cwd, self.codes, self.prepare = name, processes, cwd, codes, prepare

    def once(self) -> tuple[float, int]:
        """Return the wall time in ms and the largest resident set in kB."""
        peak = 0
        if self.prepare:
            self.prepare()
        start = time.perf_counter()
        for argv in self.processes:
            child = subprocess.Popen(argv, cwd=self.cwd, env=ENV, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            assert child.stdout is not None
            while child.stdout.read(1 << 16):
                pass
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
            if child.returncode not in self.codes:
                raise SystemExit(f"{self.name}: {' '.join(argv)} exited {child.returncode}")
            peak = max(peak, usage.ru_maxrss)
        return (time.perf_counter() - start) * 1000, peak


def compare(command: Command, reference: Command, runs: int = 21) -> tuple[float, float, float, int]:
    """Time both in turn; return median ms of each, the median of the paired ratios, and the command's peak kB."""
    command.once(), reference.once()
    pairs = [(command.once(), reference.once()) for _ in range(runs)]
    ours = statistics.median([pair[0][0] for pair in pairs])
    theirs = statistics.median([pair[1][0] for pair in pairs])
    ratio = statistics.median([pair[0][0] / pair[1][0] for pair in pairs])
    return ours, theirs, ratio, max(pair[0][1] for pair in pairs)


def report(label: str, command: Command, reference: Command, runs: int = 21) -> float:
    ours, theirs, ratio, peak = compare(command, reference, runs)
    print(
        f"{label:<58} {ours:8.1f} ms  ÷ {reference.name} {theirs:6.1f} ms = {ratio:5.2f}   peak {peak / 1024:5.1f} MB",
        flush=True,
    )
    return ratio


def in_process(work: Callable[[], object], runs: int = 50) -> tuple[float, float]:
    """Return the median and the 95th percentile of a call, in ms."""
    work()
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        times.append((time.perf_counter() - start) * 1000)
    times.sort()
    return statistics.median(times), times[int(len(times) * 0.95)]
