"""How lasting a note is: L3 what binds and is known, L2 what was done, L1 the rest, L0 the day's scratch paper."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from adrguard.vault.head.frontmatter import Frontmatter

FOLDERS = {
    "20_cards": 3,
    "10_projects": 3,
    "02_architecture": 3,
    "01_ai_logs": 2,
    "30_logs": 2,
    "00_daily": 0,
}
OTHERWISE = 1
KEYS = ("hierarchy", "level")
"""Under which a note may say its tier, the first one first."""

_TIER = re.compile(r"^(?:l|level|tier)?[\s_-]*(?P<tier>[0-3])$", re.IGNORECASE)


def tier_of(path: str, head: Frontmatter | None = None) -> int:
    """Return the tier, 0 to 3, of a note by its path in the vault; its frontmatter's `hierarchy` or `level` wins.

    The folder nearest to the note decides, so that `10_Projects/api/00_Daily` holds days. What is no tier in the
    frontmatter (a school's `level: advanced`) says nothing.
    """
    return tier_said(path, [head.text(name) for name in KEYS] if head else ())


def tier_said(path: str, said: Iterable[str]) -> int:
    """Return the tier of a note like `tier_of`; `said` is what its frontmatter says under these `KEYS`."""
    for text in said:
        match = _TIER.match(text)
        if match:
            return int(match["tier"])
    for folder in reversed(path.split("/")[:-1]):
        if folder.lower() in FOLDERS:
            return FOLDERS[folder.lower()]
    return OTHERWISE
