"""Frontmatter that is nothing but plain `key: value` lines and lists, read without a YAML parser.

That is nearly all of it, in a tenth of the time. What is written in any other way is left to `frontmatter`, which this
never contradicts: values are the texts of `values.scalars`, under the same keys.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from adrguard.vault.values import normal_key

if TYPE_CHECKING:
    from collections.abc import Sequence

    Plain = dict[str, tuple[str, ...]]

_LINE = re.compile(r"(?P<key>[^\W\d][\w-]*(?: [\w-]+){0,5}):(?: +(?P<value>\S.*))? *")
_ITEM = re.compile(r"(?P<indent> {0,8})- +(?P<value>\S.*?) *")
_PLAIN = re.compile(r"[^\s\-?:,\[\]{}#&*!|>'\"%@`](?:[^:#]|:(?=\S)|(?<=\S)#)*")
_IN_LIST = re.compile(r"[^\s\-?:,\[\]{}#&*!|>'\"%@`](?:[^:#,\[\]{}]|:(?=[^\s,\[\]{}])|(?<=\S)#)*")
_QUOTED = re.compile(r"\"(?P<double>[^\"\\]*)\"|'(?P<single>[^']*)'")
_NULL = frozenset(("", "~", "null", "Null", "NULL"))


def read(lines: Sequence[str]) -> Plain | None:
    """Return the values of these lines by normalised key, those of nothing left out; None where they are not plain."""
    found: Plain = {}
    key, indent = "", -1
    for line in lines:
        if not line.isprintable():
            return None
        if not line.strip() or line[0] == "#":
            continue
        item = _ITEM.fullmatch(line) if key and not (found[key] and indent < 0) else None
        if item:
            if indent not in (-1, len(item["indent"])):
                return None
            indent = len(item["indent"])
            value = _scalar(item["value"], _PLAIN)
            if value is None:
                return None
            found[key] = (*found[key], value)
            continue
        match = _LINE.fullmatch(line)
        values = _values(match["value"]) if match else None
        if not match or values is None:
            return None
        key, indent = normal_key(match["key"]), -1
        if key in found or key == "null":
            return None
        found[key] = values
        if match["value"]:
            key = ""
    return {name: tuple(one for one in values if one.strip()) for name, values in found.items()}


def _values(written: str | None) -> tuple[str, ...] | None:
    if written is None:
        return ()
    written = written.rstrip(" ")
    if not (written[0] == "[" and written[-1] == "]"):
        one = _scalar(written, _PLAIN)
        return None if one is None else (one,)
    inside = written[1:-1].strip(" ")
    found = [_scalar(part.strip(" "), _IN_LIST) for part in inside.split(",")] if inside else []
    return None if None in found else tuple(one for one in found if one is not None)


def _scalar(written: str, plain: re.Pattern[str]) -> str | None:
    quoted = _QUOTED.fullmatch(written)
    if quoted:
        return quoted["double"] if quoted["single"] is None else quoted["single"]
    if not plain.fullmatch(written):
        return None
    return "" if written in _NULL else written
