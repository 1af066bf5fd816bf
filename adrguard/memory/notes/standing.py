"""What a note says of its own standing among others."""

from __future__ import annotations

from adrguard.model.record import Record


class Standing(Record):
    """What a note is called and what it says of its standing; `status` is a word of the table where it is known."""

    title: str
    called: str
    status: str
    force: str
    replaces: tuple[str, ...] = ()
    replaced_by: tuple[str, ...] = ()


def fit(text: str) -> str:
    """Return text without lone surrogates, which an escape in YAML can make, and the name of a file can hold."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()
