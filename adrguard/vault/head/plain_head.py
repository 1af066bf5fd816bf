"""Frontmatter that is nothing but plain `key: value` lines and lists, read without a YAML parser.

That is nearly all of it, in a tenth of the time. What is written in any other way is left to `frontmatter`, which this
never contradicts: values are the texts of `values.scalars`, under the same keys.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from adrguard.vault.head.values import normal_key

if TYPE_CHECKING:
    from collections.abc import Sequence

    Plain = dict[str, tuple[str, ...]]

_SIMPLE = re.compile(r"(?P<key>[A-Za-z_][\w-]*): (?P<value>[A-Za-z0-9](?:[\w.,/()+ -]*[\w.)+-])?)")
"""What most lines are; all the rest is looked at more closely."""
_SIMPLE_LIST = re.compile(
    r"(?P<key>[A-Za-z_][\w-]*): \[(?P<items>[A-Za-z0-9][\w/.-]*(?:, [A-Za-z0-9][\w/.-]*){0,50})\]"
)
# Few notes need these, and to compile them takes as long as to read a hundred.
_LINE = r"(?P<key>[^\W\d][\w-]*(?: [\w-]+){0,5}):(?: ++(?P<value>\S.*)| *)"
_ITEM = r"(?P<indent> {0,8})- ++(?P<value>\S.*)"
_PLAIN = r"[^\s\-?:,\[\]{}#&*!|>'\"%@`](?:[^:#]|:(?=\S)|(?<=\S)#)*"
_IN_LIST = r"[^\s\-?:,\[\]{}#&*!|>'\"%@`](?:[^:#,\[\]{}]|:(?=[^\s,\[\]{}])|(?<=\S)#)*"
_QUOTED = r"\"(?P<double>[^\"\\]*)\"|'(?P<single>[^']*)'"
_NULL = frozenset(("", "~", "null", "Null", "NULL"))


def read(lines: Sequence[str]) -> Plain | None:
    """Return the values of these lines by normalised key, those of nothing left out; None where they are not plain."""
    if not "".join(lines).isprintable():
        return None
    found: Plain = {}
    listed, indent = "", -1  # the key whose values may follow as a list, and how far that is indented
    for line in lines:
        pair = _pair(line)
        if pair is not None:
            key, values = pair
            if key in found or key == "null":
                return None
            found[key] = values
            listed, indent = "" if values else key, -1
        elif line.strip() and line[0] != "#":
            item = re.fullmatch(_ITEM, line.rstrip(" ")) if listed else None
            value = _scalar(item["value"], _PLAIN) if item else None
            if item is None or value is None or indent not in (-1, len(item["indent"])):
                return None
            indent = len(item["indent"])
            found[listed] = (*found[listed], value)
    return {name: tuple(one for one in values if one.strip()) for name, values in found.items()}


def _pair(line: str) -> tuple[str, tuple[str, ...]] | None:
    """Return the key and the values of a line that has a key, None for any other and for what is not plain.

    Without a value there are none; of nothing in so many words there is one that is empty.
    """
    simple = _SIMPLE.fullmatch(line) or _SIMPLE_LIST.fullmatch(line)
    if simple:
        values: tuple[str, ...] | None = tuple(simple[2].split(", ")) if line[-1] == "]" else (simple[2],)
        if _NULL.isdisjoint(values or ()):
            return normal_key(simple[1]), values or ()
    match = re.fullmatch(_LINE, line)
    values = _values(match["value"]) if match else None
    return (normal_key(match["key"]), values) if match and values is not None else None


def _values(written: str | None) -> tuple[str, ...] | None:
    if written is None:
        return ()  # or a list, which follows
    written = written.rstrip(" ")
    if not (written[0] == "[" and written[-1] == "]"):
        one = _scalar(written, _PLAIN)
        return None if one is None else (one,)
    inside = written[1:-1].strip(" ")
    found = [_scalar(part.strip(" "), _IN_LIST) for part in inside.split(",")] if inside else [""]
    return None if None in found else tuple(one for one in found if one is not None)


def _scalar(written: str, plain: str) -> str | None:
    quoted = re.fullmatch(_QUOTED, written)
    if quoted:
        return quoted["double"] if quoted["single"] is None else quoted["single"]
    if not re.fullmatch(plain, written):
        return None
    return "" if written in _NULL else written
