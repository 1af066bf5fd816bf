r"""The links, tags and headings of a note as Obsidian sees them: not in code, not in a comment, not escaped.

`[[note]]`, `[[note|shown]]` (`\|` in tables), `[[note#heading#below]]`, `[[note#^block]]`, `![[embedded]]`,
`[[#here]]`, `[shown](Note%20A.md)` and `[ref]: note.md`; in the frontmatter `[[note]]` anywhere.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from adrguard.vault.linking.marks import EMBED, LINK, PROPERTY, Heading, Marks, WikiLink, wiki_link

if TYPE_CHECKING:
    from collections.abc import Iterator

_HEADING = re.compile(r"(#++)([ \t]+[^\n]+)?")
_DEEPEST_HEADING = 6
_LONGEST_PREFIX = 8
# Few notes need these, and to compile them takes as long as to read a hundred.
_IN_QUOTE = r"(?: {0,3}> ?)? {0,3}"
_UNDERLINED = r"(?m)^ {0,3}(?P<text>[^\s>#|`~+*\d-][^\n]*)\n {0,3}(?P<mark>=+|-+)[ \t]*$"
_BLOCKS = ("```", "~~~", "%%", "<!--", "    ", "\t")
"""Without any of these there is no code block, and no comment over several lines."""

_HIDING = ("`", "%%", "<!--", "\\", "](", "]:")
_TAG = re.compile(r"#([\w/-]{1,200})")
_NO_TAG_AFTER = ("_", "/", "#", "&", "-")
_PROPERTY = re.compile(r"\[\[([^\[\]\n]{1,1000})\]\]")
_NAMED_LINK = r"!?\[\[([^\[\]|]*)(?:\|([^\[\]]*))?\]\]|!?\[([^\[\]]*)\]\([^()]*\)"
_EMPHASIS = r"(?<!\w)[*_]{1,3}(?=\S)|(?<=\S)[*_]{1,3}(?!\w)|`+"
_MARKED = frozenset("[*_`")


def marks(body: str, head: str = "", first: int = 1) -> Marks:
    """Return the marks of a note: of its `body`, which begins on line `first`, and of its frontmatter `head`.

    Lines end with line feeds.
    """
    text = body
    if _holds(body, _BLOCKS):
        from adrguard.vault.linking.live_text import live

        text = live(body)
    tags: dict[str, None] = {}
    links = list(_properties(head))
    if _holds(text, _HIDING):
        from adrguard.vault.linking.link_reader import LinkReader

        links += LinkReader(text, first).links(tags)
    else:
        links += _plain_links(text, first)
        _plain_tags(text, tags)
    return Marks(tuple(_headings(text, first)), tuple(tags), tuple(links))


def _holds(text: str, signs: tuple[str, ...]) -> bool:
    for sign in signs:  # noqa: SIM110 -- a generator would take several times as long, for every note of a vault
        if sign in text:
            return True
    return False


def _plain_links(text: str, first: int) -> Iterator[WikiLink]:
    """Yield the links of a text in which nothing hides them, and which has no others."""
    line, at = first, 0
    for match in _PROPERTY.finditer(text) if "[[" in text else ():
        start = match.start()
        line += text.count("\n", at, start)
        at = start
        yield wiki_link(EMBED if start and text[start - 1] == "!" else LINK, match[1], line)


def _plain_tags(text: str, tags: dict[str, None]) -> None:
    if not _TAG.search(text):
        return
    text = _PROPERTY.sub("]", text)  # what is in a link is none
    for match in _TAG.finditer(text):
        before = text[match.start() - 1 : match.start()]
        if not match[1].isdigit() and not (before.isalnum() or before in _NO_TAG_AFTER):
            tags[match[1].strip("/")] = None


def _properties(head: str) -> Iterator[WikiLink]:
    if "[[" not in head:
        return
    for number, line in enumerate(head.split("\n"), 2):
        if not line.lstrip().startswith("#"):
            for match in _PROPERTY.finditer(line):
                yield wiki_link(PROPERTY, match[1], number)


def _headings(text: str, first: int) -> Iterator[Heading]:
    found = []
    start = text.find("#")
    while start >= 0:  # an expression would look at each character for the next one
        one = _HEADING.match(text, start)
        assert one is not None  # noqa: S101 -- it begins with what was found
        said = one[2]
        if said:
            prefix = text[max(text.rfind("\n", 0, start) + 1, start - _LONGEST_PREFIX - 1) : start] if start else ""
            if not prefix or (len(prefix) <= _LONGEST_PREFIX and re.fullmatch(_IN_QUOTE, prefix)):
                found.append((start, len(one[1]), _unclosed(said) if said[-1] in "# \t" else said))
        start = text.find("#", one.end())
    if "\n=" in text or "\n-" in text or "\n " in text:
        found += [
            (one.start(), 1 if one["mark"][0] == "=" else 2, one["text"]) for one in re.finditer(_UNDERLINED, text)
        ]
        found.sort()
    number, at = first, 0
    for start, level, said in found:
        if level <= _DEEPEST_HEADING:
            number += text.count("\n", at, start)
            at = start
            yield Heading(level, said.strip() if _MARKED.isdisjoint(said) else shown(said), number)


def _unclosed(text: str) -> str:
    marked = text.rstrip(" \t")
    bare = marked.rstrip("#")
    return bare.rstrip(" \t") if bare != marked and bare[-1:] in ("", " ", "\t") else text


def shown(text: str) -> str:
    """Return a line of Markdown about as a reader sees it: no emphasis, no code marks, a link is its text."""
    if _MARKED.isdisjoint(text):
        return text.strip()
    text = re.sub(_NAMED_LINK, lambda match: match[2] or match[1] or match[3] or "", text)
    return re.sub(_EMPHASIS, "", text).strip()
