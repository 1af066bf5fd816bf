"""Read a trace for a skill: its secrets taken out first, in one pass over any bytes, then a look at what matters."""

from __future__ import annotations

from adrguard.memory.distill.evidence import gather
from adrguard.memory.distill.playbook import distilled
from adrguard.memory.distill.steps import Stepping
from adrguard.memory.secrets.redaction import Redactor
from adrguard.memory.traces.folding import folded
from adrguard.memory.traces.portions import portions
from adrguard.model.record import Record
from adrguard.system.scratch import scratch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO

    from adrguard.memory.distill.playbook import Playbook
    from adrguard.memory.distill.steps import Course
    from adrguard.usecases.memory.skills.trace_at_hand import Origin

_CONTROLS = bytes([*range(9), *range(11, 32), 127])


class Read(Record):
    """What a trace holds: how it went, the skill in it (None where nothing failed), how many secrets were taken out.

    `blank` says that it has no text at all, `binary` that it has bytes that no text has.
    """

    course: Course
    playbook: Playbook | None
    redacted: int
    blank: bool
    binary: bool


def read(origin: Origin, hint: str = "") -> Read:
    """Return what a trace holds. Raises what its source raises."""
    stepping, redactor = Stepping(origin.first), Redactor()
    blank, binary = True, False
    with scratch() as kept:
        cutting = _Cutting(origin)
        for portion in portions(origin.source):
            text = folded(cutting.meant(portion.text))
            binary = binary or b"\0" in text
            text = redactor.redacted(text.translate(None, _CONTROLS))
            blank = blank and not text.strip()
            stepping.feed(text)
            kept.write(text)
        course = stepping.end()
        playbook = _playbook(course, kept, origin, hint) if course.failures else None
    return Read(course, playbook, redactor.count, blank, binary)


def _playbook(course: Course, kept: IO[bytes], origin: Origin, hint: str) -> Playbook:
    kept.seek(0)
    return distilled(course, gather(course, kept, origin.first), hint)


class _Cutting:
    """Leaves of a log only the lines that are meant."""

    def __init__(self, origin: Origin) -> None:
        self._line = 1
        self._first, self._last = origin.first, origin.last

    def meant(self, text: bytes) -> bytes:
        """Return what of the next piece is meant."""
        if self._first <= self._line and not self._last:
            return text
        begun = self._line
        self._line += text.count(b"\n")
        # A carriage return by itself ends no line: a bar of progress has many.
        lines = text.split(b"\n") if self._is_partly(begun) else []
        parts = [*(one + b"\n" for one in lines[:-1]), *lines[-1:]]
        return b"".join(one for at, one in enumerate(parts, begun) if self._first <= at <= (self._last or at))

    def _is_partly(self, begun: int) -> bool:
        return self._line >= self._first and not (self._last and begun > self._last)
