"""Put notes into the index and take them out; then find out again which notes the links mean that may have changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.knowledge import resolving, words
from adrguard.knowledge.resolving import Candidate
from adrguard.knowledge.schema import ALIAS, CALLED, STEM, TITLE
from adrguard.model.record import Record

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Sequence

    from adrguard.knowledge.facts import Facts

    Relate = Callable[[Sequence["Named"], Sequence[tuple[int, str, bool]]], Iterable[tuple[int, int]]]
    """From the notes that names can mean, and (note, name, the name's bearer stands in the note's place) as said in
    them, to pairs (old, new)."""

_FLUSH = 1000
_MANY_LINKS = 500
_TABLES = ("headings", "tags", "links", "said", "names")
_INSERTS = {
    "notes": "INSERT INTO notes VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    "names": "INSERT INTO names VALUES (?, ?, ?)",
    "headings": "INSERT INTO headings VALUES (?, ?, ?, ?)",
    "tags": "INSERT INTO tags VALUES (?, ?)",
    "links": "INSERT INTO links (note, kind, target, anchor, alias, line, key) VALUES (?, ?, ?, ?, ?, ?, ?)",
    "said": "INSERT INTO said VALUES (?, ?, ?)",
    "search": "INSERT INTO search (rowid, title, tags, body) VALUES (?, ?, ?, ?)",
}


class Named(Record):
    """A note as others name it in what they say of its standing."""

    note: int
    id: str
    path: str
    status: str


class Row(Record):
    """What is kept of a note's file: where it is, its stamp, whether that can be trusted, the hash of its content."""

    path: str
    stamp: tuple[int, int, int, int]
    settled: bool
    hash: bytes


class Writer:
    """Changes the notes of an index, within a transaction of the caller. `finish` ends it."""

    def __init__(self, connection: sqlite3.Connection, relate: Relate) -> None:
        self._connection = connection
        self._relate = relate
        self._next = int(connection.execute("SELECT coalesce(max(id), 0) FROM notes").fetchone()[0]) + 1
        self._waiting: dict[str, list[tuple[object, ...]]] = {table: [] for table in _INSERTS}
        self._keys: set[str] = set()
        self._notes: set[int] = set()
        self._from_nothing = self._next == 1
        self._changed = False

    def add(self, row: Row, facts: Facts, number: int = 0) -> int:
        """Put a note in; `number` is that of the note that it takes the place of. Return its number."""
        note = number or self._next
        self._next += not number
        self._changed = True
        self._notes.add(note)
        waiting = self._waiting
        stem = resolving.stem(_fit(row.path))
        waiting["notes"].append(
            (
                *(note, encoded(row.path), *row.stamp, row.settled, row.hash, facts.title, facts.called, facts.tier),
                *(facts.status, facts.is_over, facts.binds, facts.trouble),
            )
        )
        names = _names(stem, facts)
        self._keys.update([key for key, _ in names])
        waiting["names"] += [(key, kind, note) for key, kind in names]
        waiting["headings"] += [(note, one.level, one.text, one.line) for one in facts.headings]
        waiting["tags"] += [(note, words.key(tag)) for tag in facts.tags]
        waiting["links"] += [
            (note, link.kind, link.target, link.anchor, link.alias, link.line, _key(link.target))
            for link in facts.links
        ]
        waiting["said"] += [(note, name, 0) for name in facts.replaces]
        waiting["said"] += [(note, name, 1) for name in facts.replaced_by]
        title = " ".join([facts.title, *facts.aliases, facts.called, stem])
        kept = (words.kept(title), words.kept(" ".join(facts.tags)), words.kept(facts.body))
        waiting["search"].append((note, *kept))
        if len(waiting["notes"]) >= _FLUSH:
            self._flush()
        return note

    def remove(self, note: int) -> None:
        """Take a note out."""
        self._changed = True
        self._keys.update(key for (key,) in self._connection.execute("SELECT key FROM names WHERE note = ?", (note,)))
        for table in _TABLES:
            self._connection.execute(f"DELETE FROM {table} WHERE note = ?", (note,))  # noqa: S608 -- names of our own
        self._connection.execute("DELETE FROM notes WHERE id = ?", (note,))
        self._connection.execute("DELETE FROM search WHERE rowid = ?", (note,))

    def touch(self, note: int, row: Row) -> None:
        """Keep a new stamp of a note whose content is what it was."""
        statement = "UPDATE notes SET size = ?, modified = ?, changed = ?, inode = ?, settled = ? WHERE id = ?"
        self._connection.execute(statement, (*row.stamp, row.settled, note))

    def finish(self) -> None:
        """Find out what the links mean that may mean something else now."""
        self._flush()
        if self._changed:
            self._link()
            self._succeed()

    def _flush(self) -> None:
        for table, rows in self._waiting.items():
            if rows:
                self._connection.executemany(_INSERTS[table], rows)
                rows.clear()

    # Links

    def _link(self) -> None:
        links = self._links_to_find()
        candidates = self._candidates({key for *_, key in links})
        paths = dict(self._connection.execute("SELECT id, path FROM notes")) if links else {}
        found: list[tuple[int | None, bool, int]] = []
        for link, note, kind, target, key in links:
            if not target:
                found.append((note, False, link))
                continue
            meant = resolving.meant(target, kind, decoded(paths[note]), candidates.get(key, ()))
            found.append((meant[0] if meant else None, len(meant) > 1, link))
        self._connection.executemany("UPDATE links SET dest = ?, several = ? WHERE id = ?", found)

    def _links_to_find(self) -> list[tuple[int, int, str, str, str]]:
        columns = "SELECT id, note, kind, target, key FROM links"
        if self._from_nothing:
            return list(self._connection.execute(columns))
        found = {
            row[0]: row for key in self._keys for row in self._connection.execute(f"{columns} WHERE key = ?", (key,))
        }
        for note in self._notes:
            found.update({row[0]: row for row in self._connection.execute(f"{columns} WHERE note = ?", (note,))})
        return list(found.values())

    def _candidates(self, keys: set[str]) -> dict[str, list[Candidate]]:
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

    # Succession

    def _succeed(self) -> None:
        said = [(note, name, bool(back)) for note, name, back in self._connection.execute("SELECT * FROM said")]
        pairs: Iterable[tuple[int, int]] = ()
        if said:
            rows = self._connection.execute("SELECT id, called, path, status FROM notes WHERE called != ''")
            named = [Named(note, called, decoded(path), status) for note, called, path, status in rows]
            pairs = self._relate(named, said)
        self._connection.execute("DELETE FROM successions")
        self._connection.executemany("INSERT OR IGNORE INTO successions VALUES (?, ?)", pairs)


def _names(stem: str, facts: Facts) -> set[tuple[str, int]]:
    found = {(stem, STEM), (words.key(facts.title), TITLE)}
    if facts.called:
        found.add((words.key(facts.called), CALLED))
    for alias in facts.aliases:
        found.add((words.key(" ".join(alias.split())), ALIAS))
    return found


def _key(target: str) -> str:
    return resolving.stem(_fit(target).replace("\\", "/"))


def _fit(text: str) -> str:
    """Return text as SQLite takes it: lone surrogates, which no file holds, but names of files may, are no text."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def encoded(path: str) -> bytes:
    """Return a path as it is kept."""
    return path.encode("utf-8", "surrogateescape")


def decoded(path: bytes) -> str:
    """Return a path that was kept."""
    return path.decode("utf-8", "surrogateescape")
