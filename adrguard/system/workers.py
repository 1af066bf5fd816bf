"""Further processes of this program, which answer messages: to use more than one core.

A worker is this interpreter, started anew on every system alike, and never a copy of a running process: no lock, file
or thread is shared. Messages and answers are plain values, as `marshal` writes them, through its standard streams.
"""

from __future__ import annotations

import marshal
import os
import sys

from adrguard.model.errors import AdrguardError
from adrguard.system import process

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, BinaryIO

    Handler = Callable[[Any], Any]

_SIZE = 8
_READY = "ready"
# The current folder is not where modules are looked for: it may be a repository that holds anything.
_BEGIN = """
import sys, marshal
sys.path[:] = marshal.load(sys.stdin.buffer)
from adrguard.system.workers import serve
serve()
"""


class LostError(AdrguardError):
    """A worker that gives no answer any more; `code` is its exit code (negative: killed by that signal)."""

    def __init__(self, code: int) -> None:
        super().__init__(f"a process of this program ended by itself (exit code {code})")
        self.code = code


def cores() -> int:
    """Return on how many cores this process may run."""
    count: Callable[[], int | None] | None = getattr(os, "process_cpu_count", None)
    if count is not None:
        return count() or 1
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def are_possible() -> bool:
    """Say whether this interpreter can be started again: not where it is part of some other program."""
    return bool(sys.executable) and not getattr(sys, "frozen", False) and os.path.isfile(sys.executable)


class Worker:
    """One process. `target` is ``module:function``: the function is given `setup`, and returns what answers messages.

    Raises `AdrguardError` when it cannot be started, and `LostError` when it does not get as far as to answer.
    """

    def __init__(self, target: str, setup: Any) -> None:
        argv = [sys.executable, "-P", "-c", _BEGIN]
        self._process = process.start(argv, os.path.dirname(os.path.abspath(sys.executable)))
        assert self._process.stdin is not None  # noqa: S101 -- started with pipes
        assert self._process.stdout is not None  # noqa: S101 -- started with pipes
        self._sink: BinaryIO = self._process.stdin  # type: ignore[assignment] # bytes, as no text was asked for
        self._source: BinaryIO = self._process.stdout  # type: ignore[assignment] # bytes, as no text was asked for
        try:
            self._greet(target, setup)
        except BaseException:
            self.close()
            raise

    def _greet(self, target: str, setup: Any) -> None:
        try:
            self._sink.write(marshal.dumps([os.path.abspath(path) for path in _path()]))
        except OSError as error:
            raise self._lost() from error
        self.send((target, setup))
        if self.receive() != _READY:
            raise self._lost()

    def send(self, message: Any) -> None:
        """Send a message without waiting for the answer; answers come in the order of the messages."""
        try:
            _write(self._sink, message)
        except OSError as error:
            raise self._lost() from error

    def receive(self) -> Any:
        """Return the answer to the first message that was not answered yet."""
        try:
            return _read(self._source)
        except (EOFError, OSError, ValueError, TypeError) as error:
            raise self._lost() from error

    def close(self) -> None:
        """End the process, whatever it is doing."""
        import contextlib

        self._process.kill()
        for pipe in (self._sink, self._source):
            # What it will not read any more is no loss.
            with contextlib.suppress(OSError):
                pipe.close()
        self._process.wait()

    def _lost(self) -> LostError:
        self._process.kill()
        return LostError(self._process.wait())


def _path() -> list[str]:
    """Return where the worker looks for modules: where we found ours."""
    import adrguard

    home = os.path.dirname(os.path.dirname(os.path.abspath(adrguard.__file__)))
    return [*[path for path in sys.path if path], home]


def serve() -> None:
    """Answer messages until there are no more: the main function of a worker."""
    import signal
    from importlib import import_module

    # An interrupt is for the process that a person started; it ends us, and so does its own end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    source, sink = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    # Nothing that a library prints may get between the answers.
    os.dup2(2, 1)
    target, setup = _read(source)
    module, _, name = target.partition(":")
    handler: Handler = getattr(import_module(module), name)(setup)
    try:
        _write(sink, _READY)
        while True:
            _write(sink, handler(_read(source)))
    except (EOFError, OSError):
        return


def _write(sink: BinaryIO, value: Any) -> None:
    body = marshal.dumps(value)
    sink.write(len(body).to_bytes(_SIZE, "little") + body)
    sink.flush()


def _read(source: BinaryIO) -> Any:
    size = int.from_bytes(_take(source, _SIZE), "little")
    return marshal.loads(_take(source, size))  # noqa: S302 -- from a process of our own


def _take(source: BinaryIO, size: int) -> bytes:
    data = source.read(size)
    if len(data) != size:
        raise EOFError
    return data
