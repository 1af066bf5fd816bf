"""Work that may hang, crash, end the process or run out of memory, and the answer that is there in time all the same.

Where there is `fork` the work is done in a child, which can be killed; elsewhere in a thread that is left behind.
"""

from __future__ import annotations

import marshal
import os
import time

from adrguard.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal
    from collections.abc import Callable
    from typing import Never, TypeVar

    Result = TypeVar("Result")
else:
    import _signal as signal  # the module around it loads `enum`

_FORKS = hasattr(os, "fork")
_TIMES = hasattr(signal, "setitimer")
_CHUNK = 1 << 16
_MOST_WORDS = 300
_SIGKILL = 9


class Told(Record):
    """What became of the work: its `value` (of what `marshal` takes), or the `fault` that it ended with."""

    value: object = None
    fault: str = ""
    silent: bool = False


class TooLateError(Exception):
    """The time is over."""


def guarded(work: Callable[[], object], seconds: float) -> Told:
    """Do the work elsewhere, and return what became of it after `seconds` at the latest."""
    if seconds <= 0:
        return _late(seconds)
    if _FORKS and _TIMES:
        try:
            return _forked(work, seconds)
        except TooLateError:
            return _late(seconds)
        except OSError:
            pass  # no process is to be had
    return _threaded(lambda: told(work), seconds) or _late(seconds)


def in_time(work: Callable[[], Result], seconds: float) -> Result:
    """Do the work here and now, mere waiting for input. Raises `TooLateError` after `seconds`."""
    if not _TIMES:
        outcome: list[Result | Exception] = []

        def keep() -> Told:
            try:
                outcome.append(work())
            except Exception as error:  # noqa: BLE001 -- handed on to the thread that waits for it
                outcome.append(error)
            return Told()

        if _threaded(keep, seconds) is None:
            raise TooLateError
        if isinstance(outcome[0], Exception):
            raise outcome[0]
        return outcome[0]
    before = signal.signal(signal.SIGALRM, _raise_too_late)
    try:
        signal.setitimer(signal.ITIMER_REAL, max(seconds, 0.001))
        try:
            return work()
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    finally:
        signal.signal(signal.SIGALRM, before)


def _raise_too_late(*_: object) -> Never:
    raise TooLateError


def _late(seconds: float) -> Told:
    return Told(fault=f"there was no verdict within {max(seconds, 0):.0f} s")


def told(work: Callable[[], object]) -> Told:
    """Do the work, whatever it ends with: also an order to end the process is only a fault of the work."""
    try:
        return Told(work())
    except BaseException as error:  # noqa: BLE001 -- nothing of ours may keep an agent from its work
        return confession(error)


def confession(error: BaseException) -> Told:
    """Say in a line what went wrong. Outside of a repository there is nothing to judge, and nothing to say."""
    from adrguard.model.errors import AdrguardError, NotARepositoryError

    if isinstance(error, NotARepositoryError):
        return Told(silent=True)
    if isinstance(error, AdrguardError):
        return Told(fault=error.message + (f" ({error.hint})" if error.hint else ""))
    if isinstance(error, OSError) and error.strerror:
        where = f"{os.fsdecode(error.filename)}: " if isinstance(error.filename, (str, bytes)) else ""
        return Told(fault=f"{where}{error.strerror}")
    return Told(fault=f"internal error, {type(error).__name__}: {error}"[:_MOST_WORDS])


def _forked(work: Callable[[], object], seconds: float) -> Told:
    until = time.monotonic() + seconds
    source, sink = os.pipe()
    try:
        child = os.fork()
    except OSError:
        os.close(source)
        os.close(sink)
        raise
    if not child:
        _work(work, sink, seconds)
    os.close(sink)
    data = b""
    try:
        data = in_time(lambda: _all_of(source), until - time.monotonic())
    finally:
        # It has said what it had to say, or never will.
        os.close(source)
        os.kill(child, _SIGKILL)
        status = os.waitpid(child, 0)[1]
    if not data:
        code = os.waitstatus_to_exitcode(status)
        return Told(fault="its process was " + (f"ended by signal {-code}" if code < 0 else f"left with code {code}"))
    return Told.of(marshal.loads(data))  # noqa: S302 -- written by our own child


def _work(work: Callable[[], object], sink: int, seconds: float) -> Never:
    try:
        # Should the parent be killed, the system ends the child.
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, seconds + 1)
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        result = told(work)
        try:
            data = marshal.dumps(result.plain())
        except ValueError:
            data = marshal.dumps(Told(fault="internal error, a use case gave no answer").plain())
        while data:
            data = data[os.write(sink, data) :]
    finally:
        os._exit(0)


def _all_of(source: int) -> bytes:
    parts = []
    while part := os.read(source, _CHUNK):
        parts.append(part)
    return b"".join(parts)


def _threaded(work: Callable[[], Told], seconds: float) -> Told | None:
    """Do the work in a thread; return None when the time is over. The thread then ends with the process."""
    import _thread

    done = _thread.allocate_lock()
    results: list[Told] = []

    def run() -> None:
        try:
            results.append(work())
        finally:
            done.release()

    done.acquire()
    _thread.start_new_thread(run, ())
    return results[0] if done.acquire(timeout=seconds) and results else None
