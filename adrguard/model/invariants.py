"""An invariant as it stands in a note: found by the vault, read by K-DSL. Text only, nothing is understood yet."""

from __future__ import annotations

from adrguard.model.record import Record

ITEM = "item"
FENCE = "fence"
FRONTMATTER = "frontmatter"


class SubItem(Record):
    """A nested list item, or an indented line of a `kdsl` fence: perhaps a clause.

    `text` is the raw Markdown after the list marker, without its line end; `line` and `column` (1-based, characters)
    are where it starts in the note; `rows` is over how many source lines it goes.
    """

    text: str
    line: int
    column: int
    rows: int = 1


class Fenced(Record):
    """A fenced block nested under an invariant: an example when its info string ends in ``bad`` or ``good``."""

    info: str
    text: str
    line: int


class InvariantText(Record):
    """One candidate: a list item under an Invariants heading, a line of a `kdsl` fence, an entry of the frontmatter.

    `text` is raw (Markdown where `origin` is ``item``, literal where it is ``fence`` or ``frontmatter``); `line`,
    `column` and `rows` are as in `SubItem`. Whether it is an invariant or prose is K-DSL's to say.
    """

    text: str
    line: int
    column: int
    origin: str = ITEM
    rows: int = 1
    clauses: tuple[SubItem, ...] = ()
    fences: tuple[Fenced, ...] = ()
