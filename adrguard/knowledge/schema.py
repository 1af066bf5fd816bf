"""The tables of the index. Nothing in them is worth keeping: another format means another file.

Paths are kept as bytes, as a file's name need not be text. A note's row stands for one reading of its file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.knowledge import words

if TYPE_CHECKING:
    import sqlite3

FORMAT = 0x4144_0004
"""What `PRAGMA user_version` says of a finished index; to be raised with every change of what is kept."""

GENERATION = "generation"
"""The key beside the notes that changes with every change of them."""

STEM, CALLED, ALIAS, TITLE = range(4)
"""By what a note may be named, the most trusted first: its file, its id, an alias, its title."""

TABLES = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE notes (
  id INTEGER PRIMARY KEY,
  path BLOB NOT NULL UNIQUE,
  size INTEGER NOT NULL, modified INTEGER NOT NULL, changed INTEGER NOT NULL, inode INTEGER NOT NULL,
  settled INTEGER NOT NULL,
  hash BLOB NOT NULL,
  title TEXT NOT NULL, called TEXT NOT NULL, tier INTEGER NOT NULL,
  status TEXT NOT NULL, is_over INTEGER NOT NULL, binds INTEGER NOT NULL,
  trouble TEXT NOT NULL
);
CREATE TABLE names (
  key TEXT NOT NULL, kind INTEGER NOT NULL, note INTEGER NOT NULL, PRIMARY KEY (key, kind, note)
) WITHOUT ROWID;
CREATE TABLE headings (
  note INTEGER NOT NULL, line INTEGER NOT NULL, level INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (note, line)
) WITHOUT ROWID;
CREATE TABLE tags (note INTEGER NOT NULL, tag TEXT NOT NULL, PRIMARY KEY (note, tag)) WITHOUT ROWID;
CREATE TABLE links (
  id INTEGER PRIMARY KEY,
  note INTEGER NOT NULL, kind TEXT NOT NULL,
  target TEXT NOT NULL, anchor TEXT NOT NULL, alias TEXT NOT NULL, line INTEGER NOT NULL,
  key TEXT NOT NULL, dest INTEGER, several INTEGER NOT NULL
);
CREATE TABLE said (
  note INTEGER NOT NULL, backwards INTEGER NOT NULL, name TEXT NOT NULL, PRIMARY KEY (note, backwards, name)
) WITHOUT ROWID;
CREATE TABLE successions (old INTEGER NOT NULL, new INTEGER NOT NULL, PRIMARY KEY (old, new)) WITHOUT ROWID;
CREATE TABLE vectors (
  hash BLOB NOT NULL, title TEXT NOT NULL, model TEXT NOT NULL, vector BLOB NOT NULL,
  PRIMARY KEY (hash, title, model)
);
CREATE VIRTUAL TABLE search USING fts5 (title, tags, body, tokenize = 'porter unicode61 remove_diacritics 2');
INSERT INTO search (search, rank) VALUES ('rank', 'bm25(2.0, 1.0, 1.0)');
"""

INDEXES = """
CREATE INDEX names_by_note ON names (note);
CREATE INDEX tags_by_tag ON tags (tag);
CREATE INDEX links_by_note ON links (note, dest);
CREATE INDEX links_by_dest ON links (dest, note);
CREATE INDEX links_by_key ON links (key);
"""
"""What is made once the tables are full, in a fraction of the time."""


def create(connection: sqlite3.Connection) -> None:
    """Make the tables in an empty database. Raises sqlite3.Error."""
    _run(connection, TABLES)


def _run(connection: sqlite3.Connection, statements: str) -> None:
    for statement in statements.split(";\n"):
        if statement.strip():
            connection.execute(statement)


def finish(connection: sqlite3.Connection) -> None:
    """Make the indexes, and say that all is there: nobody takes it for whole before."""
    _run(connection, INDEXES)
    connection.execute(f"PRAGMA user_version = {FORMAT}")


def is_finished(connection: sqlite3.Connection) -> bool:
    """Say whether this is a whole index of this format. Raises sqlite3.Error where it is no database at all."""
    return bool(connection.execute("PRAGMA user_version").fetchone()[0] == FORMAT)


def purpose(folders: str, reading: str) -> str:
    """Return what tells an index from those of other notes, or of notes read in another way."""
    return f"{words.VERSION}\n{reading}\n{folders}"


def get(connection: sqlite3.Connection, key: str) -> str:
    """Return a value that is kept beside the notes, "" for none."""
    row = connection.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
    return str(row[0]) if row else ""


def put(connection: sqlite3.Connection, key: str, value: str) -> None:
    """Keep a value beside the notes."""
    connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))
