"""Which notes the links mean, kept true while notes come and go.

A link is looked at again when a note of the name that it uses came, went or changed, or the note that it stands in did.
When the index is made anew, links are held back until all notes are known, and written with what they mean.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.knowledge import resolving
from adrguard.knowledge.paths import decoded, fit
from adrguard.knowledge.resolving import Candidate
from adrguard.knowledge.schema import TITLE

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Sequence

    from adrguard.knowledge.facts import LinkSaid

    Said = tuple[int, LinkSaid, str]
    """The note that a link stands in, the link, and the key of the name that it uses."""
    Meant = tuple[int | None, bool]
    """The note that a link means, None for none, and whether it may mean another as well."""

INSERT = "INSERT INTO links VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_MANY_LINKS = 500
_MANY_NOTES = 5_000
_MOST_HELD = 300_000


class Linker:
    """Finds out what links mean, within a transaction of the caller."""

    def __init__(self, connection: sqlite3.Connection, *, from_nothing: bool) -> None:
        self._connection = connection
        self._keys: set[str] = set()
        self._notes: set[int] = set()
        self._holds = from_nothing
        self._held: list[Said] = []
        self._candidates: dict[str, list[Candidate]] = {}
        self._paths: dict[int, str] = {}

    def add(self, note: int, path: str, names: Iterable[tuple[str, int]], links: Sequence[LinkSaid]) -> list[Said]:
        """Take note of a note that came: its names as (key, kind). Return the links that are to be written now."""
        self._notes.add(note)
        self._keys.update([key for key, _ in names])
        said = [(note, link, resolving.stem(fit(link.target).replace("\\", "/"))) for link in links]
        if not self._holds:
            return said
        self._held += said
        self._paths[note] = path
        for key, kind in names:
            if kind != TITLE:
                self._candidates.setdefault(key, []).append(Candidate(kind, note, path))
        if len(self._held) <= _MOST_HELD:
            return []
        said, self._held, self._holds = self._held, [], False
        return said

    def remove(self, note: int) -> None:
        """Take note of a note that goes, while it is still there."""
        self._keys.update(key for (key,) in self._connection.execute("SELECT key FROM names WHERE note = ?", (note,)))

    def finish(self) -> None:
        """Find out what the links mean that may mean something else now. All notes are there."""
        if self._holds:
            self._connection.executemany(INSERT, self._held_rows())
            return
        links = self._links_to_find()
        candidates = self._candidates_for({key for *_, key in links})
        paths = dict(self._connection.execute("SELECT id, path FROM notes")) if links else {}
        found = [
            (*_meant(note, (target, kind), decoded(paths[note]), candidates.get(key, ())), number)
            for number, note, target, kind, key in links
        ]
        self._connection.executemany("UPDATE links SET dest = ?, several = ? WHERE id = ?", found)

    def _held_rows(self) -> Iterable[tuple[object, ...]]:
        for note, link, key in self._held:
            said = (link.target, link.kind)
            yield link_row(note, link, key, _meant(note, said, self._paths[note], self._candidates.get(key, ())))

    def _links_to_find(self) -> list[tuple[int, int, str, str, str]]:
        columns = "SELECT id, note, target, kind, key FROM links"
        if len(self._notes) > _MANY_NOTES:
            return list(self._connection.execute(columns))
        found = {
            row[0]: row for key in self._keys for row in self._connection.execute(f"{columns} WHERE key = ?", (key,))
        }
        for note in self._notes:
            found.update({row[0]: row for row in self._connection.execute(f"{columns} WHERE note = ?", (note,))})
        return list(found.values())

    def _candidates_for(self, keys: set[str]) -> dict[str, list[Candidate]]:
        query = "SELECT names.key, names.kind, names.note, notes.path FROM names JOIN notes ON notes.id = names.note"
        if len(keys) > _MANY_LINKS:
            rows = [row for row in self._connection.execute(query) if row[0] in keys]
        else:
            rows = [row for key in keys for row in self._connection.execute(f"{query} WHERE names.key = ?", (key,))]
        found: dict[str, list[Candidate]] = {}
        for key, kind, note, path in rows:
            if kind != TITLE:
                found.setdefault(key, []).append(Candidate(kind, note, decoded(path)))
        return found


def link_row(note: int, link: LinkSaid, key: str, meant: Meant = (None, False)) -> tuple[object, ...]:
    """Return the row of a link."""
    return note, link.kind, link.target, link.anchor, link.alias, link.line, key, *meant


def _meant(note: int, said: tuple[str, str], path: str, candidates: Sequence[Candidate]) -> Meant:
    """Return what a link means; `said` is its target and its kind."""
    target, kind = said
    if not target:
        return note, False
    found = resolving.meant(target, kind, path, candidates)
    return (found[0] if found else None), len(found) > 1
