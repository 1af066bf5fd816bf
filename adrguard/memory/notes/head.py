"""The frontmatter of a note to be written: keys that came with the content stay as written, others are spelt here."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from adrguard.model.record import Record
from adrguard.vault.head.values import LITERAL, Listing, Mapping, Scalar, Value, scalars
from adrguard.vault.head.yaml_text import DOUBLE, as_text, scalar
from adrguard.vault.links import wiki_target

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from adrguard.vault.head.frontmatter import Frontmatter
    from adrguard.vault.source import Source

_PLAIN_VALUE = re.compile(r"^(?:[+-]?\d[\d_.]*(?:e[+-]?\d+)?|true|false|\d{4}-\d{2}-\d{2}(?:[T ][\d:.]\S*)?)$")
_NOT_IN_FLOW = re.compile(r"[,\[\]{}\n]")
_ITEM = re.compile(r"^(?P<indent> *)- ", re.MULTILINE)


class Entry(Record):
    """One key as it will stand: `text` are its whole lines of YAML, line feeds included.

    `name` is the normalised key, `value` what it holds (None when it is spelt here), `line` the 1-based line at which
    `text` stands in what it came from (0: nowhere), `after` are the comments and blank lines that follow it there.
    """

    name: str
    text: str
    value: Value | None = None
    line: int = 0
    after: str = ""


def entries(source: Source, head: Frontmatter) -> tuple[Entry, ...]:
    """Return the keys of frontmatter that was read without an error, in their order.

    YAML written one key a line is kept to the byte; other YAML and TOML is spelt anew. Comments above the first key are
    an entry without a name.
    """
    if not head.kind or not head.keys:
        return ()
    text = source.text
    starts = [key.start for key in head.keys.values()]
    if head.kind != "yaml" or any(start and text[start - 1] != "\n" for start in starts):
        return tuple(Entry(name, written(key.text, value), value) for key, (name, value) in _pairs(head))
    first, end = source.starts[1], source.starts[head.body - 1]
    found = [Entry("", text[first : starts[0]], line=2)] if starts[0] > first else []
    for index, (_, (name, value)) in enumerate(_pairs(head)):
        piece = text[starts[index] : starts[index + 1] if index + 1 < len(starts) else end]
        line = source.position(starts[index])[0]
        cut = len(piece) if _is_block_scalar(value) else _before_comments(piece)
        found.append(Entry(name, piece[:cut], value, line, piece[cut:]))
    return tuple(found)


def _before_comments(piece: str) -> int:
    """Return where the blank lines and comments at the end begin."""
    end = len(piece) if piece.endswith("\n") else 0
    found = len(piece)
    while end:
        end = piece.rfind("\n", 0, end - 1) + 1
        line = piece[end:found].strip(" \t\n")
        if line and line[0] != "#":
            break
        found = end
    return found


def _pairs(head: Frontmatter) -> Iterable[tuple[Scalar, tuple[str, Value]]]:
    return zip(head.keys.values(), head.entries.items(), strict=True)


def _is_block_scalar(value: Value) -> bool:
    return isinstance(value, Scalar) and value.style in ("|", ">")


def key(name: str, text: str) -> Entry:
    """Return a key that holds one text, whatever that looks like: a title that is a date is no date."""
    return Entry(name, f"{name}: {as_text(text)}\n")


def plain(name: str, text: str) -> Entry:
    """Return a key whose value stands as it is, such as a date."""
    return Entry(name, f"{name}: {text}\n")


def listed(name: str, texts: Sequence[str], *, block: bool = False) -> Entry:
    """Return a key that holds a list of texts: in one line, or one a line."""
    if block:
        return Entry(name, f"{name}:\n" + "".join(f"  - {as_text(text)}\n" for text in texts))
    return Entry(name, f"{name}: [{', '.join(as_text(text) for text in texts)}]\n")


def texts(value: Value | None) -> tuple[str, ...]:
    """Return what a list holds, or the comma-separated parts of a text; an unquoted ``[[x]]`` is a WikiLink again."""
    if isinstance(value, Scalar):
        parts = [value.text] if "[" in value.text else value.text.split(",")
        return tuple(part.strip() for part in parts if part.strip())
    if not isinstance(value, Listing):
        return ()
    found = []
    for item in value.items:
        if isinstance(item, Scalar):
            found.append(item.text.strip())
        else:
            found += [f"[[{', '.join(one.text for one in scalars(item))}]]"]
    return tuple(one for one in found if one and one != "[[]]")


def is_list_of_texts(value: Value | None) -> bool:
    """Say whether a value is a text, a list of texts and WikiLinks, or nothing: a list that can be written anew."""
    if isinstance(value, Listing):
        return not any(isinstance(one, Mapping) for item in value.items for one in _within(item))
    return not isinstance(value, Mapping)


def _within(value: Value) -> Iterator[Value]:
    yield value
    for item in value.items if isinstance(value, Listing) else ():
        yield from _within(item)


def can_grow(entry: Entry) -> bool:
    """Say whether texts can be added to what a key holds without touching that."""
    return is_list_of_texts(entry.value) or (isinstance(entry.value, Listing) and _ITEM.search(entry.text) is not None)


def united(entry: Entry, more: Sequence[str]) -> Entry:
    """Return a list's key with what it lacks of `more`; as it stands when it lacks nothing. See `can_grow`."""
    standing = texts(entry.value)
    known = {_same(one) for one in standing}
    missing = [one for one in more if _same(one) not in known]
    if not missing:
        return entry
    if not is_list_of_texts(entry.value):
        item = _ITEM.search(entry.text)
        indent = item["indent"] if item else ""
        return entry.replace(text=entry.text + "".join(f"{indent}- {as_text(one)}\n" for one in missing))
    # The value has changed, so that its anchor and the comment beside it go.
    written_key = entry.text.split(":", 1)[0]
    block = "\n" in entry.text.rstrip("\n") or any("[" in one for one in (*standing, *missing))
    whole = listed(written_key, (*standing, *missing), block=block)
    return whole.replace(name=entry.name, value=_listing((*standing, *missing)), after=entry.after)


