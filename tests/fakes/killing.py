"""A workshop for transactions that are killed: five notes that have a version, and children that SIGKILL ends.

Run as a program it kills as often as it is told and prints what became of the notes as JSON; see `main`.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable

from adrguard.system.writing.transaction import Edit, exclusive

CALLS = ("open", "write", "fsync", "replace", "rename", "link", "unlink", "mkdir", "rmdir", "chmod", "ftruncate")
SIZES = {"docs/adr/0001.md": 300, "docs/adr/0002.md": 9_000, "log/a.md": 60_000, "b.md": 1}
COMING_AND_GOING = "new/folder/c.md"


def notes(version: int) -> dict[str, bytes | None]:
    """Return every note of a version: four that change and one that comes and goes."""
    found: dict[str, bytes | None] = {
        path: f"{version} of {path}\n".encode() + b"\xff\r\n" * size for path, size in SIZES.items()
    }
    found[COMING_AND_GOING] = b"%d\n" % version if version % 2 else None
    return found


def lay(top: str, version: int) -> None:
    for path, data in notes(version).items():
        if data is not None:
            os.makedirs(os.path.dirname(f"{top}/{path}"), exist_ok=True)
            with open(f"{top}/{path}", "wb") as file:
                file.write(data)


def read(top: str) -> dict[str, bytes | None]:
    found: dict[str, bytes | None] = {}
    for path in (*SIZES, COMING_AND_GOING):
        try:
            with open(f"{top}/{path}", "rb") as file:
                found[path] = file.read()
        except FileNotFoundError:
            found[path] = None
    return found


def leftovers(top: str) -> list[str]:
    """Return the files that are neither notes nor what a state folder holds in peace."""
    found = []
    for folder, _, names in os.walk(top):
        for name in names:
            path = os.path.relpath(os.path.join(folder, name), top)
            in_peace = name in (".gitignore", "lock") or name.startswith("done-")
            if path not in (*SIZES, COMING_AND_GOING) and not (path.startswith(".adrguard/state/") and in_peace):
                found.append(path)
    return sorted(found)


def change(top: str, version: int) -> None:
    """Bring all notes from a version to the next in one transaction."""
    before, after = notes(version), notes(version + 1)
    with exclusive(top) as held:
        held.commit("the next version", [Edit(path, before[path], after[path]) for path in before])


def take_back(top: str) -> None:
    with exclusive(top) as held:
        held.undo()


def recover(top: str) -> None:
    with exclusive(top):
        pass


def killed(work: Callable[[], None], after_s: float = -1.0) -> bool:
    """Do the work in a child and SIGKILL it after that time (negative: it ends by itself); say whether it was killed."""
    child = os.fork()
    if not child:
        try:
            work()
            os._exit(0)
        except BaseException:  # noqa: BLE001 -- whatever it is, a child must never go on as its parent
            os._exit(1)
    until = time.perf_counter() + after_s
    ended, status = 0, 0
    while not ended and (after_s < 0 or time.perf_counter() < until):  # a sleep is too coarse
        ended, status = os.waitpid(child, os.WNOHANG)
    if not ended:
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return True
    assert os.waitstatus_to_exitcode(status) == 0, "the work failed"
    return False


def dying(work: Callable[[], None], step: int) -> Callable[[], None]:
    """Return the work such that it kills itself right after its call number `step`."""

    def work_and_die() -> None:
        count = 0

        def wrapped(call: Callable[..., object]) -> Callable[..., object]:
            def counted(*args: object, **named: object) -> object:
                nonlocal count
                count += 1
                try:
                    return call(*args, **named)
                finally:
                    if count == step:
                        os.kill(os.getpid(), signal.SIGKILL)

            return counted

        for name in CALLS:
            setattr(os, name, wrapped(getattr(os, name)))
        work()

    return work_and_die


def version_of(top: str, *versions: int) -> int | None:
    """Return which of these versions all notes are, None when they are mixed."""
    found = read(top)
    return next((version for version in versions if notes(version) == found), None)


def at_random(top: str, kills: int, seed: int) -> Counter[str]:
    """Kill transactions at random moments; after each the next one must find all notes old or all new."""
    chance = random.Random(seed)  # noqa: S311 -- a seed makes a failure happen again
    version = 0
    lay(top, version)
    durations = []
    for _ in range(15):
        start = time.perf_counter()
        killed(lambda: change(top, version))  # noqa: B023 -- the child runs before the loop goes on
        durations.append(time.perf_counter() - start)
        version += 1
    duration = statistics.median(durations)
    told: Counter[str] = Counter()
    while told["killed"] < kills:
        if not killed(lambda: change(top, version), chance.uniform(chance.choice((0, 0.5)) * duration, 1.1 * duration)):  # noqa: B023 -- as above
            told["too late to kill"] += 1
            version += 1
            continue
        told["killed"] += 1
        seen = version_of(top, version, version + 1)
        told["found mixed and mended"] += seen is None
        told["with a journal"] += os.path.exists(f"{top}/.adrguard/state/journal")
        recover(top)
        found = version_of(top, version, version + 1)
        told["all old"] += found == version
        told["all new"] += found == version + 1
        told["mixed"] += found is None
        told["leftovers"] += bool(leftovers(top))
        version = version if found is None else found
    return told


def at_each_step(
    top: str, work: Callable[[], None], settle: Callable[[], None], versions: tuple[int, int]
) -> Counter[str]:
    """Kill the work after each of its calls; `settle` lays everything out anew first."""
    told: Counter[str] = Counter()
    settle()
    while killed(dying(work, told["killed"] + 1)):
        told["killed"] += 1
        recover(top)
        found = version_of(top, *versions)
        told["all old"] += found == versions[0]
        told["all new"] += found == versions[1]
        told["mixed"] += found is None
        told["leftovers"] += bool(leftovers(top))
        settle()
    return told


def _anew(top: str, version: int) -> None:
    for path in (*SIZES, COMING_AND_GOING):
        if os.path.exists(f"{top}/{path}"):
            os.unlink(f"{top}/{path}")
    lay(top, version)


def steps_of_a_change(top: str, version: int) -> Counter[str]:
    return at_each_step(top, lambda: change(top, version), lambda: _anew(top, version), (version, version + 1))


def steps_of_taking_back(top: str, version: int) -> Counter[str]:
    def settle() -> None:
        _anew(top, version)
        change(top, version)

    return at_each_step(top, lambda: take_back(top), settle, (version + 1, version))


def steps_of_a_recovery(top: str, version: int) -> Counter[str]:
    """Kill the recovery itself, at each of its steps, after a change that was killed in its middle."""
    step = 0
    lay(top, version)
    while version_of(top, version, version + 1) is not None:
        step += 1
        recover(top)
        _anew(top, version)
        assert killed(dying(lambda: change(top, version), step)), "it was never caught in its middle"
    caught = f"{top}.caught"
    shutil.copytree(top, caught)

    def settle() -> None:
        shutil.rmtree(top)
        shutil.copytree(caught, top)

    return at_each_step(top, lambda: recover(top), settle, (version, version + 1))


def main() -> None:
    """Arguments: ``random KILLS SEED``, or ``change``, ``undo``, ``recovery`` and a version."""
    what, number = sys.argv[1], int(sys.argv[2])
    with tempfile.TemporaryDirectory() as folder:
        top = f"{folder}/top"
        os.mkdir(top)
        if what == "random":
            told = at_random(top, number, int(sys.argv[3]))
        else:
            steps = {"change": steps_of_a_change, "undo": steps_of_taking_back, "recovery": steps_of_a_recovery}
            told = steps[what](top, number)
    sys.stdout.write(json.dumps(told))


if __name__ == "__main__":
    main()
