"""One report out of those of all shards."""

from __future__ import annotations

import itertools

from adrguard.engine import merging
from adrguard.model.errors import AdrguardError, UsageError
from adrguard.usecases.reports import report_files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from adrguard.model.findings import Outcome

_MOST_NAMED = 20


def merge_reports(paths: Sequence[str]) -> Outcome:
    """Return the verdict that the reports make together. Raises one `UsageError` that names every mistake.

    Only shards make a whole: of other reports nothing says which part of what they are, so they are refused, even one
    alone.
    """
    outcomes, wrong = [], []
    for path in paths:
        try:
            outcomes.append((path, report_files.read(path)))
        except AdrguardError as error:
            wrong.append(error.message)
    wrong += _mistakes(outcomes)
    if wrong:
        message = wrong[0] if not wrong[1:] else f"these reports make no whole: {'; '.join(wrong)}"
        raise UsageError(message, _way_out(outcomes))
    return merging.merge([outcome for _, outcome in outcomes])


def _way_out(outcomes: Sequence[tuple[str, Outcome]]) -> str:
    way = "name the JSON report of each shard of one run (`adrguard check --all --shard 1/N` to N/N), each once"
    if any(outcome.shard == (0, 0) for _, outcome in outcomes):
        way += "; a report of all files is whole as it is: `adrguard report convert` puts it into other forms"
    return way


def _mistakes(outcomes: Sequence[tuple[str, Outcome]]) -> list[str]:
    shards: dict[tuple[int, int], list[str]] = {}
    for path, outcome in outcomes:
        shards.setdefault(outcome.shard, []).append(path)
    wrong = [f"{path} is the report of a whole check, no shard" for path in shards.pop((0, 0), [])]
    for (number, count), named in sorted(shards.items()):
        if not 1 <= number <= count:
            wrong.append(f"{named[0]} calls itself shard {number}/{count}")
        if named[1:]:
            wrong.append(f"shard {number}/{count} is there {len(named)} times: {', '.join(named)}")
    counts = sorted({count for _, count in shards})
    if not counts:
        return wrong
    if counts[1:]:
        said = " and ".join(map(str, counts))
        return [*wrong, f"they are of runs in different numbers of shards: {said}"]
    wrong += _of_another(outcomes)
    there = {number for number, _ in shards}
    absent = (f"{number}/{counts[0]}" for number in range(1, counts[0] + 1) if number not in there)
    missing = list(itertools.islice(absent, _MOST_NAMED + 1))  # a report may claim to be one of any number
    if missing:
        wrong.append(f"missing: shard {', '.join(missing[:_MOST_NAMED])}" + (" …" if missing[_MOST_NAMED:] else ""))
    return wrong


def _of_another(outcomes: Sequence[tuple[str, Outcome]]) -> list[str]:
    """Tell which shards were made of other files than the first one, or by other rules."""
    shards = [(path, outcome) for path, outcome in outcomes if outcome.shard[1]]
    said = [(path, outcome.sameness) for path, outcome in shards if outcome.sameness]
    others = [path for path, sameness in said if sameness != said[0][1]]
    if not others:
        return []
    named = ", ".join(others[:_MOST_NAMED]) + (" …" if others[_MOST_NAMED:] else "")
    return [f"{named}: of another tree than {said[0][0]}, or judged by other rules (let all jobs check out one commit)"]
