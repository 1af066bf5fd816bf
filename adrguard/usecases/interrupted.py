"""What became of changes of notes that were interrupted, for a command that would otherwise not say it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.system.writing import transaction

if TYPE_CHECKING:
    from collections.abc import Iterable

    from adrguard.model.errors import Problem


def untold() -> list[str]:
    """Return one line for each change that was brought to its end and that nobody was told of yet; only once."""
    return [one.told for one in transaction.untold()]


def lines(problems: Iterable[Problem]) -> list[str]:
    """Return one line for each of these problems."""
    return [f"{one.message} ({one.hint})" if one.hint else one.message for one in problems]
