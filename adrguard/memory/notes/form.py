"""How one note is to be written, as the vault's other notes of its kind are."""

from __future__ import annotations

from adrguard.model.record import Record
from adrguard.vault.customs import manners

SLOT = "\ue000content\ue000"
"""Stands in a filled template where the content goes."""

IN_BODY = (manners.NYGARD, manners.MADR2, manners.LOG4BRAINS, manners.LINES)
"""Dialects that say status and date in the text, not in frontmatter."""


class Form(Record):
    """How a note is to be written.

    `title` is without the id; `heading` the first heading's text, "" for none. `status` is "" for notes without one.
    `leave_out` are keys of the frontmatter that notes of this kind do not have here. `related` are links as they are
    spelt; with `listed` they go to a list at the end of the text, else to the frontmatter. `template` is the vault's
    own for such notes, filled, with `SLOT` where the content goes.
    """

    path: str
    category: str
    title: str
    date: str
    id: str = ""
    status: str = ""
    heading: str = ""
    dialect: str = manners.FRONTMATTER
    capital: bool = False
    leave_out: tuple[str, ...] = ()
    related: tuple[str, ...] = ()
    listed: bool = False
    template: str = ""

    @property
    def in_text(self) -> bool:
        """Say whether status and date are to be written into the text: a template has its own place for them."""
        return self.dialect in IN_BODY and not self.template

    @property
    def wraps(self) -> bool:
        """Say whether more than a heading stands around the content."""
        return bool(self.template) or self.dialect in IN_BODY or self.listed
