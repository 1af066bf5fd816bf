"""The journal of a transaction: everything that is needed to bring it to its end, or back.

A journal lies in the working tree, so it may come with a repository: it is read as what a stranger wrote.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

from adrguard.model.record import Record
from adrguard.system.writing.targets import fault

if TYPE_CHECKING:
    from collections.abc import Iterator

FORMAT = 1
LARGEST = 256 * 1024 * 1024
MOST_EDITS = 10_000
_LONGEST = 500
_MAGIC = b"adrguard journal %d " % FORMAT
_PERMISSIONS = 0o777


class Edit(Record):
    """A change of one note: its path relative to the top folder with forward slashes, its bytes before and after.

    `before` None means that there is no such note yet, `after` None that it is deleted. `mode` holds the permission
    bits of a note that is made (0: the usual ones).
    """

    path: str
    before: bytes | None
    after: bytes | None
    mode: int = 0


class Journal(Record):
    """A transaction: what it is in a few words, when it was (UTC, ISO), and its edits.

    `undoes` is the number of the finished transaction that this one takes back (0: none); `made` are the folders that
    were made for it.
    """

    what: str
    when: str
    edits: tuple[Edit, ...]
    undoable: bool = True
    undoes: int = 0
    made: tuple[str, ...] = ()

    @property
    def paths(self) -> tuple[str, ...]:
        """The notes that it changes."""
        return tuple(edit.path for edit in self.edits)


class BadJournalError(Exception):
    """Bytes that are no journal, or not a whole one."""


def encode(journal: Journal) -> bytes:
    """Return a journal as bytes: a line that says whether they are whole, one of JSON, and the texts one by one."""
    said = json.dumps(
        {
            "what": journal.what,
            "when": journal.when,
            "undoable": journal.undoable,
            "undoes": journal.undoes,
            "made": journal.made,
            "edits": [
                {"path": edit.path, "before": _size(edit.before), "after": _size(edit.after), "mode": edit.mode}
                for edit in journal.edits
            ],
        }
    )
    texts = [text for edit in journal.edits for text in (edit.before, edit.after) if text is not None]
    body = b"".join((said.encode(), b"\n", *texts))
    return _head(body) + body


def _head(body: bytes) -> bytes:
    import hashlib  # brings OpenSSL along, and most commands only look whether there is a journal

    return _MAGIC + hashlib.blake2b(body, digest_size=32).hexdigest().encode() + b"\n"


def _size(data: bytes | None) -> int | None:
    return None if data is None else len(data)


def decode(data: bytes) -> Journal:
    """Return the journal that the bytes are. Raises `BadJournalError` unless it is whole and means no harm."""
    head, _, body = data.partition(b"\n")
    if not head.startswith(_MAGIC) or head + b"\n" != _head(body):
        raise BadJournalError("it is cut, changed, or of another version")
    try:
        said, _, texts = body.partition(b"\n")
        raw = json.loads(said)
        edits = tuple(_edits(raw["edits"], texts))
        journal = Journal(
            _text(raw["what"]),
            _text(raw["when"]),
            edits,
            raw["undoable"] is True,
            _number(raw["undoes"]),
            tuple(_text(one) for one in raw["made"]),
        )
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise BadJournalError("it does not say what it should") from error
    _check(journal)
    return journal


def _edits(listed: Any, texts: bytes) -> Iterator[Edit]:
    at = 0
    for raw in listed:
        parts: list[bytes | None] = []
        for size in (raw["before"], raw["after"]):
            parts.append(None if size is None else texts[at : at + _number(size)])
            at += size or 0
        yield Edit(_text(raw["path"]), parts[0], parts[1], _number(raw["mode"]) & _PERMISSIONS)
    if at != len(texts):
        raise ValueError


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _number(value: Any) -> int:
    if not isinstance(value, int) or value < 0:
        raise TypeError
    return value


def _check(journal: Journal) -> None:
    if not 0 < len(journal.edits) <= MOST_EDITS or len(set(journal.paths)) < len(journal.edits):
        raise BadJournalError("it names no notes, or one twice")
    if not (journal.what + journal.when).isprintable() or len(journal.what + journal.when) > _LONGEST:
        raise BadJournalError("it does not say what it is for")
    for edit in journal.edits:
        why = fault(edit.path)
        if why or edit.before == edit.after:
            raise BadJournalError(f"{edit.path}: {why or 'nothing changes'}")
    above = {parent for path in journal.paths for parent in parents(path)}
    if not above.issuperset(journal.made):
        raise BadJournalError("it names folders of no note")


def parents(path: str) -> list[str]:
    """Return the folders above a relative path, innermost first."""
    found = []
    while path := os.path.dirname(path):
        found.append(path)
    return found


def summary(what: str) -> str:
    """Return what a transaction is for, fit for one line of a journal."""
    return "".join(char if char.isprintable() else " " for char in what)[: _LONGEST - 100]
