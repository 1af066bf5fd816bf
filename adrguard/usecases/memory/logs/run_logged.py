"""Run a program and offload what it writes; a short output comes out as it went in, each stream in its place."""

from __future__ import annotations

from adrguard.memory.traces.portions import PORTION
from adrguard.model.record import Record
from adrguard.system.running import ERR, OUT, CannotStartError, Running
from adrguard.usecases.memory.logs.log_store import log_store
from adrguard.usecases.memory.logs.offload_log import NotKeptError, Offloaded, Wanted, is_short, put_away

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from adrguard.memory.traces.portions import Source

__all__ = ["ERR", "OUT", "CannotStartError", "Logged", "run_logged"]

_LONGEST_HELD = PORTION


class Logged(Record):
    """What came of a program: its exit code, its output where that was short, else what became of its log.

    `pieces` are (stream, bytes) in the order in which they came; `unkept` is why the log could not be kept, and was
    handed on. `abandoned`: its children still held the output when it had ended, and were not waited for.
    """

    code: int
    pieces: tuple[tuple[int, bytes], ...] = ()
    offloaded: Offloaded | None = None
    unkept: NotKeptError | None = None
    abandoned: bool = False


class _Log:
    """The output of a program as one log: its streams mixed as they came, but never within a line."""

    def __init__(self, pieces: Iterator[tuple[int, bytes]]) -> None:
        self._pieces = pieces
        self._held = {OUT: b"", ERR: b""}
        self.heard: list[tuple[int, bytes]] = []
        self.remembers = True

    def source(self, _size: int) -> bytes:
        """Return what comes next, b"" at the end."""
        for number, part in self._pieces:
            if self.remembers:
                self.heard.append((number, part))
            whole = self._lines(number, part)
            if whole:
                return whole
        rest = b"".join(self._held.values())
        self._held = {OUT: b"", ERR: b""}
        return rest

    def _lines(self, number: int, part: bytes) -> bytes:
        held = self._held[number] + part
        end = held.rfind(b"\n") + 1
        if not end and len(held) > _LONGEST_HELD:
            end = len(held)
        self._held[number] = held[end:]
        return held[:end]


def run_logged(
    start: str, argv: Sequence[str], hand_on: Callable[[bytes], None], task: str = "", threshold: int = -1
) -> Logged:
    """Run a program to its end. Raises `CannotStartError`.

    A short output is in `pieces`; a longer one is offloaded while it comes, in constant memory. One that cannot be kept
    is handed on piece by piece: whatever happens to the log, the program is not disturbed.
    """
    place = log_store(start)
    least = place.settings.logs_threshold if threshold < 0 else threshold
    with Running(argv) as running:
        log = _Log(running.pieces())
        begun = b""
        while is_short(begun, least) and (part := log.source(0)):
            begun += part
        if is_short(begun, least):
            return Logged(running.code(), tuple(log.heard), abandoned=running.abandoned)
        log.remembers, log.heard = False, []

        def wanted() -> Wanted:
            code = running.code()
            return Wanted(task, ending=f"exit code {code}" if code else "")

        try:
            done = put_away(place, begun, log.source, wanted)
        except NotKeptError as error:
            for part in _all(error, log.source):
                hand_on(part)
            return Logged(running.code(), unkept=error, abandoned=running.abandoned)
        return Logged(running.code(), offloaded=done, abandoned=running.abandoned)


def _all(error: NotKeptError, source: Source) -> Iterator[bytes]:
    yield from error.log
    while part := source(0):
        yield part
