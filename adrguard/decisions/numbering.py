"""How the decisions of a folder are numbered: numbers left out, and numbers given twice."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from adrguard.decisions.naming import number_of
from adrguard.model.errors import ADVICE, WARNING, Problem

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

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
        beside = {number for other in folders if _side_by_side(folder, other) for number in folders[other]}
        yield from _gaps(folder, sorted(numbered), beside)


def _side_by_side(folder: str, other: str) -> bool:
    """Say whether two folders lie in one, and so may share their numbers: one each for every area, say."""
    return folder != other and folder.rpartition("/")[0] == other.rpartition("/")[0]


def _twice(number: int, same: Sequence[Decision]) -> Iterator[Problem]:
    first = same[0]
    for other in {one.id.casefold(): one for one in same if one.id.casefold() != first.id.casefold()}.values():
        message = f"{other.id} has the number {number}, which {first.id} ({first.path}) has already"
        hint = "give it the next free number, in its file's name and wherever it is named: a number then means one"
        yield Problem(other.path, 0, 0, message, hint, "duplicate-number", WARNING)


def _gaps(folder: str, numbers: Sequence[int], beside: Collection[int]) -> Iterator[Problem]:
    missing = list(_runs(numbers, beside))
    if not missing:
        return
    spelled = [str(first) if first == last else f"{first} to {last}" for first, last in missing[:_MOST_SHOWN]]
    shown = _listed([*spelled, "more"] if len(missing) > _MOST_SHOWN else spelled)
    single = len(missing) == 1 and missing[0][0] == missing[0][1]
    message = f"no decision has the number{'' if single else 's'} {shown}"
    hint = "keep decisions that are withdrawn, with that status: who finds a number finds what became of it"
    yield Problem(folder or ".", 0, 0, message, hint, "numbering-gap", ADVICE)


def _runs(numbers: Sequence[int], beside: Collection[int]) -> Iterator[tuple[int, int]]:
    """Yield (first, last) of the numbers that are neither here nor beside and follow each other."""
    for before, after in pairwise(numbers):
        if after - before > _WIDEST:
            continue
        first = before + 1
        for number in range(before + 1, after + 1):
            if number == after or number in beside:
                if first < number:
                    yield first, number - 1
                first = number + 1


def _listed(words: Sequence[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
