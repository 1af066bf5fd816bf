"""Command lines that only show what is there: an error in what they show need not be one that was met."""

from __future__ import annotations

import re

from adrguard.memory.tables import words

_READING = words(
    """
    cat head tail less more bat sed awk grep egrep fgrep rg ag ack ls ll dir find fd tree wc sort uniq cut nl echo
    printf type which pwd file stat du df jq yq xxd hexdump diff get-content select-string gc cd export true
    """
)
_GIT = words(
    """
    log show diff blame status grep ls-files branch remote config cat-file rev-parse
    """
)
_PARTS = re.compile(r"&&|\|\||[;|\n]")


def is_reading(command: str) -> bool:
    """Say whether every program of a command line only shows what is there, as far as its first words tell."""
    parts = [part.split() for part in _PARTS.split(command[:2000])]
    return bool(command.strip()) and all(_reads(part) for part in parts if part)


def _reads(command: list[str]) -> bool:
    name = command[0].rpartition("/")[2].lower()
    if name == "git":
        return next((word in _GIT for word in command[1:] if not word.startswith("-")), False)
    return name in _READING
