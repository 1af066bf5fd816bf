"""What would be written, as a unified diff that `git apply` takes."""

from __future__ import annotations

import zlib
from base64 import b85encode
from typing import TYPE_CHECKING

from adrguard.fixer.differences import Differences
from adrguard.fixer.edits import lines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from adrguard.usecases.fixing.places import Plan

_ESCAPES = {"\n": "\\n", "\t": "\\t", "\r": "\\r", '"': '\\"', "\\": "\\\\"}
_ROW = 52
"""Bytes of a line of a binary patch at most, as git writes them."""
_LENGTHS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def diff(plans: Iterable[Plan], oid: Callable[[bytes], str]) -> str:
    """Return the diff of every file; bytes that are not UTF-8 stand in it as lone surrogates.

    `oid` says how git names a file's bytes.
    """
    return "".join(part for one in plans for part in (_binary(one, oid) if b"\0" in one.old else _text(one)))


def _text(plan: Plan) -> Iterator[str]:
    old, new = (lines(data.decode("utf-8", "surrogateescape")) for data in (plan.old, plan.new))
    yield f"--- {_quoted(f'a/{plan.path}')}\n+++ {_quoted(f'b/{plan.path}')}\n"
    for group in Differences(old, new).get_grouped_opcodes():
        (_, low, _, first, _), (_, _, high, _, last) = group[0], group[-1]
        yield f"@@ -{_range(low, high)} +{_range(first, last)} @@\n"
        for kind, at, end, there, stop in group:
            for row in old[at:end]:
                yield _row(" " if kind == "equal" else "-", row)
            for row in new[there:stop] if kind != "equal" else ():
                yield _row("+", row)


def _range(start: int, end: int) -> str:
    count = end - start
    return str(start + 1) if count == 1 else f"{start + (count > 0)},{count}"


def _row(mark: str, row: str) -> str:
    return f"{mark}{row}" if row.endswith("\n") else f"{mark}{row}\n\\ No newline at end of file\n"


def _binary(plan: Plan, oid: Callable[[bytes], str]) -> Iterator[str]:
    """Yield the patch of a file in UTF-16 or UTF-32, which git takes for a binary one."""
    old, new = _quoted(f"a/{plan.path}"), _quoted(f"b/{plan.path}")
    yield f"diff --git {old} {new}\nindex {oid(plan.old)}..{oid(plan.new)}\nGIT binary patch\n"
    for data in (plan.new, plan.old):
        yield f"literal {len(data)}\n"
        packed = zlib.compress(data)
        for at in range(0, len(packed), _ROW):
            row = packed[at : at + _ROW]
            yield f"{_LENGTHS[len(row) - 1]}{b85encode(row, pad=True).decode('ascii')}\n"
        yield "\n"


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
