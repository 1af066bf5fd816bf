"""What may happen to a key of frontmatter."""

from __future__ import annotations

from adrguard.model.record import Record


class Put(Record):
    """The key holds this: one text, or a list."""

    value: str | tuple[str, ...]


class Add(Record):
    """The key's list holds these too; a single value becomes a list, what is there already is not added again."""

    values: tuple[str, ...]


class Drop(Record):
    """The key goes, with its value."""

    key: None = None


DROP = Drop()
Change = Put | Add | Drop
