"""The canonical spelling: every text in backticks, so that no Markdown formatter can touch it."""

from __future__ import annotations

import re

from adrguard.kdsl import nodes
from adrguard.kdsl.markdown import as_quoted, as_span
from adrguard.kdsl.words import EDGE, LAYERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from adrguard.kdsl.nodes import Piece, Written

_MEANS_MORE = re.compile(r"[\\.*+?\[\](){}|^$]")
_JOINTS = {EDGE: " -> ", LAYERS: " > "}


def looks_like_expression(text: str) -> bool:
    """Say whether a text in backticks would be taken for a regular expression: ``/foo.*bar/i``."""
    body, _, flags = text.rpartition("/")
    return (
        body.startswith("/")
        and not body.startswith(("/*", "//"))
        and (not flags or (flags.isascii() and flags.isalpha()))
        and _MEANS_MORE.search(body) is not None
    )


def spell_text(text: str, *, literal: bool) -> str:
    """Spell one text target: in backticks, or in double quotes where backticks would be read in two ways."""
    return as_quoted(text, literal=literal) if looks_like_expression(text) else as_span(text)


def spell_list(texts: Iterable[str]) -> str:
    """Spell names or globs: each in backticks, with commas between them."""
    return ", ".join([as_span(text) for text in texts])


def spell(written: Written) -> str:
    """Spell a whole invariant, without its clauses."""
    head = f"{written.verb} {written.kind}:" if written.kind else f"{written.verb}:"
    targets = ", ".join([_target(written, target) for target in written.targets])
    return " ".join([head, targets, *_scope(written.include, written.exclude)])


def _scope(include: tuple[Piece, ...], exclude: tuple[Piece, ...]) -> list[str]:
    named = (("in", include), ("except", exclude))
    return [f"{word} {spell_list(piece.text for piece in globs)}" for word, globs in named if globs]


def _target(written: Written, target: tuple[Piece, ...]) -> str:
    piece = target[0]
    if piece.style == nodes.REGEX:
        return f"/{piece.text}/{piece.flags}"
    if not written.kind:
        return spell_text(piece.text, literal=written.line.literal)
    return _JOINTS.get(written.kind, "").join([as_span(side.text) for side in target])
