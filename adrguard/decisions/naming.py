"""How a decision is named: by id, unique beginning of an id, number, file stem, path or WikiLink."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from adrguard.vault.links import references, wiki_target

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence


_NUMBER = re.compile(r"^#?(?:adr|decision)?[-_ #]*0*(?P<number>\d{1,9})$", re.IGNORECASE)
_ID_NUMBER = re.compile(r"^(?:adr[-_ ]?)?0*(?P<number>\d{1,9})(?=\D|$)", re.IGNORECASE)
_DATE = re.compile(r"^(?:adr[-_ ]?)?\d{4}-?\d{2}-?\d{2}(?=\D|$)", re.IGNORECASE)
_NOTE = re.compile(r"\.(?:md|markdown)$", re.IGNORECASE)


class Named(Protocol):
    """What can be named: it has an id and a path."""

    @property
    def id(self) -> str:
        """The decision's id."""

    @property
    def path(self) -> str:
        """Path of its note, relative to the repository."""


Item = TypeVar("Item", bound=Named)


class Names(Generic[Item]):
    """Finds decisions by any of their names. Case never matters."""

    def __init__(self, items: Iterable[Item]) -> None:
        self.items: Sequence[Item] = tuple(items)
        self._ids = self._index(lambda item: item.id.casefold())
        self._paths = self._index(lambda item: _NOTE.sub("", item.path).casefold())
        self._stems = self._index(lambda item: _stem(item.path))
        self._numbers = self._index(number_of)

    def _index(self, key: Callable[[Item], str]) -> dict[str, list[Item]]:
        found: dict[str, list[Item]] = {}
        for item in self.items:
            found.setdefault(key(item), []).append(item)
        return found

    def find(self, name: str, start: str = "") -> list[Item]:
        """Return the decisions that a name means: one, none, or several when it is ambiguous.

        `start` is the path of the note in which the name stands: paths are tried relative to it first.
        """
        name = _clean(name)
        if not name:
            return []
        found = self._exact(name, start) or self._by_number(name) or self._by_beginning(name.casefold())
        if found:
            return found
        # "ADR-12: Use events" names ADR-12.
        inner = references(name)
        return self._exact(inner[0], start) or self._by_number(inner[0]) if len(inner) == 1 and inner[0] != name else []

    def _exact(self, name: str, start: str) -> list[Item]:
        bare = _NOTE.sub("", name).casefold()
        by_path = self._paths.get(_joined(start, bare)) or self._paths.get(_joined("", bare), [])
        if len(by_path) > 1:  # paths that differ by case alone
            by_path = [item for item in by_path if item.path.endswith(name)] or by_path
        return self._ids.get(name.casefold()) or by_path or self._stems.get(_stem(bare), [])

    def _by_number(self, name: str) -> list[Item]:
        match = _NUMBER.match(name)
        return self._numbers.get(match["number"], []) if match else []

    def _by_beginning(self, name: str) -> list[Item]:
        """Return what an id's beginning means; `adr-1` is no beginning of `adr-12`."""
        digit = name[-1:].isdigit()
        return [
            item
            for item in self.items
            if item.id.casefold().startswith(name) and not (digit and item.id[len(name) : len(name) + 1].isdigit())
        ]


def number_of(item: Named) -> str:
    """Return the number in a decision's id, failing that in its file's name, without zeros in front; "" for none."""
    for text in (item.id, _stem(item.path)):
        match = _ID_NUMBER.match(text) if not _DATE.match(text) else None
        if match:
            return match["number"]
    return ""


def _clean(name: str) -> str:
    name = name.strip().strip("`*_\"'")
    if name.startswith("[["):
        return wiki_target(name.strip("[]"))
    if name.startswith("["):
        return next(iter(references(name)), "")
    return name.split("#", 1)[0].strip() if not name.startswith("#") else name


def _joined(start: str, path: str) -> str:
    if path.startswith("/"):
        return posixpath.normpath(path).lstrip("/")
    return posixpath.normpath(posixpath.join(posixpath.dirname(start).casefold(), path))


def _stem(path: str) -> str:
    return _NOTE.sub("", path.rpartition("/")[2]).casefold()
