"""One verdict out of several: of the shards of a whole tree, or of any reports read back.

The parts of one tree merge to what judging it at once says, times aside. So lists that follow the files are brought
back into their order, what each part says of the whole (mistakes in decisions, notes) is said once, and counts add up.
"""

from __future__ import annotations

from adrguard.model.errors import UsageError
from adrguard.model.findings import Cost, Finding, Outcome
from adrguard.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import TypeVar

    from adrguard.model.errors import Problem
    from adrguard.model.findings import Suppressed, Unjudged
    from adrguard.model.rules import Rule

    Item = TypeVar("Item", bound=Record)

_MILD_FIRST = ("allow", "warn", "block")
_WHOLE = (0, 0)


def merge(outcomes: Sequence[Outcome]) -> Outcome:
    """Return the one verdict that these make together; in which order shards are given says nothing.

    Where they were judged by different settings, the strictest count. Shards must be complete: raises `UsageError` for
    one that is missing or there twice, and where there is nothing to merge.
    """
    if not outcomes:
        raise UsageError("there is nothing to merge", "name at least one report")
    _check_shards(outcomes)
    ordered = sorted(outcomes, key=lambda one: one.shard)
    first = ordered[0]
    if len(ordered) == 1:
        return first.replace(shard=_WHOLE, sameness="")
    judged = _once([one.judged for one in ordered], _rule_key)
    return Outcome(
        findings=_findings([one.findings for one in ordered]),
        suppressed=_suppressed([one.suppressed for one in ordered]),
        known=sum(one.known for one in ordered),
        unjudged=in_order_of_files(_once([one.unjudged for one in ordered], _itself)),
        weakened=_once([one.weakened for one in ordered], _itself),
        problems=woven([one.problems for one in ordered]),
        rules=max(len(judged), *[one.rules for one in ordered]),
        files=sum(one.files for one in ordered),
        elapsed_ms=sum(one.elapsed_ms for one in ordered),
        costs=total_costs([(cost.rule, cost.ms) for one in ordered for cost in one.costs]),
        notes=_notes([one.notes for one in ordered]),
        on_budget="block" if any(one.on_budget == "block" for one in ordered) else first.on_budget,
        strict=any(one.strict for one in ordered),
        weakening=max((one.weakening for one in ordered), key=_MILD_FIRST.index),
        door=first.door,
        supersession=next((one.supersession for one in ordered if one.supersession != "allow"), "allow"),
        judged=judged,
        baselined=_findings([one.baselined for one in ordered]),
        fixed=_findings([one.fixed for one in ordered]),
        prose=max(one.prose for one in ordered),
    )


def _check_shards(outcomes: Iterable[Outcome]) -> None:
    given = sorted(one.shard for one in outcomes if one.shard != _WHOLE)
    if not given:
        return
    counts = sorted({count for _, count in given})
    if len(counts) > 1:
        said = " and ".join(map(str, counts))
        raise UsageError(f"these are shards of different runs: of {said}", "merge the reports of one run")
    if len({one.sameness for one in outcomes if one.sameness}) > 1:
        raise UsageError("these are shards of different trees, or by different rules", "merge the reports of one run")
    (count,) = counts
    numbers = [number for number, _ in given]
    twice = sorted({number for number in numbers if numbers.count(number) > 1})
    if twice:
        raise UsageError(f"shard {twice[0]}/{count} is there twice", "name the report of each shard once")
    missing = [str(number) for number in range(1, count + 1) if number not in numbers]
    if missing:
        named = ", ".join(f"{number}/{count}" for number in missing)
        message = f"not all shards are there, so the verdict would be of a part of the tree: {named} missing"
        raise UsageError(message, "name the reports of all shards of the run")


def in_order(findings: Iterable[Finding]) -> list[Finding]:
    """Return findings as a verdict lists them: by path, line, column and rule."""
    return sorted(findings, key=lambda one: (one.path, one.line, one.column, one.rule.id))


def in_order_of_files(unjudged: Iterable[Unjudged]) -> tuple[Unjudged, ...]:
    """Return what was not judged as the verdict on a whole tree lists it: by path, each thing once."""
    return tuple(sorted(dict.fromkeys(unjudged), key=lambda one: (one.path, one.rule, one.code, one.reason)))


def woven(lists: Sequence[Sequence[Problem]]) -> tuple[Problem, ...]:
    """Return the problems of several parts: those that all begin or end with once, between them the rest by path."""
    lists = [list(dict.fromkeys(one)) for one in lists]
    shortest = min(map(len, lists))
    head = next((at for at in range(shortest) if any(one[at] != lists[0][at] for one in lists)), shortest)
    left = shortest - head
    tail = next((at for at in range(left) if any(one[-1 - at] != lists[0][-1 - at] for one in lists)), left)
    middle = [one for some in lists for one in some[head : len(some) - tail]]
    ends = lists[0][len(lists[0]) - tail :]
    return tuple(dict.fromkeys([*lists[0][:head], *sorted(middle, key=lambda one: one.path), *ends]))


def _itself(item: Item) -> Item:
    return item


def _once(lists: Iterable[Iterable[Item]], key: Callable[[Item], object]) -> tuple[Item, ...]:
    found: dict[object, Item] = {}
    for some in lists:
        for one in some:
            found.setdefault(key(one), one)
    return tuple(found.values())


def _findings(lists: Iterable[Iterable[Finding]]) -> tuple[Finding, ...]:
    return tuple(in_order(_once(lists, _place)))


def _place(one: Finding) -> object:
    # Not the whole record: comparing compiled rules with each other would be most of the work.
    return (one.identity, one.line, one.column, one.end_line, one.end_column, one.shown, one.detail, one.level)


def _rule_key(rule: Rule) -> object:
    return (rule.id, rule.note, rule.line)


def _suppressed(lists: Iterable[Iterable[Suppressed]]) -> tuple[Suppressed, ...]:
    found = _once(lists, lambda one: (_place(one.finding), one.reason, one.line))
    return tuple(sorted(found, key=lambda one: one.finding.path))


def total_costs(costs: Iterable[tuple[str, float]]) -> tuple[Cost, ...]:
    """Return what each rule took in all, the dearest first; given are ids and milliseconds."""
    total: dict[str, float] = {}
    for rule, ms in costs:
        total[rule] = total.get(rule, 0.0) + ms
    return tuple(sorted([Cost(rule, ms) for rule, ms in total.items()], key=lambda one: -one.ms))


def _notes(lists: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Return the notes of several parts once: what the baseline holds too much in its order, then all others."""
    from adrguard.engine.baseline import MENDED

    notes = list(dict.fromkeys([note for some in lists for note in some]))
    return tuple(sorted(notes, key=lambda note: (0, note) if note.startswith(MENDED) else (1, "")))
