"""How much of an answer a client can carry: what is longer is cut on the way, and nobody says so."""

from __future__ import annotations

MOST_BYTES = 40_000
"""Bytes of a text, in UTF-8: fewer than 25,000 tokens, which is where the first clients cut."""


def fitted(text: str, way_out: str, most: int = MOST_BYTES) -> str:
    """Return the text, or as many of its lines as fit, and the way to get the rest."""
    data = text.encode("utf-8", "replace")
    if len(data) <= most:
        return text
    kept = data[:most]
    kept = kept[: kept.rfind(b"\n") + 1] or kept
    left_out = data.count(b"\n") - kept.count(b"\n")
    more = f"{left_out} more line{'' if left_out == 1 else 's'}"
    return f"{kept.decode('utf-8', 'ignore').rstrip()}\n({more}: {way_out})\n"
