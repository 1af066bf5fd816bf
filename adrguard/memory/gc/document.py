"""A trajectory as a text with items in it: each can be left as it is, replaced or taken out; all else stays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adrguard.model.record import Record

if TYPE_CHECKING:
    from collections.abc import Mapping

ARRAY, LINES = "array", "lines"


class Item(Record):
    """A value and where it stands in the text."""

    start: int
    end: int
    value: Any


class Document(Record):
    """A text with items.

    frame  `ARRAY`: items of one JSON array; `LINES`: one item a line
    key    under which the array stands in an object, "" where it is the whole document
    rest   the other members of that object
    cut    where a last line begins that ends in the middle: it is no item, and stays as it is; -1 for none
    """

    text: str
    items: tuple[Item, ...]
    frame: str
    key: str = ""
    rest: dict[str, Any] = {}  # noqa: RUF012 -- a record's default, never changed
    cut: int = -1

    @property
    def values(self) -> list[Any]:
        """The values of the items."""
        return [one.value for one in self.items]

    @property
    def tail(self) -> str:
        """The last line as it stands, if it ends in the middle; "" if it does not."""
        return self.text[self.cut :] if self.cut >= 0 else ""

    def slice(self, index: int) -> str:
        """Return an item as it stands."""
        item = self.items[index]
        return self.text[item.start : item.end]

    def place(self, index: int) -> tuple[int, int]:
        """Return line and column of an item, counted from 1."""
        return place(self.text, self.items[index].start)

    def changed(self, changes: Mapping[int, str | None]) -> str:
        """Return the text with some items replaced, or taken out where the replacement is None."""
        if not changes:
            return self.text
        parts = [self.text[: self.items[0].start]]
        first = True
        for index, item in enumerate(self.items):
            new = changes.get(index, "") if index in changes else self.slice(index)
            if new is None:
                continue
            if not first:
                parts.append(self.text[self.items[index - 1].end : item.start])
            parts.append(new)
            first = False
        parts.append(self.text[self.items[-1].end :])
        return "".join(parts)


def place(text: str, at: int) -> tuple[int, int]:
    """Return line and column of an offset, counted from 1."""
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
