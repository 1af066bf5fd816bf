"""Refuse to write anything by a configuration that says something else than what its author meant."""

from __future__ import annotations

from adrguard.decisions.discover import CONFIG_FILES
from adrguard.model.errors import ERROR, UsageError
from adrguard.system.write_errors import NOTHING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from adrguard.model.errors import Problem

_CODES = frozenset(("configuration", "unknown-key", "two-configurations", "unreadable"))
"""Mistakes that leave a default in force: a note would go by that, for example into another vault."""


def refuse_unsound(problems: Iterable[Problem]) -> None:
    """Raise `UsageError` where one of these problems is a mistake in the configuration; it tells all of them."""
    found = [one for one in problems if one.path in CONFIG_FILES and one.code in _CODES and one.severity == ERROR]
    if found:
        told = "; ".join(f"{one.place}: {one.message}" for one in dict.fromkeys(found))
        hint = next((one.hint for one in found if one.hint), "") or "mend the configuration"
        raise UsageError(f"{told}; {NOTHING}", hint)
