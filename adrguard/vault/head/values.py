"""What frontmatter says, as plain nodes that remember where they stand."""

from __future__ import annotations

from adrguard.model.record import Record

LITERAL = "="


class Scalar(Record):
    """A single value, always as text: a date stays as written and ``008`` never becomes 8.

    `start` and `end` are offsets in the note; `style` is "" for a plain scalar, else the quote or ``|``/``>``, or
    `LITERAL` where the text itself starts at `start`.
    """

    text: str
    start: int
    end: int
    style: str = ""


class Listing(Record):
    """A list."""

    items: tuple[Value, ...]
    start: int
    end: int


class Mapping(Record):
    """A mapping, in the order written."""

    pairs: tuple[tuple[Scalar, Value], ...]
    start: int
    end: int


Value = Scalar | Listing | Mapping


def normal_key(key: str) -> str:
    """Return the spelling under which a key is looked up: ``superseded-by`` and ``Superseded_By`` are one."""
    return key.strip().lower().replace("-", "_").replace(" ", "_")


def scalars(value: Value | None) -> tuple[Scalar, ...]:
    """Return every single value in a list however deeply nested: YAML reads an unquoted ``[[ADR-3]]`` as two lists."""
    if value is None or isinstance(value, Mapping):
        return ()
    if isinstance(value, Scalar):
        return (value,) if value.text.strip() else ()
    return tuple(one for item in value.items for one in scalars(item))
