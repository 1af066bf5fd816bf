"""What a project wants of an agent when the guard itself fails."""

from __future__ import annotations

from adrguard.decisions import load
from adrguard.system import repository


def blocks(start: str) -> bool:
    """Say whether an agent in this folder is to be held back, by the configuration at HEAD.

    Raises `AdrguardError` where that cannot be read.
    """
    return load.at_head(repository.find(start)).settings.agent_on_error == "block"
