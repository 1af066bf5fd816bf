"""The vectors of notes as the index keeps them: one for each note and model, by what the note says.

They are dear to make, so they are kept by the hash of a note's content and its title: a note that moved keeps its own,
and an index that is made anew takes over those of the one before. An empty vector stands for a note that has none, as
there is nothing in it that the model knows.
"""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

from adrguard.knowledge import schema
from adrguard.knowledge.paths import decoded
from adrguard.model.record import Record
from adrguard.system import sqlite
from adrguard.system.sqlite import NotKeptError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

WANTED = "vectors"
"""The key beside the notes that changes with every vector; there from the first one on: so notes are to have some."""
CHECKED = "checked "
"""How the key begins of the stamp of a model's file that was found to be the right one; the model comes after it."""

_HAS = "vectors.hash = notes.hash AND vectors.title = notes.title AND vectors.model = ?"
_MANY = 1_000


class Waiting(Record):
    """A note without a vector."""

    path: str
    title: str
    hash: bytes


class Made(Record):
    """A vector to be kept, as 16-bit floats, little end first; b"" where there can be none."""

    title: str
    hash: bytes
    vector: bytes


def state(connection: sqlite3.Connection) -> tuple[str, str]:
    """Return what changes with every change of a note or of a vector; the second is "" where none were ever made."""
    return schema.get(connection, schema.GENERATION), schema.get(connection, WANTED)


def checked(connection: sqlite3.Connection, model: str) -> str:
    """Return the stamp of a model's file that was found to be the right one, "" for none."""
    return schema.get(connection, CHECKED + model)


def waiting(connection: sqlite3.Connection, model: str, most: int = -1) -> list[Waiting]:
    """Return notes without a vector of this model, those that were changed last first (`most` -1: all)."""
    query = (
        f"SELECT path, notes.title, notes.hash FROM notes LEFT JOIN vectors ON {_HAS} "  # noqa: S608 -- our own words
        "WHERE vectors.hash IS NULL ORDER BY modified DESC, notes.id LIMIT ?"
    )
    return [Waiting(decoded(path), title, hashed) for path, title, hashed in connection.execute(query, (model, most))]


def missing(connection: sqlite3.Connection, model: str) -> int:
    """Return how many notes have no vector of this model."""
    query = f"SELECT count(*) FROM notes LEFT JOIN vectors ON {_HAS} WHERE vectors.hash IS NULL"  # noqa: S608 -- our own
    return int(connection.execute(query, (model,)).fetchone()[0])


def totals(connection: sqlite3.Connection, model: str) -> tuple[int, int, int]:
    """Return how many notes have a vector of this model, how many can have none, and how many wait for theirs."""
    query = f"SELECT length(vector) > 0, count(*) FROM notes LEFT JOIN vectors ON {_HAS} GROUP BY 1"  # noqa: S608 -- our own
    found = dict(connection.execute(query, (model,)))
    return found.get(1, 0), found.get(0, 0), found.get(None, 0)


def put(connection: sqlite3.Connection, model: str, made: Iterable[Made], checked: str = "") -> None:
    """Keep vectors, and with them that the model's file is the one with the stamp `checked`."""
    rows = [(one.hash, one.title, model, one.vector) for one in made]
    connection.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?, ?, ?)", rows)
    schema.put(connection, WANTED, sqlite.token())
    if checked:
        schema.put(connection, CHECKED + model, checked)
    [(kept,)] = connection.execute("SELECT count(*) FROM vectors WHERE model = ?", (model,))
    [(notes,)] = connection.execute("SELECT count(*) FROM notes")
    if kept > notes + _MANY:
        connection.execute("DELETE FROM vectors WHERE (hash, title) NOT IN (SELECT hash, title FROM notes)")


def loaded(connection: sqlite3.Connection, model: str, length: int) -> tuple[list[int], bytes]:
    """Return the notes that have a vector of this model, and all these one after the other, each of `length` bytes."""
    query = (
        f"SELECT notes.id, vector FROM notes JOIN vectors ON {_HAS} "  # noqa: S608 -- our own words
        "WHERE length(vector) = ? AND typeof(vector) = 'blob' ORDER BY notes.id"
    )
    rows = connection.execute(query, (model, length)).fetchall()
    return [note for note, _ in rows], b"".join([vector for _, vector in rows])


def take_over(connection: sqlite3.Connection, path: str) -> None:
    """Put the vectors of the index at `path` into a new one, whatever format that had, as far as they can be read."""
    rows = list(_kept(path))
    if not rows:
        return
    connection.executemany("INSERT OR IGNORE INTO vectors VALUES (?, ?, ?, ?)", rows)
    connection.execute("DELETE FROM vectors WHERE (hash, title) NOT IN (SELECT hash, title FROM notes)")
    schema.put(connection, WANTED, sqlite.token())


def _kept(path: str) -> Iterator[tuple[object, ...]]:
    try:
        old = sqlite.connect(path)
    except (OSError, NotKeptError, sqlite3.Error):
        return
    try:
        yield from old.execute(
            "SELECT hash, title, model, vector FROM vectors WHERE typeof(hash) = 'blob' AND typeof(title) = 'text' "
            "AND typeof(model) = 'text' AND typeof(vector) = 'blob'"
        ).fetchall()
    except (sqlite3.Error, UnicodeError):
        return  # there were none, or it is spoilt
    finally:
        old.close()
