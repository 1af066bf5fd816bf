"""The lines of a trace that a skill is made of, found in a second look at what failed and at what came after."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.memory.distill.claims import Claim, Claims
from adrguard.memory.distill.outcomes import Outcome
from adrguard.memory.distill.quotes import Quote, shown
from adrguard.model.record import Record

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from adrguard.memory.distill.steps import Course, Step

MOST_FAILURES = 12


class After(Record):
    """What a step without errors shows: the last line that says that it worked (None: none does), and its diffs.

    fell  whether it counts what failed; `void`: whether it was broken off, or tested nothing
    """

    worked: Quote | None
    edits: tuple[Quote, ...]
    fell: bool = False
    void: bool = False


class Evidence(Record):
    """What was found.

    failing  the line of each failure of the course, as far as `MOST_FAILURES` go
    claims   what the trace says of its errors, in its order
    after    by index of the step, for those without errors that follow the first failure
    """

    failing: tuple[Quote, ...]
    claims: tuple[Claim, ...]
    after: dict[int, After]


def gather(course: Course, lines: Iterable[bytes], first: int = 1) -> Evidence:
    """Return the evidence. `lines` are those of the trace that the course is of, with the number of their first."""
    wanted = {one.at for one in course.failures[:MOST_FAILURES]}
    found: dict[int, Quote] = {}
    claims = Claims()
    after: dict[int, After] = {}
    failed = False
    for index, step, inside in _by_step(course, lines, first):
        failed = failed or step.errors > 0
        outcome = Outcome()
        for at, line in inside:
            if at in wanted:
                found[at] = Quote(at, (shown(line),))
            if step.errors:
                claims.take(at, line)
            elif failed:
                outcome.take(at, line)
        claims.close()
        outcome.close()
        if failed and not step.errors:
            void = outcome.broken_off or (outcome.idle and outcome.worked is None)
            after[index] = After(outcome.worked, tuple(outcome.edits), outcome.fell, void)
    failing = tuple(found[one.at] for one in course.failures[:MOST_FAILURES] if one.at in found)
    return Evidence(failing, tuple(claims.found), after)


def _by_step(
    course: Course, lines: Iterable[bytes], first: int
) -> Iterator[tuple[int, Step, Iterator[tuple[int, bytes]]]]:
    """Yield index, step, and the step's own lines with their numbers: all but that of its command."""
    numbered = enumerate(lines, first)
    at, line = next(numbered, (0, b""))

    for index, step in enumerate(course.steps):

        def inside(step: Step = step) -> Iterator[tuple[int, bytes]]:
            nonlocal at, line
            while at and at <= step.last:
                if at >= step.first and not (step.command and at == step.first):
                    yield at, line
                at, line = next(numbered, (0, b""))

        own = inside()
        yield index, step, own
        for _ in own:
            pass
