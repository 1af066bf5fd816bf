"""What the `rewrite` of a rule says, read back from the text that a compiled rule holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.model.record import Record

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from adrguard.model.rules import Rule

ARROW = " -> "


class Rename(Record):
    """One ``OLD -> NEW``: names with dots, as parts.

    `module` is how many parts of `new` name the module: ``httpx:Client.get`` and ``httpx.*`` say 1; 0 where the rewrite
    leaves it open.
    """

    old: tuple[str, ...]
    new: tuple[str, ...]
    module: int = 0


class Renames:
    """The renames of a rule, the longest old names first, so that the most special one applies."""

    def __init__(self, renames: Iterable[Rename]) -> None:
        self._all = sorted(renames, key=lambda one: -len(one.old))

    def __bool__(self) -> bool:
        return bool(self._all)

    def of(self, name: Sequence[str]) -> Rename | None:
        """Return the rename that applies to a qualified name, itself or what it lies in."""
        parts = tuple(name)
        return next((one for one in self._all if parts[: len(one.old)] == one.old), None)


def pairs(rule: Rule) -> list[tuple[str, str]]:
    """Return the ``(old, new)`` of a rule that renames, as written; nothing for a template."""
    found = []
    for one in rule.rewrite.split(", ") if rule.rewrite else ():
        old, arrow, new = one.partition(ARROW)
        if arrow:
            found.append((old.strip(), new.strip()))
    return found


def renames(rule: Rule) -> Renames:
    """Return the renames of Python names that a rule asks for."""
    found = []
    for old, new in pairs(rule):
        module, colon, rest = _plain(new).partition(":")
        parts = (*module.split("."), *(rest.split(".") if colon else ()))
        known = len(module.split(".")) if colon or new.endswith(".*") else 0
        if all(part.isidentifier() for part in (*parts, *_plain(old).split("."))):
            found.append(Rename(tuple(_plain(old).split(".")), parts, known))
    return Renames(found)


def _plain(name: str) -> str:
    name = name.removesuffix("()")
    return name.removesuffix(".*").removeprefix("builtins.")
