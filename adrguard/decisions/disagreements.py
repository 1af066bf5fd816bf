"""What lint says about decisions taken together: ids, statuses, successors, links, reviews."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from adrguard.decisions.dependencies import dead_dependencies
from adrguard.model.decisions import NOT_IN_FORCE, SHADOW
from adrguard.model.errors import ADVICE, WARNING, Problem
from adrguard.vault.status import SUPERSEDED, TABLE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from adrguard.decisions.binding import Binding
    from adrguard.decisions.reading import Reading, Spot

DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_MOST_NAMED = 3
_NEVER_TOOK_EFFECT = frozenset(("rejected", "withdrawn"))


def disagreements(binding: Binding, today: str) -> Iterator[Problem]:
    """Yield everything that is wrong between the notes of a set."""
    yield from _ids(binding.readings)
    many = _habitually_without(binding.readings)
    for folder, readings in many.items():
        yield _none_of_them(folder, readings)
    for reading in binding.readings:
        if not reading.broken and reading not in many.get(reading.path.rpartition("/")[0], ()):
            yield from _status(reading)
    for index, reading in enumerate(binding.readings):
        if reading.status == SUPERSEDED and reading.force == NOT_IN_FORCE and not reading.broken:
            yield from _successors(binding, index, reading)
    yield from _sides(binding)
    yield from dead_dependencies(binding)
    for reading, (force, _) in zip(binding.readings, binding.results, strict=True):
        if force != NOT_IN_FORCE:
            yield from _review(reading, today)


def _at_status(reading: Reading, message: str, hint: str, code: str, severity: str = "error") -> Problem:
    return reading.status_at.problem(reading.path, message, hint, code, severity)


def _ids(readings: Sequence[Reading]) -> Iterator[Problem]:
    by_id: dict[str, list[Reading]] = {}
    for reading in readings:
        by_id.setdefault(reading.id.casefold(), []).append(reading)
    for same in by_id.values():
        # Nothing can be allowed, or found, in the name of a decision without invariants.
        severity = _graver(any(reading.holds for reading in same))
        for reading in same if len(same) > 1 else ():
            others = ", ".join(other.path for other in same if other is not reading)
            message = f"the id '{reading.id}' is also that of {others}"
            hint = "give one of them another 'id:' in its frontmatter"
            yield reading.at.problem(reading.path, message, hint, "duplicate-id", severity)


def _graver(holds: bool) -> str:  # noqa: FBT001 -- the one thing that it hangs on
    """Return how grave a doubt is about which decision binds: an error where there is something to guard."""
    return "error" if holds else "warning"


def _habitually_without(readings: Sequence[Reading]) -> dict[str, list[Reading]]:
    """Return by folder the notes without a status, where that is how people write there: MADR 4 asks for none."""
    found: dict[str, list[Reading]] = {}
    for reading in readings:
        if not reading.broken and not reading.status and not reading.holds:
            found.setdefault(reading.path.rpartition("/")[0], []).append(reading)
    return {folder: notes for folder, notes in found.items() if len(notes) > _MOST_NAMED}


def _none_of_them(folder: str, readings: Sequence[Reading]) -> Problem:
    named = ", ".join(reading.path.rpartition("/")[2] for reading in readings[:_MOST_NAMED])
    message = f"{len(readings)} decisions have no status, so they are taken to be in force: {named} and "
    message += f"{len(readings) - _MOST_NAMED} more"
    return Problem(
        folder or ".", 0, 0, message, "add 'status: accepted' to those that were accepted", "no-status", WARNING
    )


def _status(reading: Reading) -> Iterator[Problem]:
    if not reading.status:
        message, hint = "no status, so the decision is taken to be in force", "add 'status: accepted'"
        yield _at_status(reading, message, hint, "no-status", "warning")
    elif not reading.known:
        # A typo must not switch a guard off; where there is nothing to guard it is a blemish.
        severity = _graver(reading.holds)
        if reading.others:
            words = "' and '".join((reading.status, *reading.others))
            message, hint = f"the status says '{words}', so the decision is taken to be in force", "keep one of them"
        else:
            message = f"the status '{reading.status}' is unknown, so the decision is taken to be in force"
            hint = _near_status(reading.status)
        yield _at_status(reading, message, hint, "unknown-status", severity)


def _near_status(word: str) -> str:
    from difflib import get_close_matches

    near = get_close_matches(word, TABLE, n=1, cutoff=0.7)
    if near:
        return f"did you mean '{near[0]}'?"
    return f"use one of {', '.join(TABLE)}, or add the word to 'statuses' in the configuration"


def _successors(binding: Binding, index: int, reading: Reading) -> Iterator[Problem]:
    if not binding.successors[index] and not reading.superseded_by:
        message = "superseded, but no decision is named that takes its place"
        yield _at_status(reading, message, "write 'superseded by ADR-…'", "no-successor", _graver(reading.holds))
    if any(binding.took_effect(new) for new in binding.successors[index]):
        return  # what else would like to take its place has nothing to take any more
    for new in binding.successors[index]:
        successor = binding.readings[new]
        severity = _graver(reading.holds or successor.holds)
        if successor.force == SHADOW:
            message = f"superseded by {successor.id}, which is only {successor.status}, so neither binds"
            hint = f"accept {successor.id}, or keep this one in force until then"
            yield _at_status(reading, message, hint, "proposed-successor", severity)
        elif successor.status in _NEVER_TOOK_EFFECT:
            message = f"superseded by {successor.id}, which was {successor.status}"
            yield _at_status(reading, message, "name the decision that took its place", "proposed-successor", severity)


def _sides(binding: Binding) -> Iterator[Problem]:
    for (old, new), sides in binding.said.items():
        first, second = binding.readings[old], binding.readings[new]
        if (old, new) in binding.looped or first.broken or second.broken:
            continue
        if first.force != NOT_IN_FORCE and binding.took_effect(new):
            message = f"the status is '{first.status or 'none'}', although {second.id} ({second.path}) supersedes it"
            hint = f"write 'superseded by {second.id}', or take the link out of {second.path}"
            yield _at_status(first, message, hint, "status-disagrees", ADVICE)
        elif "old" not in sides and first.status == SUPERSEDED and binding.took_effect(new):
            message = f"{first.id} is superseded, but does not say that it is by {second.id}"
            hint = f"link {second.id} in {first.path}"
            yield _one_sided(second, binding.spot(second.supersedes, second, first), message, hint)
        elif "new" not in sides:
            message = f"{second.id} does not say that it supersedes {first.id}"
            hint = f"write 'supersedes {first.id}' in {second.path}"
            yield _one_sided(first, binding.spot(first.superseded_by, first, second), message, hint)


def _one_sided(reading: Reading, spot: Spot, message: str, hint: str) -> Problem:
    return spot.problem(reading.path, message, hint, "one-sided-link", ADVICE)


def _review(reading: Reading, today: str) -> Iterator[Problem]:
    spot = reading.review_after
    if not spot.text:
        return
    day = spot.text[:10]
    if not DATE.fullmatch(day):
        yield spot.problem(reading.path, f"'{spot.text}' is no date", "write YYYY-MM-DD", "review-date", "warning")
    elif day < today:
        message = f"this decision was to be reviewed after {day}"
        hint = "review it, and move 'review_after' or change its status"
        yield spot.problem(reading.path, message, hint, "review-due", "warning")


def next_reviews(readings: Sequence[Reading], today: str) -> Iterator[str]:
    """Yield the days from today on after which a review falls due: until the first, what is known stays true."""
    for reading in readings:
        day = reading.review_after.text[:10]
        if DATE.fullmatch(day) and day >= today:
            yield day