def _listing(held: Iterable[str]) -> Listing:
    return Listing(tuple(Scalar(text, 0, 0) for text in held), 0, 0)


def _same(text: str) -> str:
    text = wiki_target(text.strip("[]")) if text.startswith("[[") else text
    return text.lstrip("#").strip().casefold()


def written(name: str, value: Value) -> str:
    """Return a key and any value as lines of YAML."""
    return f"{scalar(name)}:{_block(value, '')}\n"


def _block(value: Value, indent: str) -> str:
    if isinstance(value, Scalar):
        shown = _scalar(value)
        return f" {shown}" if shown else ""
    if isinstance(value, Mapping):
        if not value.pairs:
            return " {}"
        inner = indent + "  "
        return "".join(f"\n{inner}{scalar(one.text)}:{_block(held, inner)}" for one, held in value.pairs)
    if all(isinstance(item, Scalar) for item in value.items):
        return f" [{', '.join(_in_flow(item) for item in value.items if isinstance(item, Scalar))}]"
    inner = indent + "  "
    return "".join(f"\n{inner}-{_item(item, inner)}" for item in value.items)


def _item(value: Value, indent: str) -> str:
    shown = _block(value, indent)
    if isinstance(value, Mapping) and value.pairs:
        return " " + shown.removeprefix(f"\n{indent}  ")
    return shown


def _scalar(value: Scalar) -> str:
    if value.style == LITERAL:
        return value.text if _PLAIN_VALUE.match(value.text) else scalar(value.text)
    if not value.style and "\n" not in value.text:
        return value.text
    return scalar(value.text, DOUBLE)  # what was quoted is a text, whatever it looks like


def _in_flow(value: Scalar) -> str:
    if value.style:
        return _scalar(value)
    return (scalar(value.text) if _NOT_IN_FLOW.search(value.text) else value.text) or "null"
