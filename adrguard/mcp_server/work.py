"""Calls worked on one after the other, in the order in which they came, each in a thread that nobody has to wait for.

One at a time is no loss: Python would run two by turns, and git and the disk are the same for both. A call that is
cancelled lets the next one begin at once; its thread ends where it next looks at the clock.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

T = TypeVar("T")

PATIENCE = 1.0
"""Seconds after which whoever waits is told what is going on, again and again."""


class StoppedError(BaseException):
    """Nobody waits for the call any more. No `except Exception` on the way may take it for a fault."""


class Task:
    """One call while it is worked on (a `tool.Work`)."""

    def __init__(self) -> None:
        self.what = ""
        self.stopped = False

    def begin(self, what: str) -> None:
        """Say what is done next, for whoever waits, and heed that nobody waits any more."""
        self.what = what
        self.now_ms()

    def now_ms(self) -> float:
        """Return a clock's milliseconds. Raises `StoppedError` when nobody waits any more."""
        if self.stopped:
            raise StoppedError
        return time.monotonic() * 1000


class Workshop:
    """Does one piece of work after the other."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()

    async def do(self, job: Callable[[Task], T], tell: Callable[[float, str], Awaitable[None]]) -> T:
        """Return what the job returns; `tell` is given seconds and words while it takes long. Raises what it raises."""
        task = Task()
        began = time.monotonic()
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        turn = asyncio.ensure_future(self._turn.acquire())
        try:
            await _patiently(turn, lambda: tell(time.monotonic() - began, "waiting for another call"))
        except BaseException:
            _give_back(turn, self._turn)
            raise
        try:
            threading.Thread(target=_work, args=(job, task, loop, done), daemon=True, name="adrguard call").start()
            await _patiently(done, lambda: tell(time.monotonic() - began, task.what))
            return done.result()
        finally:
            task.stopped = True
            done.cancel()
            self._turn.release()


async def _patiently(awaited: asyncio.Future[Any], tell: Callable[[], Awaitable[None]]) -> None:
    while True:
        await asyncio.wait((awaited,), timeout=PATIENCE)
        if awaited.done():
            return
        await tell()


def _give_back(turn: asyncio.Future[Any], lock: asyncio.Lock) -> None:
    """Let go of a turn that is not wanted any more, whether it has come or is still waited for."""
    if not turn.cancel() and not turn.cancelled():
        lock.release()


def _work(job: Callable[[Task], T], task: Task, loop: asyncio.AbstractEventLoop, done: asyncio.Future[T]) -> None:
    result: T | None = None
    fault: BaseException | None = None
    try:
        result = job(task)
    except StoppedError:
        return
    except BaseException as error:  # noqa: BLE001 - whatever it is, it is raised where the call is waited for
        fault = error

    def tell() -> None:
        if done.done():
            return
        if fault is not None:
            done.set_exception(fault)
        else:
            done.set_result(result)  # type: ignore[arg-type]  # a job may return None, and then T is None

    with contextlib.suppress(RuntimeError):  # the server has ended meanwhile
        loop.call_soon_threadsafe(tell)
