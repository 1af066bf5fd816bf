"""The canonical form of an invariant, which `lint --fix` writes: every text in backticks, safe from formatters."""

from __future__ import annotations

import re

from adrguard.kdsl import nodes
from adrguard.kdsl.bare import Bare, refusal
from adrguard.kdsl.clauses import glob_texts
from adrguard.kdsl.faults import Faults
from adrguard.kdsl.line import LONGEST, Line
from adrguard.kdsl.looks import look, looks_like
from adrguard.kdsl.parse import SyntaxFault, parse_invariant
from adrguard.kdsl.spell import spell
from adrguard.kdsl.targets import check_targets
from adrguard.model.invariants import ITEM

TYPE_CHECKING = False
if TYPE_CHECKING:
    from adrguard.kdsl.nodes import Written
    from adrguard.model.invariants import InvariantText

__all__ = ["canonical", "looks_like"]

_CHECKBOX = re.compile(r"\s*\[[ xX-]\]\s+")


def canonical(item: InvariantText) -> str | None:
    """Return the item's text in canonical form, its checkbox kept; without its clauses, which stay as they are.

    Bare text that is refused gets its likeliest spelling. None for prose, and for what only its author can mend.
    """
    if item.rows > 1 or "\n" in item.text.strip() or len(item.text) > LONGEST:
        return None
    source = Line.read(item.text, item.line, item.column, literal=item.origin != ITEM)
    seen = look(source)
    if seen.line is None or seen.faults:
        return None
    try:
        written = parse_invariant(seen.line)
    except SyntaxFault:
        return None
    body = _body(written, literal=source.literal)
    if body is None or not _is_sound(body, item):
        return None
    box = _CHECKBOX.match(item.text)
    return (box[0].lstrip() if box else "") + body


def _body(written: Written, *, literal: bool) -> str | None:
    """Spell the invariant for a place where Markdown is read, or is not (`literal`)."""
    if not written.kind and (piece := written.targets[0][0]).style == nodes.BARE:
        refused = refusal(Bare(piece.text, written.verb, written.line.literal))
        if refused is not None:
            return f"{written.verb}{refused.fixed}" if refused.fixed else None
    elif not _has_sense(written):
        return None
    # In a code span of its own the text was literal; the span is taken off, and Markdown is read again.
    return spell(written.replace(line=written.line.replace(literal=literal)))


def _is_sound(body: str, item: InvariantText) -> bool:
    """Say whether the new spelling can be read."""
    line = look(Line.read(body, 1, 1, literal=item.origin != ITEM)).line
    try:
        return line is not None and _has_sense(parse_invariant(line))
    except SyntaxFault:
        return False


def _has_sense(written: Written) -> bool:
    """Say whether targets and scope are sound by themselves; what is wrong in them only the author can mend."""
    faults = Faults("")
    check_targets(written, (), faults)
    glob_texts((*written.include, *written.exclude), written.line, faults)
    return not faults.errors
