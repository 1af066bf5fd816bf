"""Ask the index: which notes hold the words, are called so, are linked, stand in the place of which.

Every function takes the connection that `Index.read` hands out, and works within its one state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.knowledge import resolving, words
from adrguard.knowledge.paths import decoded
from adrguard.model.record import Record

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Collection, Iterable, Sequence

    from adrguard.knowledge.query import Query

_FEW = 500
MOST_ROWS = 6_000
"""How many notes with a word of the query are ranked: what BM25 can do in about 10 ms."""
DEPTH = 100
"""How many notes of each way of searching are looked at."""


class NoteRow(Record):
    """A note as the index knows it; `linked_from` and `links_to` count other notes, each once."""

    note: int
    path: str
    title: str
    called: str
    tier: int
    status: str
    is_over: bool
    linked_from: int
    links_to: int


def keyword(connection: sqlite3.Connection, query: Query, depth: int = DEPTH, *, phrases: bool = True) -> list[int]:
    """Return the notes that hold the words, the best first (BM25); with `phrases` those that hold all of these."""
    asked = query.replace(terms=_telling(connection, query.terms)) if len(query.terms) > 1 else query
    match = asked.match(phrases=phrases)
    if not match:
        return []
    rows = connection.execute("SELECT rowid FROM search WHERE search MATCH ? ORDER BY rank LIMIT ?", (match, depth))
    return [note for (note,) in rows]


def _telling(connection: sqlite3.Connection, terms: Sequence[str]) -> tuple[str, ...]:
    """Return the terms that tell notes apart: not those of more than half of them, nor so many that it takes long.

    BM25 gives a term that most notes hold no weight, but the time that it takes is that of its notes. Of a large vault
    only the rarest terms count, until they stand for `MOST_ROWS` notes: the weight of a term falls as its number grows.
    """
    half = int(connection.execute("SELECT count(*) FROM notes").fetchone()[0]) // 2
    if half < _FEW:
        return tuple(terms)
    most = min(half, MOST_ROWS)
    query = "SELECT count(*) FROM (SELECT 1 FROM search WHERE search MATCH ? LIMIT ?)"
    counts = [(int(connection.execute(query, (term, most + 1)).fetchone()[0]), term) for term in terms]
    kept: list[str] = []
    room = MOST_ROWS
    for count, term in sorted(counts, key=lambda pair: pair[0]):
        if kept and (count > most or count > room):
            break
        room -= count
        kept += [term] if count else []
    return tuple(term for term in terms if term in kept) or tuple(terms[:1])


def named(connection: sqlite3.Connection, names: Iterable[str]) -> list[int]:
    """Return the notes that are called exactly so: those of the first name first.

    Of each name a file's comes before an id, an alias, a title. A path means the notes whose own ends with it.
    """
    found: dict[int, None] = {}
    query = """
        SELECT names.note, notes.path FROM names JOIN notes ON notes.id = names.note WHERE key IN (?, ?, ?)
        ORDER BY kind, note LIMIT 20
    """
    for name in names:
        bare = resolving.bare(name)
        keys = (words.key(name), resolving.stem(name), words.id_key(name))
        for note, path in connection.execute(query, keys):
            if "/" not in name or f"/{resolving.bare(decoded(path))}".endswith(f"/{bare.strip('/')}"):
                found[note] = None
    return list(found)


def neighbours(connection: sqlite3.Connection, notes: Sequence[int]) -> set[int]:
    """Return the notes that link to one of these, or that one of these links to."""
    numbers = ", ".join(map(str, notes))
    query = (
        f"SELECT dest FROM links WHERE note IN ({numbers}) AND dest IS NOT NULL AND dest != note "  # noqa: S608 -- numbers
        f"UNION SELECT note FROM links WHERE dest IN ({numbers}) AND dest != note"
    )
    return {note for (note,) in connection.execute(query)}


def successors(connection: sqlite3.Connection, notes: Collection[int]) -> dict[int, list[int]]:
    """Return for each of these notes that gave way those in whose favour it did, at the end of the line."""
    next_of: dict[int, list[int]] = {}
    numbers = ", ".join(map(str, notes))
    query = f"SELECT DISTINCT old FROM successions WHERE old IN ({numbers})"  # noqa: S608 -- numbers
    waiting = [old for (old,) in connection.execute(query)]
    while waiting:
        note = waiting.pop()
        if note not in next_of:
            query = (
                "SELECT new FROM successions JOIN notes ON notes.id = new WHERE old = ? AND notes.binds ORDER BY new"
            )
            next_of[note] = [new for (new,) in connection.execute(query, (note,))]
            waiting += next_of[note]
    return {note: _last(note, next_of) for note in notes if next_of.get(note)}


def _last(note: int, next_of: dict[int, list[int]]) -> list[int]:
    found: dict[int, None] = {}
    waiting, seen = [note], {note}
    while waiting:
        one = waiting.pop()
        further = [new for new in next_of.get(one, ()) if new not in seen]
        seen.update(further)
        waiting += further
        if one != note and not next_of.get(one):
            found[one] = None
    return list(found)


def over(connection: sqlite3.Connection, notes: Iterable[int]) -> set[int]:
    """Return those of these notes that say themselves that they do not hold any more."""
    numbers = ", ".join(map(str, notes))
    rows = connection.execute(f"SELECT id FROM notes WHERE is_over AND id IN ({numbers})")  # noqa: S608 -- numbers
    return {note for (note,) in rows}


def notes(connection: sqlite3.Connection, numbers: Iterable[int]) -> dict[int, NoteRow]:
    """Return what is known of these notes."""
    query = """
        SELECT id, path, title, called, tier, status, is_over,
          (SELECT count(DISTINCT note) FROM links WHERE dest = notes.id AND note != notes.id),
          (SELECT count(DISTINCT dest) FROM links WHERE note = notes.id AND dest != notes.id)
        FROM notes WHERE id = ?
    """
    found = {}
    for number in numbers:
        row = connection.execute(query, (number,)).fetchone()
        if row:
            found[number] = NoteRow.of((row[0], decoded(row[1]), *row[2:6], bool(row[6]), *row[7:]))
    return found


def totals(connection: sqlite3.Connection) -> dict[str, int]:
    """Return how much the index holds: notes, headings, tags, links, and of these the unresolved and the ambiguous."""
    counts = {table: f"SELECT count(*) FROM {table}" for table in ("notes", "headings", "links")}  # noqa: S608 -- our own
    counts["tags"] = "SELECT count(DISTINCT tag) FROM tags"
    counts["unresolved"] = "SELECT count(*) FROM links WHERE dest IS NULL"
    counts["ambiguous"] = "SELECT count(*) FROM links WHERE several"
    return {name: int(connection.execute(query).fetchone()[0]) for name, query in counts.items()}


def generation(connection: sqlite3.Connection) -> str:
    """Return what changes with every change of the index: by it a cache beside it knows whether it still holds."""
    return str(connection.execute("SELECT value FROM meta WHERE key = 'generation'").fetchone()[0])
