"""Calls one after the other, told of while they take long, and let go when nobody waits."""

from __future__ import annotations

import asyncio
import threading

import pytest

from adrguard.mcp_server import work
from adrguard.mcp_server.work import StoppedError, Workshop


async def silent(_seconds: float, _what: str) -> None:
    return


def test_a_call_returns_what_its_job_does() -> None:
    assert asyncio.run(Workshop().do(lambda _: 42, silent)) == 42


def test_what_a_job_raises_is_raised_where_it_is_waited_for() -> None:
    def fail(_):
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        asyncio.run(Workshop().do(fail, silent))


def test_calls_are_answered_in_the_order_in_which_they_came() -> None:
    done: list[int] = []
    at_once = threading.Semaphore(1)

    def job(number: int) -> int:
        assert at_once.acquire(blocking=False)
        done.append(number)
        at_once.release()
        return number

    async def all_of_them() -> list[int]:
        shop = Workshop()
        return await asyncio.gather(*[shop.do(lambda _, n=n: job(n), silent) for n in range(32)])

    assert asyncio.run(all_of_them()) == list(range(32)) == done


def test_whoever_waits_is_told_what_is_going_on(monkeypatch) -> None:
    monkeypatch.setattr(work, "PATIENCE", 0.02)
    told: list[tuple[float, str]] = []
    go_on = threading.Event()

    async def tell(seconds: float, what: str) -> None:
        told.append((seconds, what))
        if len(told) == 3:
            go_on.set()

    def job(task: work.Task) -> None:
        task.begin("reading")
        go_on.wait(10)

    asyncio.run(Workshop().do(job, tell))
    assert [what for _, what in told[:3]] == ["reading"] * 3
    assert [seconds for seconds, _ in told] == sorted(seconds for seconds, _ in told)


def test_a_call_that_waits_for_another_one_is_told_so(monkeypatch) -> None:
    monkeypatch.setattr(work, "PATIENCE", 0.02)
    go_on = threading.Event()
    told: list[str] = []

    async def tell(_seconds: float, what: str) -> None:
        told.append(what)
        go_on.set()

    async def two() -> None:
        shop = Workshop()
        await asyncio.gather(shop.do(lambda _: go_on.wait(10), silent), shop.do(lambda _: None, tell))

    asyncio.run(two())
    assert told[0] == "waiting for another call"


def test_a_call_that_is_cancelled_lets_the_next_one_begin_and_ends_at_its_next_look_at_the_clock() -> None:
    begun, go_on, ended = threading.Event(), threading.Event(), threading.Event()

    def job(task: work.Task) -> None:
        begun.set()
        go_on.wait(10)
        try:
            task.now_ms()
        except StoppedError:
            ended.set()
            raise

    async def conversation() -> str:
        shop = Workshop()
        first = asyncio.ensure_future(shop.do(job, silent))
        await asyncio.to_thread(begun.wait, 10)
        first.cancel()
        answer = await shop.do(lambda _: "the next one", silent)
        go_on.set()
        await asyncio.to_thread(ended.wait, 10)
        assert first.cancelled()
        return answer

    assert asyncio.run(conversation()) == "the next one"
    assert ended.is_set()


def test_a_call_that_is_cancelled_while_it_waits_takes_no_turn() -> None:
    go_on = threading.Event()

    async def conversation() -> str:
        shop = Workshop()
        first = asyncio.ensure_future(shop.do(lambda _: go_on.wait(10), silent))
        second = asyncio.ensure_future(shop.do(lambda _: pytest.fail("it was cancelled"), silent))
        third = asyncio.ensure_future(shop.do(lambda _: "third", silent))
        await asyncio.sleep(0.01)
        second.cancel()
        go_on.set()
        await first
        return await third

    assert asyncio.run(conversation()) == "third"
