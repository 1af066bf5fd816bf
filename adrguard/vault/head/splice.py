"""Set, add to, or remove single keys of YAML frontmatter: every other byte of the note stays as it is.

YAML is parsed only to learn where things stand. What comes out is parsed again, and given back only if every other key
still says the same and the changed ones say exactly what was meant; whatever cannot be edited so is refused.
"""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING

from adrguard.vault.head import frontmatter, listings
from adrguard.vault.head.edits import Edit, SpliceError, Written
from adrguard.vault.head.key_changes import DROP, Add, Change, Drop, Put
from adrguard.vault.head.key_edits import BY_HAND, Editor, said
from adrguard.vault.head.values import Listing, Scalar, normal_key

if TYPE_CHECKING:
    from collections.abc import Mapping as Changes

    from adrguard.vault.head.frontmatter import Frontmatter
    from adrguard.vault.head.values import Value

_OPENED = (b"---", codecs.BOM_UTF8 + b"---")
_CLOSED = re.compile(rb"\n(?:---|\.\.\.)[ \t]*\r?\n")

__all__ = ["DROP", "Add", "Change", "Drop", "Put", "SpliceError", "splice"]


def splice(path: str, data: bytes, changes: Changes[str, Change], *, create: bool = False) -> bytes:
    """Return the note with these keys changed; with `create`, frontmatter is put on top of a note that has none.

    Raises `SpliceError`, with the place and the way out, for what cannot be edited without a risk to the rest.
    """
    data, body = _parted(data)
    written = Written(path, data)
    wanted = {normal_key(key): (key, change) for key, change in changes.items()}
    head = frontmatter.read(written.source)
    if not head.kind and not head.broken:
        if all(isinstance(change, Drop) for _, change in wanted.values()):
            return data + body
        if not create:
            raise written.error(0, "the note has no frontmatter", "put '---', the keys and '---' at its top")
        written, head = _headed(path, written)
    _refuse_unreadable(written, head)
    new = written.edited(list(Editor(written, head).edits(wanted)))
    _verify(written, head, new, wanted)
    return new + body


def _parted(data: bytes) -> tuple[bytes, bytes]:
    """Return the note up to its frontmatter's end, and the rest, which is not read; all of it if that is unsure."""
    end = _CLOSED.search(data) if data.startswith(_OPENED) and b"\0" not in data else None
    return (data[: end.end()], data[end.end() :]) if end else (data, b"")


def _headed(path: str, written: Written) -> tuple[Written, Frontmatter]:
    eol = "\r\n" if written.text.split("\n", 1)[0].endswith("\r") else "\n"
    made = Written(path, written.edited([Edit(0, 0, f"---{eol}---{eol}")]))
    return made, frontmatter.read(made.source)


def _refuse_unreadable(written: Written, head: Frontmatter) -> None:
    if head.broken:
        raise SpliceError(head.problems[0])
    if head.kind != "yaml":
        raise written.error(0, "frontmatter in TOML is read, but not edited", BY_HAND)
    fenced = written.text[: written.line_end(written.source.starts[head.body - 1]) + 2]
    lone = fenced.replace("\r\n", "  ").find("\r")
    if lone >= 0:
        raise written.error(lone, "a line of the frontmatter ends in a lone carriage return", "end it in a line feed")
    if head.root and written.text.startswith("{", head.root.start):
        raise written.error(head.root.start, "the frontmatter is one {...}", "write 'key: value' lines")


def _verify(written: Written, head: Frontmatter, new: bytes, wanted: dict[str, tuple[str, Change]]) -> None:
    """Refuse what came out unless all of it says what it should."""
    after = Written(written.source.path, new)
    found = frontmatter.read(after.source)
    others = [_others(one, wanted) for one in (head, found)]
    if found.broken or found.kind != "yaml" or others[0] != others[1] or len(found.problems) != len(head.problems):
        raise _unsafe(written, head, next(iter(wanted)))
    for name, (_, change) in wanted.items():
        value = found.entries.get(name)
        was = listings.items(head.entries[name], written.text) if name in head.entries else ()
        if not _holds(change, value, after.text, was):
            raise _unsafe(written, head, name)


def _holds(change: Change, value: Value | None, text: str, was: tuple[str, ...]) -> bool:
    """Say whether a key holds what the change makes of what was there."""
    if value is None or isinstance(change, Drop):
        return value is None and isinstance(change, Drop)
    if isinstance(change, Add):
        return listings.items(value, text) == listings.added(was, change.values)
    return said(value, text) == change.value


def _unsafe(written: Written, head: Frontmatter, name: str) -> SpliceError:
    at = head.keys[name].start if name in head.keys else 0
    return written.error(at, f"'{name}' cannot be changed without changing more than that", BY_HAND)


def _others(head: Frontmatter, wanted: dict[str, tuple[str, Change]]) -> list[object]:
    pairs = head.root.pairs if head.root else ()
    return [(_content(key), _content(value)) for key, value in pairs if normal_key(key.text) not in wanted]


def _content(value: Value) -> object:
    if isinstance(value, Scalar):
        return value.text, value.style
    if isinstance(value, Listing):
        return tuple(_content(item) for item in value.items)
    return "{", tuple((_content(key), _content(item)) for key, item in value.pairs)
