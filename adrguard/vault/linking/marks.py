"""What the text of a note holds for a reader of Obsidian: its headings, tags and links, as values."""

from __future__ import annotations

from adrguard.model.record import Record

LINK, EMBED, MARKDOWN, PROPERTY = "link", "embed", "markdown", "property"


class WikiLink(Record):
    """One link.

    `kind` is one of the words above; `target` names a note ("" for the note itself), without heading and alias;
    `anchor` is the heading (``#a#b``) or block (``#^id``) in it, `alias` what is shown, `line` counts from 1.
    """

    kind: str
    target: str
    anchor: str
    alias: str
    line: int


class Heading(Record):
    """One heading, as a reader sees it; `line` counts from 1."""

    level: int
    text: str
    line: int


class Marks(Record):
    """What a note's text holds. Tags are without their ``#``, each once."""

    headings: tuple[Heading, ...] = ()
    tags: tuple[str, ...] = ()
    links: tuple[WikiLink, ...] = ()


def wiki_link(kind: str, inside: str, line: int) -> WikiLink:
    """Return the WikiLink whose inside this is."""
    name, mark, alias = inside.partition("|")
    if mark:
        name = name.removesuffix("\\")  # as it has to be written in tables
    target, mark, anchor = name.partition("#")
    return WikiLink(kind, target.strip(), f"#{anchor.strip()}" if mark else "", alias.strip(), line)
