"""What a scripted model does: one thing at each request, the same for every program that asks it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Say:
    """It has nothing more to do, and says so: the program takes its work for done."""

    text: str = "All of it is done."


@dataclass(frozen=True)
class Write:
    """It writes a file of the repository by the program's own tool."""

    path: str
    text: str


@dataclass(frozen=True)
class Shell:
    """It runs a command."""

    command: str


Action = Say | Write | Shell


def strings(value: object) -> list[str]:
    """Return every text within a value of JSON, in order."""
    if isinstance(value, str):
        return [value]
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for part in parts for text in strings(part)]
