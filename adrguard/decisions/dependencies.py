"""Decisions that depend on one which does not bind: they do not bind either, and nobody would notice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.model.decisions import IN_FORCE, NOT_IN_FORCE, SHADOW
from adrguard.model.errors import WARNING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adrguard.decisions.binding import Binding
    from adrguard.decisions.reading import Reading
    from adrguard.model.errors import Problem

OVER = "superseded by"
"""How the reason begins why a decision is not in force that another replaces."""


def dead_dependencies(binding: Binding) -> Iterator[Problem]:
    """Yield a warning for every decision whose own status binds, but which depends on one that does not."""
    for index, reading in enumerate(binding.readings):
        if reading.force == NOT_IN_FORCE or reading.broken or binding.results[index][1].startswith(OVER):
            continue
        for other in binding.dependencies[index]:
            if (index, other) not in binding.waiting:
                yield from _dead(binding, reading, other)


def _dead(binding: Binding, reading: Reading, other: int) -> Iterator[Problem]:
    force, why = binding.results[other]
    named = binding.readings[other]
    spot = binding.spot(reading.depends_on, reading, named)
    if force == NOT_IN_FORCE:
        message = f"depends on {named.id}, which is {_state(named, why)}, so this decision does not bind"
        yield spot.problem(reading.path, message, _way_out(binding, other), "dead-dependency", WARNING)
    elif force == SHADOW and reading.force == IN_FORCE:
        state = "only proposed" if named.force == SHADOW else f"not in force yet ({why})"
        message = f"depends on {named.id}, which is {state}, so this decision only advises"
        hint = f"accept {named.id}, or take it out of 'depends_on'"
        yield spot.problem(reading.path, message, hint, "proposed-dependency", WARNING)


def _state(named: Reading, why: str) -> str:
    if not why:
        return named.status
    return why if why.startswith(OVER) else f"not in force ({why})"


def _way_out(binding: Binding, other: int) -> str:
    successors = [new for new in binding.successors[other] if binding.took_effect(new)]
    if successors:
        ids = " and ".join(binding.readings[new].id for new in successors)
        return f"depend on {ids} instead, or take it out of 'depends_on'"
    return "take it out of 'depends_on', or give this decision a status of its own that says it is over"
