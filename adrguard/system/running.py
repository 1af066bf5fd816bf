"""A program of a person's choice at work: what it writes in the order in which it comes, and an end in every case.

Signals that end us are passed on to all that it started. Its children may hold its output open after its end: they are
waited for only as long as they still have something to say, and no longer than a moment.
"""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import threading
import time
from typing import TYPE_CHECKING

from adrguard.model.errors import AdrguardError
from adrguard.system import process

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from subprocess import Popen
    from types import FrameType
    from typing import IO, Self

NOT_FOUND, NOT_STARTABLE, BY_SIGNAL = 127, 126, 128
OUT, ERR = 1, 2
_PIECE = 1 << 16
_MOST_WAITING = 64
_BEHIND = 4  # pieces at most that the program has written and that wait for the queue: in hand, and in each pipe
_LOOK_S = 0.05
_QUIET_S, _LONGEST_S = 0.3, 2.0
_GRACE_S = 2.0
_PASSED_ON = ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGBREAK")


class CannotStartError(AdrguardError):
    """The program cannot be started; the exit code is that of a shell."""

    def __init__(self, message: str, exit_code: int) -> None:
        super().__init__(message, "check its spelling, and that it is on PATH")
        self.exit_code = exit_code


class Running:
    """A program that was started; use it as a context, and read `pieces` to their end."""

    def __init__(self, argv: Sequence[str]) -> None:
        self._argv = argv
        # On a terminal the program stays in our group: the keyboard's signals then reach all of it by themselves.
        self._apart = not _on_terminal()
        self._started: Popen[bytes] | None = None
        self._queue: queue.Queue[tuple[int, bytes]] = queue.Queue(_MOST_WAITING)
        self._open = 2
        self._signalled: list[int] = []
        self._before: dict[int, signal._HANDLER] = {}
        self.abandoned = False
        """Whether children of the program still held its output when we stopped to listen."""

    def __enter__(self) -> Self:
        """Start it, and listen to it and to signals. Raises `CannotStartError`."""
        self._heed()
        try:
            self._started = program = _started(self._argv, apart=self._apart)
        except BaseException:
            self._heed_no_more()
            raise
        if self._signalled:  # while it was being started
            self._send(self._signalled[0])
        for number, stream in ((OUT, program.stdout), (ERR, program.stderr)):
            assert stream is not None  # noqa: S101 -- `launch` asked for pipes
            threading.Thread(target=self._listen, args=(number, stream), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        """Leave nothing running that we started, and heed signals as before."""
        if self._program.poll() is None:
            self._send(_KILL)
            self._program.wait()
        if self._signalled:
            self._end_group()
        self._heed_no_more()

    @property
    def _program(self) -> Popen[bytes]:
        assert self._started is not None  # noqa: S101 -- it is used as a context
        return self._started

    def _heed(self) -> None:
        if threading.current_thread() is not threading.main_thread():
            return
        for name in _PASSED_ON:
            signalled: signal.Signals | None = getattr(signal, name, None)
            if signalled is not None and signal.getsignal(signalled) is not signal.SIG_IGN:
                self._before[signalled] = signal.signal(signalled, self._pass_on)

    def _heed_no_more(self) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _listen(self, number: int, stream: IO[bytes]) -> None:
        # Nobody else closes it: its number could be another file's by the time of the next read.
        with stream:
            with contextlib.suppress(OSError):
                while part := os.read(stream.fileno(), _PIECE):
                    self._queue.put((number, part))
            self._queue.put((number, b""))

    def pieces(self) -> Iterator[tuple[int, bytes]]:
        """Yield (stream, bytes) as they come, until all has been said."""
        ended = heard = 0.0
        owed = 0
        while self._open:
            try:
                number, part = self._queue.get(timeout=_LOOK_S)
            except queue.Empty:
                number, part = 0, b""
            now = time.monotonic()
            if part:
                heard = now
                yield number, part
            elif number:
                self._open -= 1
            if not ended and self._program.poll() is not None:
                ended = heard = now
                owed = self._queue.qsize() + _BEHIND
            elif number:
                owed -= 1
            # However long we took over it: what the program itself said is heard.
            if ended and (now - heard > _QUIET_S or (owed <= 0 and now - ended > _LONGEST_S)):
                self.abandoned = bool(self._open)
                return

    def code(self) -> int:
        """Wait for the program and return its exit code; ended by a signal, 128 and that signal."""
        code = self._program.wait()
        return BY_SIGNAL - code if code < 0 else code

    def _pass_on(self, number: int, _: FrameType | None) -> None:
        self._signalled.append(number)
        if self._started is not None:
            # Whoever insists means it.
            self._send(number if len(self._signalled) == 1 else _KILL)

    def _send(self, number: int) -> None:
        with contextlib.suppress(OSError):
            if os.name == "nt":
                soft = number in (signal.SIGINT, getattr(signal, "SIGBREAK", -1)) and self._apart
                self._program.send_signal(signal.CTRL_BREAK_EVENT if soft else signal.SIGTERM)  # type: ignore[attr-defined,unused-ignore]  # of Windows
            elif self._apart:
                os.killpg(self._program.pid, number)
            elif number not in (signal.SIGINT, signal.SIGQUIT) or len(self._signalled) > 1:
                self._program.send_signal(number)

    def _end_group(self) -> None:
        """After a signal, end what the program left behind: shells start their background jobs deaf to SIGINT."""
        if not self._apart or os.name == "nt":
            return
        until = time.monotonic() + _GRACE_S
        with contextlib.suppress(OSError):  # none is left
            os.killpg(self._program.pid, signal.SIGTERM)
            while time.monotonic() < until:
                os.killpg(self._program.pid, 0)
                time.sleep(_LOOK_S)
            os.killpg(self._program.pid, _KILL)


_KILL = getattr(signal, "SIGKILL", signal.SIGTERM)


def _on_terminal() -> bool:
    try:
        return os.isatty(0)
    except OSError:
        return False


def _started(argv: Sequence[str], *, apart: bool) -> Popen[bytes]:
    try:
        return process.launch(argv, apart=apart)
    except FileNotFoundError as error:
        raise CannotStartError(f"{argv[0]}: there is no such program", NOT_FOUND) from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise CannotStartError(f"{argv[0]} cannot be started: {reason}", NOT_STARTABLE) from error
