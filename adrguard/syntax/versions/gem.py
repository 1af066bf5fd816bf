"""Ruby gems: versions of any length, letters mark a prerelease."""

from __future__ import annotations

from adrguard.syntax.versions.clauses import RangeProblem, parse
from adrguard.syntax.versions.scheme import Scheme, leading_numbers
from adrguard.syntax.versions.spans import BEFORE, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    Segment = tuple[int, int | str]

_BOTTOM: Segment = (-1, 0)
_TEXT, _END, _NUMBER = 0, 1, 2


class Gem(Scheme):
    """Gem::Version: a letter segment sorts below the end, a number above it; zeros before either don't count."""

    bare_operator = "="

    def key(self, version: str) -> tuple[Segment, ...]:
        """Return the segments, closed by a mark that sorts between letters and numbers."""
        segments = list(_segments(version.replace("-", ".pre.")))
        if not segments or not (leading_numbers(version) or version == "0"):
            msg = f"'{version}' is no gem version"
            raise RangeProblem(msg)
        return (*_without_idle_zeros(segments), (_END, 0))

    def floor(self, numbers: tuple[int, ...]) -> tuple[Segment, ...]:
        """Return a key below every prerelease of the numbers."""
        return (*_without_idle_zeros([(_NUMBER, number) for number in numbers]), _BOTTOM)

    def declared(self, text: str) -> tuple[Span, ...]:
        """Return what a requirement admits; prereleases only where it names one."""
        spans = super().declared(text)
        if any(char.isalpha() for group in parse(text) for clause in group for char in clause.version):
            return spans
        return tuple(span.replace(high=_without_prereleases(span.high)) if span.high else span for span in spans)


def _without_prereleases(cut: tuple[tuple[Segment, ...], int]) -> tuple[tuple[Segment, ...], int]:
    key, side = cut
    if side != BEFORE or key[-1] != (_END, 0):
        return cut
    return ((*key[:-1], _BOTTOM), BEFORE)


def _segments(version: str) -> Iterator[Segment]:
    at = 0
    while at < len(version):
        end = at
        kind = version[at].isdecimal()
        while end < len(version) and version[end].isalnum() and version[end].isdecimal() == kind:
            end += 1
        if end > at:
            yield (_NUMBER, int(version[at:end])) if kind else (_TEXT, version[at:end])
        at = max(end, at + 1)


def _without_idle_zeros(segments: list[Segment]) -> list[Segment]:
    """Drop the zeros that end the numeric head (``1.0.rc1`` is ``1.rc1``) and those that end the whole."""
    head = next((at for at, one in enumerate(segments) if one[0] == _TEXT), len(segments))
    return _trim(segments[:head]) + _trim(segments[head:])


def _trim(segments: list[Segment]) -> list[Segment]:
    end = len(segments)
    while end and segments[end - 1] == (_NUMBER, 0):
        end -= 1
    return segments[:end]
