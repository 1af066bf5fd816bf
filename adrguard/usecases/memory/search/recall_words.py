"""What was recalled, as text for people and agents: a line for each note, or the notes themselves."""

from __future__ import annotations

import re

from adrguard.memory.ranking import BOOST, NAME, NAME_WEIGHT, K
from adrguard.report.display import UTF8, folded, spelled, visible
from adrguard.usecases.memory.search.recall import MOST

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from adrguard.usecases.memory.search.recall import Recall, Recalled

_FENCE = re.compile(r"`{3,}")


def told(recalled: Recalled, *, full: bool = False, explain: bool = False, encoding: str = UTF8) -> str:
    """Return the whole answer, ended by a line feed; the last line says how to get more, where there is more.

    The line of each note is as the encoding can say it; of what the notes say themselves nothing is changed.
    """
    lines: list[str] = []
    if not recalled.found:
        lines.append(f"No note says anything about: {folded(recalled.query[:200])}")
    for one in recalled.found:
        lines.append(spelled(one.line, encoding))
        if explain:
            lines += [f"    {line}" for line in explained(one)]
        if full:
            lines += ["", *_quoted(one), ""]
    lines += _more(recalled)
    why = recalled.not_by_meaning
    if explain and why and not any(why in remark for remark in recalled.remarks):
        lines.append(f"(not searched by meaning: {why})")
    return "".join(f"{line}\n" for line in lines)


def explained(one: Recall) -> Iterator[str]:
    """Yield how a note came to its score, one line for each part of it."""
    for name, rank in one.hit.ranks:
        weight = NAME_WEIGHT if name == NAME else 1
        yield f"{name}: rank {rank}, {weight} / ({K} + {rank}) = {weight / (K + rank):.4f}"
    if one.replaces:
        yield f"stands in the place of {visible(one.replaces)}: no lower than its {one.hit.fused:.4f}"
    if one.hit.is_linked:
        yield f"linked with one of the best: {one.hit.fused:.4f} x {1 + BOOST} = {one.hit.score:.4f}"
    if one.standing:
        new = f", after {', '.join(visible(path) for path in one.successors)}" if one.successors else ""
        yield f"{folded(one.standing)}: no boost{new}"


def _quoted(one: Recall) -> Iterator[str]:
    """Yield a note in a fence that nothing in it can end."""
    if not one.content and not one.left_out:
        yield "(it cannot be read any more, or is empty)"
        return
    longest = max((len(match[0]) for match in _FENCE.finditer(one.content)), default=2)
    fence = "`" * (longest + 1)
    yield f"{fence}markdown"
    yield from one.content.rstrip("\n").split("\n") if one.content else ()
    yield fence
    if one.left_out:
        yield f"({one.left_out} more bytes of it are in the file)"


def _more(recalled: Recalled) -> Iterator[str]:
    shown = len(recalled.found)
    if recalled.matched > shown:
        number = f"{recalled.matched} or more" if recalled.is_cut else str(recalled.matched)
        limit = min(MOST, recalled.matched, 4 * shown)
        yield (
            f"({shown} of {number} notes; a limit of {limit} shows more)"
            if limit > shown
            else (f"({shown} of {number} notes: say it in more words)")
        )
