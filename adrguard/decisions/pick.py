"""The one decision that a person means."""

from __future__ import annotations

import os
from difflib import get_close_matches
from typing import TYPE_CHECKING

from adrguard.model.errors import UsageError
from adrguard.system import folders

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adrguard.decisions.naming import Names
    from adrguard.model.decisions import Decision

_MOST_SHOWN = 5


def pick(names: Names[Decision], name: str, root: str = "") -> Decision:
    """Return the decision that a name means: its id or the unique beginning of one, number, file, path or WikiLink.

    An absolute path is taken from `root`. Raises `UsageError` when it means none or several.
    """
    said = name
    if root and os.path.isabs(said):
        said = folders.below(root, os.path.realpath(said)) or said
    found = names.find(said)
    if len(found) == 1:
        return found[0]
    if found:
        raise UsageError(f"'{name}' means several decisions: {several(found)}", "name one of them by its path")
    raise UsageError(f"there is no decision '{name}'", near(names, name))


def several(found: Sequence[Decision]) -> str:
    """Return decisions that one name means, as a message tells them."""
    more = f" and {len(found) - _MOST_SHOWN} more" if len(found) > _MOST_SHOWN else ""
    return ", ".join(f"{one.id} ({one.path})" for one in found[:_MOST_SHOWN]) + more


def near(names: Names[Decision], name: str) -> str:
    """Return the way out for a name that means nothing: the nearest that means something."""
    known: dict[str, str] = {}
    for one in names.items:
        stem = os.path.splitext(os.path.basename(one.path))[0]
        for spelling in (one.id, stem, one.title):
            known.setdefault(spelling.casefold(), one.id)
    found = get_close_matches(name.casefold(), known, n=1)
    return f"did you mean {known[found[0]]}?" if found else "`adrguard adr list` shows them all"
