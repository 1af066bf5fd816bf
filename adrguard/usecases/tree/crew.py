"""Several processes on the portions of one tree: this one judges as well, and makes up for whatever becomes of others.

What a worker that ended by itself was judging is judged once more, file by file: a file that ends a second one is not
judged, and said so. What it had not begun with goes to the others.
"""

from __future__ import annotations

import threading
from collections import deque

from adrguard.engine.facts import Facts, Half
from adrguard.model.errors import AdrguardError
from adrguard.model.findings import CRASHED, Unjudged
from adrguard.system.workers import LostError, Worker
from adrguard.usecases.tree.portions import WORKER, Answer, Portion, thaw_answer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any, Self

_AHEAD = 2
_MOST_DEATHS = 8
_POLL_S = 0.05
_RAISED = 1
_TWICE = "the process that judged it ended by itself, twice (exit code"


class Crew:
    """Workers that take portions from the front of one queue; use `with`, which ends them all whatever happens."""

    def __init__(self, setup: tuple[Any, ...], portions: Sequence[Portion]) -> None:
        self._setup = setup
        self._portions = portions
        self._todo = deque(range(len(portions)))
        self._answers: deque[tuple[int, Answer]] = deque()
        self._suspect: deque[int] = deque()
        self._answered: set[int] = set()
        self._workers: list[Worker] = []
        self._threads: list[threading.Thread] = []
        self._ended = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._ended = True
        for worker in list(self._workers):
            worker.close()
        for thread in self._threads:
            thread.join()

    def start(self, count: int) -> None:
        """Start so many workers; one that cannot be started is done without."""
        for _ in range(count):
            thread = threading.Thread(target=self._employ, daemon=True)
            self._threads.append(thread)
            thread.start()

    def work(self, judge: Callable[[Portion], Answer]) -> Iterator[Answer]:
        """Judge along with the workers, and yield all answers as they come: one for each portion."""
        while (number := self._take()) is not None:
            yield self._judged(number, judge)
            yield from self._ready()
        for thread in self._threads:
            while thread.is_alive():
                thread.join(_POLL_S)
                yield from self._ready()
        yield from self._ready()
        for number in sorted(set(range(len(self._portions))) - self._answered - set(self._suspect)):
            yield self._judged(number, judge)
        yield from self._one_by_one([self._portions[number] for number in self._suspect], judge)

    def _judged(self, number: int, judge: Callable[[Portion], Answer]) -> Answer:
        self._answered.add(number)
        return judge(self._portions[number])

    def _take(self) -> int | None:
        try:
            return self._todo.popleft()
        except IndexError:
            return None

    def _ready(self) -> Iterator[Answer]:
        while self._answers:
            number, answer = self._answers.popleft()
            self._answered.add(number)
            yield answer

    def _employ(self) -> None:
        begun: deque[int] = deque()
        try:
            worker = self._hire()
        except AdrguardError:
            return
        try:
            while not self._ended:
                while len(begun) < _AHEAD and (number := self._take()) is not None:
                    begun.append(number)
                    worker.send(number)
                if not begun:
                    break
                answer = thaw_answer(worker.receive())
                self._answers.append((begun.popleft(), answer))
        except LostError:
            # It works on the first; all else is as good as never asked.
            self._suspect.extend([begun.popleft()] if begun else [])
            self._todo.extend(begun)
        finally:
            worker.close()

    def _hire(self) -> Worker:
        worker = Worker(WORKER, self._setup)
        self._workers.append(worker)
        if self._ended:
            worker.close()
        return worker

    def _one_by_one(self, portions: Iterable[Portion], judge: Callable[[Portion], Answer]) -> Iterator[Answer]:
        """Judge each file of these portions in a process that may end of it; where none can be started, in this one."""
        worker: Worker | None = None
        deaths = 0
        for portion in [Portion((one,), some.only_wide) for some in portions for one in some.files]:
            if deaths == _MOST_DEATHS:
                yield _not_judged(portion, "not begun, as the processes that judge end by themselves")
                continue
            try:
                worker = worker or self._hire()
                worker.send(portion.plain())
                yield thaw_answer(worker.receive())
            except LostError as error:
                deaths, worker = deaths + 1, None
                # A fault of ours, which is to be told as such, and not an end that says nothing.
                yield judge(portion) if error.code == _RAISED else _not_judged(portion, f"{_TWICE} {error.code})")
            except AdrguardError:
                yield judge(portion)


def _not_judged(portion: Portion, reason: str) -> Answer:
    facts = [Facts(one.path, Half((), (Unjudged(one.path, reason, CRASHED).plain(),))) for one in portion.files]
    return Answer(tuple(facts), {}, frozenset(), {}, len(facts))
