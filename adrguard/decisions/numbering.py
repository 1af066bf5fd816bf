"""How the decisions of a folder are numbered: numbers left out, and numbers given twice."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from adrguard.decisions.naming import number_of
from adrguard.model.errors import ADVICE, WARNING, Problem

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from adrguard.model.decisions import Decision

_MOST_SHOWN = 8
_WIDEST = 1000
"""Numbers between two neighbours beyond which nobody counted: those are years, tickets or areas of their own."""


def numbering(decisions: Iterable[Decision]) -> Iterator[Problem]:
    """Yield a warning for each number that several decisions of a folder have, and one piece of advice for its gaps.

    Notes whose names start with a date are not numbered. Two notes with one id are another mistake, told elsewhere.
    """
    folders: dict[str, dict[int, list[Decision]]] = {}
    for decision in decisions:
        digits = number_of(decision)
        if digits:
            folder = decision.path.rpartition("/")[0]
            folders.setdefault(folder, {}).setdefault(int(digits), []).append(decision)
    for folder, numbered in folders.items():
        for number, same in sorted(numbered.items()):
            yield from _twice(number, same)
        yield from _gaps(folder, sorted(numbered))


def _twice(number: int, same: Sequence[Decision]) -> Iterator[Problem]:
    first = same[0]
    for other in {one.id.casefold(): one for one in same if one.id.casefold() != first.id.casefold()}.values():
        message = f"{other.id} has the number {number}, which {first.id} ({first.path}) has already"
        hint = "give it the next free number, in its file's name and wherever it is named: a number then means one"
        yield Problem(other.path, 0, 0, message, hint, "duplicate-number", WARNING)


def _gaps(folder: str, numbers: Sequence[int]) -> Iterator[Problem]:
    missing = [(before + 1, after - 1) for before, after in pairwise(numbers) if 1 < after - before <= _WIDEST]
    if not missing:
        return
    spelled = [str(first) if first == last else f"{first} to {last}" for first, last in missing[:_MOST_SHOWN]]
    shown = _listed([*spelled, "more"] if len(missing) > _MOST_SHOWN else spelled)
    single = len(missing) == 1 and missing[0][0] == missing[0][1]
    message = f"no decision has the number{'' if single else 's'} {shown}"
    hint = "keep decisions that are withdrawn, with that status: who finds a number finds what became of it"
    yield Problem(folder or ".", 0, 0, message, hint, "numbering-gap", ADVICE)


def _listed(words: Sequence[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
