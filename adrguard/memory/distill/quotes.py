"""Lines of a trace as they are quoted: as they stand there, without what no terminal shows and no note may hold."""

from __future__ import annotations

import re

from adrguard.model.record import Record

LONGEST = 400
"""Characters of a quoted line; a longer one is cut, and ends with an ellipsis."""

ELLIPSIS = "…"
_UNSEEN = re.compile(
    "[\x00-\x08\x0a-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"
)
_FIGURES = re.compile(r"0x[0-9a-fA-F]+|\b[0-9a-f]{8,}\b|\d+")


class Quote(Record):
    """Lines that stand one below the other in the trace, the first of them at line `at` (from 1)."""

    at: int
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        """The first line."""
        return self.lines[0]


def shown(line: bytes) -> str:
    """Return a line of a trace as it is quoted, without blanks around it; "" for one that shows nothing."""
    return fit(line[: 8 * LONGEST].decode("utf-8", "replace"))


def fit(text: str) -> str:
    """Return a text on one line as it is quoted."""
    text = _UNSEEN.sub("", text).replace("\t", "    ").strip()
    return text if len(text) <= LONGEST else text[: LONGEST - 1].rstrip() + ELLIPSIS


def words(text: str) -> str:
    """Return a person's text without what nobody sees; its lines stay."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "\n".join(_UNSEEN.sub("", line).replace("\t", "    ").rstrip() for line in lines).strip("\n").strip()


def likeness(text: str) -> str:
    """Return what two texts share that differ only in figures, such as durations and addresses."""
    return _FIGURES.sub("#", text)
