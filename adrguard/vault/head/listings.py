"""Lists in YAML, as they are written: with brackets on a line, or an item to a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.vault.head.edits import Edit
from adrguard.vault.head.values import Listing, Mapping, Scalar
from adrguard.vault.head.yaml_text import DOUBLE, PLAIN, SINGLE, scalar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adrguard.vault.head.values import Value


def items(value: Value, text: str) -> tuple[str, ...]:
    """Return what stands in a list, a single value as a list of it. An unquoted ``[[x]]`` is a WikiLink."""
    if isinstance(value, Scalar):
        return (value.text,) if value.text or value.style else ()
    if isinstance(value, Mapping) or is_wiki_link(value, text):
        return (text[value.start : value.end],)
    found: list[str] = []
    for item in value.items:
        found += items(item, text) if isinstance(item, Scalar) else (text[item.start : item.end],)
    return tuple(found)


def added(old: tuple[str, ...], new: Sequence[str]) -> tuple[str, ...]:
    """Return the list with what is new to it at its end."""
    return (*old, *(one for one in dict.fromkeys(new) if one not in old))


def is_wiki_link(value: Value, text: str) -> bool:
    """Say whether a list is a WikiLink that lacks its quotes."""
    if not isinstance(value, Listing) or len(value.items) != 1:
        return False
    return text.startswith("[[", value.start) and not text.startswith("[[[", value.start)


def style(value: Value) -> str:
    """Return the quotes that a value or the first item of a list is written in."""
    first = value.items[0] if isinstance(value, Listing) and value.items else value
    return first.style if isinstance(first, Scalar) and first.style in (SINGLE, DOUBLE) else PLAIN


def flow(values: Sequence[str], quotes: str = PLAIN) -> str:
    """Return a list on one line, in brackets."""
    return "[" + ", ".join(scalar(one, quotes) for one in values) + "]"


def block(values: Sequence[str], indent: str, eol: str, quotes: str = PLAIN) -> str:
    """Return a list with an item to a line, without the last line's end."""
    return eol.join(f"{indent}- {scalar(one, quotes)}" for one in values)


def into_flow(value: Listing, values: Sequence[str]) -> Edit:
    """Return the edit that adds to a list in brackets."""
    inside = ", ".join(scalar(one, style(value)) for one in values)
    if not value.items:
        return Edit(value.start + 1, value.start + 1, inside)
    end = value.items[-1].end
    return Edit(end, end, f", {inside}")
