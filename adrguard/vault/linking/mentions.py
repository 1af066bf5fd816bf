"""Where a note links to another without saying that one takes the other's place: WikiLinks, Markdown links, keys."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import unquote

from adrguard.model.record import Record
from adrguard.vault.head.values import scalars
from adrguard.vault.links import LONGEST, names, wiki_target
from adrguard.vault.outline import HEADING, PARAGRAPH

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adrguard.vault.note import Note

KEYS = (
    *("amends", "amended_by", "clarifies", "clarified_by", "extends", "extended_by", "refines", "refined_by"),
    *("relates_to", "related_to", "related", "see_also", "links"),
)
"""Keys of a note's frontmatter that name others; the first ones say how they are related."""

_MERE_LINKS = frozenset(("relates to", "related to", "related", "see also", "see", "links"))
_VERB = re.compile(
    r"^[\W_]*(?P<verb>amends|amended by|clarifies|clarified by|extends|extended by|refines|refined by"
    r"|relates to|related to|see also|see)\b",
    re.IGNORECASE,
)
_CODE = re.compile(r"`[^`]*`")
_LINK = re.compile(r"\[\[(?P<wiki>[^\[\]]+)\]\]|\]\((?P<target>[^()\s]++)[^()]*\)")
_NOTE = (".md", ".markdown")


class Mention(Record):
    """The name of another note as written, and how the two are related where that is said (``amends``)."""

    name: str
    words: str = ""


def mentions(note: Note) -> tuple[Mention, ...]:
    """Return every note that this one links to, each once, in the order of the text."""
    found: dict[str, Mention] = {}
    for one in (*_of_keys(note), *_of_text(note)):
        known = found.get(one.name)
        if known is None or (one.words and not known.words):
            found[one.name] = one
    return tuple(found.values())


def _of_keys(note: Note) -> Iterator[Mention]:
    for key in KEYS:
        for value in scalars(note.frontmatter.get(key)):
            for name in names(value.text):
                yield Mention(name, _words(key.replace("_", " ")))


def _words(verb: str) -> str:
    verb = verb.lower()
    return "" if verb in _MERE_LINKS else verb


def _of_text(note: Note) -> Iterator[Mention]:
    for block in note.walk():
        if block.kind in (PARAGRAPH, HEADING):
            for line in block.text.split("\n"):
                yield from _of_line(line[:LONGEST])


def _of_line(line: str) -> Iterator[Mention]:
    verb = _VERB.match(line)
    words = _words(verb["verb"]) if verb else ""
    for match in _LINK.finditer(_CODE.sub(" ", line)):
        name = wiki_target(match["wiki"]) if match["wiki"] else _target(match["target"])
        if name:
            yield Mention(name, words)


def _target(target: str) -> str:
    path = unquote(target, errors="surrogateescape").split("#", 1)[0].strip("<>")
    if not path.lower().endswith(_NOTE):
        return ""
    # A note seen on the web is known here by its file name.
    return path.rsplit("/", 1)[1] if "://" in path else path
