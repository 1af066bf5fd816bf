"""How one note points to another, so that `links` reads it back: WikiLinks, ids, Markdown links and their labels."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import quote

from adrguard.model.record import Record
from adrguard.vault import outline
from adrguard.vault.default_ids import NUMBER_TITLE
from adrguard.vault.head.values import scalars
from adrguard.vault.links import names, references
from adrguard.vault.outline import HEADING, PARAGRAPH

if TYPE_CHECKING:
    from collections.abc import Iterable

    from adrguard.vault.note import Note

_WIKI_LINK = re.compile(r"\[\[[^\[\]\n]+\]\]")
_DIGITS = re.compile(r"\d+")
_NUMBERED = re.compile(r"(?:adr|decision)?[-_ #]*(\d+)(?=\D|$)", re.IGNORECASE)
_IN_TARGET = frozenset("-._~/+@!$&',;=:")
_LINK_KEYS = ("superseded_by", "supersedes", "superceded_by", "supercedes", "depends_on", "related", "links")
_ASCII = 127


class Other(Record):
    """The note that is pointed to; its path starts where the pointing note's does."""

    id: str
    title: str
    path: str

    @property
    def stem(self) -> str:
        """The file's name without its extension."""
        name = self.path.rpartition("/")[2]
        return name.rpartition(".")[0] or name


def missing(others: Iterable[Other], said: Iterable[str], path: str) -> tuple[Other, ...]:
    """Return those that none of the names said in the note at `path` means."""
    known = {name.casefold() for name in said}
    return tuple(other for other in others if not known & _names_of(other, path))


def _names_of(other: Other, path: str) -> set[str]:
    file = other.path.rpartition("/")[2]
    return {one.casefold() for one in (other.id, other.stem, file, other.path, relative(path, other.path)) if one}


def relative(start: str, path: str) -> str:
    """Return the way from the note at `start` to the one at `path`."""
    here, there = start.split("/")[:-1], path.split("/")
    while here and len(there) > 1 and here[0] == there[0]:
        here, there = here[1:], there[1:]
    return "/".join([".."] * len(here) + there)


def in_value(note: Note, other: Other) -> str:
    """Return what a frontmatter key says to mean the other note, in the way in which this note names others."""
    wiki, target = f"[[{other.stem}]]", relative(note.path, other.path)
    written = [one.text for one in scalars(note.frontmatter.get(*_LINK_KEYS))]
    if _has_wiki_links(note):
        ways = [(wiki, other.stem), (other.id, other.id)]
    elif any(one.lower().endswith((".md", ".markdown")) for one in written):
        ways = [(target, target), (wiki, other.stem), (other.id, other.id)]
    else:
        ways = [(other.id, other.id), (wiki, other.stem)]
    kept = f"[{in_unicode(other.id)}]({_href(target)})"
    return next((text for text, name in ways if names(text) == (name,) and text == in_unicode(text)), kept)


def _has_wiki_links(note: Note) -> bool:
    body = note.frontmatter.body
    if body and _WIKI_LINK.search(note.source.text, 0, note.source.starts[body - 1]):
        return True
    return any(
        block.kind in (HEADING, PARAGRAPH) and _WIKI_LINK.search(block.text) is not None for block in note.walk()
    )


def by_id(note: Note, other: Other) -> str:
    """Return a Markdown link whose label is the other's id, as MADR has it; log4brains' label is the file's name."""
    dated = other.id != other.stem and other.id.endswith(f"-{other.stem}")
    return _link(note, other, other.stem if dated or not other.id else other.id)


def by_title(note: Note, other: Other) -> str:
    """Return a Markdown link labelled as the notes beside head themselves: ``12. Title``, ``ADR-0012: Title``."""
    number = "" if NUMBER_TITLE.match(other.title) else _numbered(note, other)
    return _link(note, other, number + (other.title or other.stem))


def _numbered(note: Note, other: Other) -> str:
    headings = list(note.headings())
    number = _NUMBERED.match(other.id) or _NUMBERED.match(other.stem)
    if not headings or not number:
        return ""
    text = " ".join(outline.plain(min(headings, key=lambda one: one.level).text).split())
    match = NUMBER_TITLE.match(text)
    if not match:
        return ""
    before = text[: match.start("rest")]
    own = match["named"] or match["bare"]
    width = len(own) if own.startswith("0") else 1
    return _DIGITS.sub(lambda _: str(int(number[1])).zfill(width), before, count=1)


def _link(note: Note, other: Other, label: str) -> str:
    target = relative(note.path, other.path)
    label = " ".join(in_unicode(label).replace("[", "(").replace("]", ")").replace("|", "/").split())
    link = f"[{label}]({_href(target)})"
    ways = ((link, target), (f"[[{other.stem}]]", other.stem))
    return next((text for text, name in ways if references(text) == (name,) and text == in_unicode(text)), other.id)


def in_unicode(text: str) -> str:
    """Return text as a note can hold it: a file's name may be bytes that are none."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _href(target: str) -> str:
    return "".join(
        one
        if one in _IN_TARGET or one.isalnum() or (ord(one) > _ASCII and one.isprintable())
        else quote(one, errors="surrogateescape")
        for one in target
    )
