"""A vault in a folder and its index, as the commands make it."""

from __future__ import annotations

import os
from pathlib import Path

from adrguard.knowledge import search
from adrguard.knowledge.changes import Folder, Source
from adrguard.knowledge.index import Home, Index
from adrguard.knowledge.query import understood
from adrguard.memory.notes import note_facts, succession
from adrguard.vault.status import TABLE

LONG_AGO = 1_600_000_000


def index_of(vault: Path, home: Path, purpose: str = "") -> Index:
    home.mkdir(exist_ok=True)
    source = Source((Folder(str(vault)),), note_facts.reader(TABLE), succession.related, purpose)
    return Index(source, Home(str(home / "kept"), "index.sqlite", str(vault)))


def write(vault: Path, path: str, text: str | bytes = "text\n") -> Path:
    target = vault / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(text.encode("utf-8", "surrogateescape") if isinstance(text, str) else text)
    return target


def found(index: Index, query: str) -> list[str]:
    """Return the paths of the notes that hold the words, in order, after a look at the notes."""
    index.refresh()
    asked = understood(query)
    numbers = index.read(lambda connection: search.keyword(connection, asked))
    rows = index.read(lambda connection: search.notes(connection, numbers))
    return [rows[number].path for number in numbers]


def links(index: Index) -> list[tuple[str, str, str, bool]]:
    """Return (note, target, note that it means, it may mean others) of every link."""
    query = """
        SELECT a.path, links.target, coalesce(b.path, ''), links.several FROM links
        JOIN notes a ON a.id = links.note LEFT JOIN notes b ON b.id = links.dest ORDER BY a.path, links.id
    """
    rows = index.read(lambda connection: connection.execute(query).fetchall())
    return [(os.fsdecode(note), target, os.fsdecode(dest), bool(several)) for note, target, dest, several in rows]


def rows(index: Index, query: str) -> list[tuple[object, ...]]:
    return index.read(lambda connection: connection.execute(query).fetchall())
