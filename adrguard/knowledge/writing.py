"""Put notes into the index and take them out, within a transaction of the caller."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.knowledge import resolving, words
from adrguard.knowledge.linking import INSERT, Linker, link_row
from adrguard.knowledge.paths import decoded, encoded, fit
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
_TABLES = ("headings", "tags", "links", "said", "names")
_INSERTS = {
    "notes": "INSERT INTO notes VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    "names": "INSERT INTO names VALUES (?, ?, ?)",
    "headings": "INSERT OR IGNORE INTO headings VALUES (?, ?, ?, ?)",
    "tags": "INSERT OR IGNORE INTO tags VALUES (?, ?)",
    "links": INSERT,
    "said": "INSERT OR IGNORE INTO said VALUES (?, ?, ?)",
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
    """Changes the notes of an index. `finish` ends it: only then links mean what they mean."""

    def __init__(self, connection: sqlite3.Connection, relate: Relate) -> None:
        self._connection = connection
        self._relate = relate
        self._next = int(connection.execute("SELECT coalesce(max(id), 0) FROM notes").fetchone()[0]) + 1
        self._waiting: dict[str, list[tuple[object, ...]]] = {table: [] for table in _INSERTS}
        self._linker = Linker(connection, from_nothing=self._next == 1)
        self._changed = False

    def add(self, row: Row, facts: Facts, number: int = 0) -> int:
        """Put a note in; `number` is that of the note that it takes the place of. Return its number."""
        note = number or self._next
        self._next += not number
        self._changed = True
        waiting = self._waiting
        stem = resolving.stem(fit(row.path))
        waiting["notes"].append(
            (
                *(note, encoded(row.path), *row.stamp, row.settled, row.hash, facts.title, facts.called, facts.tier),
                *(facts.status, facts.is_over, facts.binds, facts.trouble),
            )
        )
        names = _names(stem, facts)
        waiting["names"] += [(key, kind, note) for key, kind in names]
        waiting["headings"] += [(note, one.line, one.level, one.text) for one in facts.headings]
        waiting["tags"] += [(note, words.key(tag)) for tag in facts.tags]
        waiting["said"] += [(note, 0, name) for name in facts.replaces]
        waiting["said"] += [(note, 1, name) for name in facts.replaced_by]
        waiting["links"] += [link_row(*one) for one in self._linker.add(note, row.path, names, facts.links)]
        title = " ".join([facts.title, *facts.aliases, facts.called, stem])
        kept = (words.kept(title), words.kept(" ".join(facts.tags)), words.kept(facts.body))
        waiting["search"].append((note, *kept))
        if len(waiting["notes"]) >= _FLUSH:
            self._flush()
        return note

    def remove(self, note: int) -> None:
        """Take a note out."""
        self._changed = True
        self._linker.remove(note)
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
            self._linker.finish()
            self._succeed()

    def _flush(self) -> None:
        for table, rows in self._waiting.items():
            if rows:
                self._connection.executemany(_INSERTS[table], rows)
                rows.clear()

    def _succeed(self) -> None:
        said = [(note, name, bool(back)) for note, back, name in self._connection.execute("SELECT * FROM said")]
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
        found.add((words.id_key(facts.called) or words.key(facts.called), CALLED))
    for alias in facts.aliases:
        found.add((words.key(" ".join(alias.split())), ALIAS))
    return found
