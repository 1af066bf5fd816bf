"""What a report quotes of a finding that is too long to be quoted whole."""

from __future__ import annotations

LONGEST = 80


def brief(text: str) -> str:
    """Return the beginning of a text that is longer than `LONGEST` without its line breaks; "" of any other."""
    joined = " ".join(text[: LONGEST * 8].split())
    return joined[: LONGEST - 1] + "…" if len(joined) > LONGEST else ""
