"""What would be written, as a unified diff that `git apply` takes."""

from __future__ import annotations

from difflib import unified_diff
from typing import TYPE_CHECKING

from adrguard.fixer.edits import lines

if TYPE_CHECKING:
    from collections.abc import Mapping

_ESCAPES = {"\n": "\\n", "\t": "\\t", "\r": "\\r", '"': '\\"', "\\": "\\\\"}


def diff(changed: Mapping[str, tuple[str, str]]) -> str:
    """Return the diff of every file, old text and new by path."""
    return "".join(part for path, (old, new) in changed.items() for part in _file(path, old, new))


def _file(path: str, old: str, new: str) -> list[str]:
    rows = unified_diff(lines(old), lines(new), _quoted(f"a/{path}"), _quoted(f"b/{path}"))
    return [row if row.endswith("\n") else f"{row}\n\\ No newline at end of file\n" for row in rows]


def _quoted(name: str) -> str:
    """Return a name as git writes it in a diff: in quotes where it holds what would end or change the line."""
    if all(char.isprintable() and char not in '"\\' and char.isascii() for char in name):
        return name
    raw = "".join(
        _ESCAPES.get(char) or (char if char.isascii() and char.isprintable() else _octal(char)) for char in name
    )
    return f'"{raw}"'


def _octal(char: str) -> str:
    return "".join(f"\\{byte:03o}" for byte in char.encode("utf-8", "surrogateescape"))
