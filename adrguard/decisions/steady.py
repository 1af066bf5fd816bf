"""Notes of one moment: read while no transaction was changing them, and after an interrupted one came to its end."""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING

from adrguard.model.decisions import INTERRUPTED
from adrguard.model.errors import ADVICE, ERROR, WARNING, Problem
from adrguard.model.record import Record
from adrguard.system import folders
from adrguard.system.write_errors import WriteError
from adrguard.system.writing import transaction
from adrguard.system.writing.recovery import UNENDED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from adrguard.system.writing.recovery import Recovered


class Moment(Record):
    """A top folder as it was before its notes were read.

    `problems` tell of a transaction that had been interrupted; `stuck` means that it could not be brought to its end.
    """

    top: str
    stamp: str
    problems: tuple[Problem, ...] = ()
    stuck: bool = False

    def holds(self) -> bool:
        """Say whether no transaction has happened since."""
        if folders.is_unfinished(self.top) and not self.stuck:
            return False
        return transaction.steady_stamp(self.top) == self.stamp


def moment(top: str, root: str) -> Moment:
    """Bring an interrupted transaction below `top` to its end, and return what tells whether another one follows."""
    problems: tuple[Problem, ...] = ()
    stamp = transaction.steady_stamp(top)
    if folders.is_unfinished(top):
        try:
            problems = told(transaction.recover(top), top, root)
        except WriteError as error:
            place = _journal(top, root)
            problem = Problem(place, 0, 0, _standing(top, error), error.hint, INTERRUPTED, ERROR)
            return Moment(top, stamp, (problem,), stuck=True)
        stamp = transaction.steady_stamp(top)
    return Moment(top, stamp, problems)


def _standing(top: str, error: WriteError) -> str:
    """Say that there is an interrupted change, where the error is only about what keeps us from ending it."""
    if UNENDED in error.reason:
        return error.message
    pending = transaction.pending(top)
    what = f" ({pending.what})" if pending is not None and pending.what else ""
    return f"{top}: {UNENDED}{what}, so notes may be half of it: {error.reason}"


def told(recovered: Recovered | None, top: str, root: str) -> tuple[Problem, ...]:
    """Return what a person has to know of a transaction that was brought to its end."""
    if recovered is None:
        return ()
    grave = recovered.set_aside or recovered.conflicts
    severity, hint = (WARNING, "look at what lies there, then delete it") if grave else (ADVICE, "")
    return (Problem(_journal(top, root), 0, 0, recovered.told, hint, INTERRUPTED, severity),)


def _journal(top: str, root: str) -> str:
    within = f"{folders.STATE}/journal"
    return within if top == root else f"{top.replace(os.sep, '/')}/{within}"


@contextlib.contextmanager
def stillness(moments: Iterable[Moment], root: str) -> Iterator[tuple[Problem, ...]]:
    """Keep others from writing below these folders meanwhile. Raises `WriteError` where that cannot be."""
    with contextlib.ExitStack() as stack:
        held = [stack.enter_context(transaction.exclusive(one.top)) for one in sorted(moments, key=lambda one: one.top)]
        yield tuple(problem for one in held for problem in told(one.recovered, one.top, root))
