"""Whether a skill that stands already says what a new one would."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.memory.distill.quotes import likeness
from adrguard.vault.head.values import Mapping, scalars
from adrguard.vault.note import parse

if TYPE_CHECKING:
    from collections.abc import Iterable

SIGNATURE = "signature"


def signature_of(data: bytes) -> str:
    """Return the signature of a skill that stands, "" where it has none."""
    head = parse("", data).frontmatter
    own = head.text(SIGNATURE)
    held = head.get("metadata")
    if own or not isinstance(held, Mapping):
        return own
    return next((one.text for name, value in held.pairs if name.text == SIGNATURE for one in scalars(value)), "")


def says(data: bytes, signature: str, statements: Iterable[str]) -> bool:
    """Say whether a skill has this signature, and all of these lines: figures in them may differ."""
    # Most notes beside it are no skills: that is told without reading their head.
    if SIGNATURE.encode() not in data or signature_of(data) != signature:
        return False
    text = likeness("\n".join(line.strip() for line in data.decode("utf-8", "replace").split("\n")))
    return all(likeness(one.strip()) in text for one in statements)
