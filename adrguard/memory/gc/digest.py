"""A digest as text: written from a book, and read back into one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from adrguard.memory.gc import measure
from adrguard.memory.gc.facts.book import MOST_ASKED
from adrguard.memory.gc.facts.names import shortened
from adrguard.memory.gc.marks import Mark, mark_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from adrguard.memory.gc.facts.book import Book
    from adrguard.memory.gc.facts.names import Names

_ASKED, _DECIDED, _RECORDS, _EDITED, _FAILED, _OPEN = (
    "Asked",
    "Decisions",
    "Decision records named",
    "Files edited",
    "Errors",
    "Open tasks",
)
_HEADINGS = frozenset((_ASKED, _DECIDED, _RECORDS, _EDITED, _FAILED, _OPEN))
_BOX = "[ ] "
_LENGTHS = (400, 240, 160, 120, 80)
_SHARE = 25
_LEAST_ROOM = 600
_HEADING = re.compile(r"## (.+)")


def rendered(book: Book, mark: Mark, how: str) -> str:
    """Return the digest of `mark.count` turns that took `mark.tokens` tokens; `how` says how to see them.

    Everything is named; the longer all that is, the earlier its words are cut (paths never are): a digest should take
    no more than a 25th of what it stands for.
    """
    room = max(mark.tokens // _SHARE, _LEAST_ROOM)
    text = ""
    for most in _LENGTHS:
        text = _text(book, mark, how, most)
        if measure.tokens(text) <= room:
            break
    return text


def _text(book: Book, mark: Mark, how: str, most: int) -> str:
    tasks = book.tasks
    listed = [_BOX + one for one in _short(tasks.listed, most)]
    sections: tuple[tuple[str, Iterable[str]], ...] = (
        (_ASKED, _short(asked(book), most)),
        (_DECIDED, _short(book.decisions, most)),
        (_RECORDS, book.records),
        (_EDITED, book.edits),
        (_FAILED, _short(book.errors, most)),
        (_OPEN, [*listed, *_short(tasks.said, most)]),
    )
    lines = [mark.text, f"{_said(mark)} {how.format(node=mark.node)}"]
    for heading, names in sections:
        bullets = [f"- {name}" for name in names]
        if bullets:
            lines += ["", f"## {heading}", *bullets]
    return "\n".join(lines) + "\n"


def _said(mark: Mark) -> str:
    return f"What {mark.count} earlier turn{'' if mark.count == 1 else 's'} of this session came to;"


def asked(book: Book) -> list[str]:
    """Return what was asked: first, and lately."""
    every = list(book.asked)
    return every if len(every) <= MOST_ASKED else [every[0], *every[1 - MOST_ASKED :]]


def _short(names: Iterable[str], most: int) -> list[str]:
    """Return names cut; those that are the same then stand there once, as they would once read back."""
    return list(dict.fromkeys(shortened(name, most) for name in names))


def is_one(text: str) -> bool:
    """Say whether a text that has a digest's mark is a digest to its end, with nothing that would be lost of it."""
    first, _, after = text.removesuffix("\n").partition("\n")
    said, *rest = after.split("\n")
    mark = mark_of(first)
    return (
        mark is not None
        and mark.text == first
        and said.startswith(_said(mark))
        and all(not line or line.startswith("- ") or line.removeprefix("## ") in _HEADINGS for line in rest)
    )


def restore(book: Book, text: str) -> None:
    """Write into a book what a digest says."""
    places: dict[str, Names] = {
        _ASKED: book.asked,
        _DECIDED: book.decisions,
        _RECORDS: book.records,
        _EDITED: book.edits,
        _FAILED: book.errors,
        _OPEN: book.tasks.said,
    }
    names: Names | None = None
    for line in text.split("\n"):
        heading = _HEADING.fullmatch(line)
        if heading:
            names = places.get(heading[1])
        elif names is not None and line.startswith("- "):
            _restore(book, names, line[2:])


def _restore(book: Book, names: Names, name: str) -> None:
    if names is book.tasks.said and name.startswith(_BOX):
        book.tasks.listed.restore(name[len(_BOX) :])
    else:
        names.restore(name)
