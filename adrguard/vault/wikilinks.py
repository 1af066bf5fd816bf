r"""The links, tags and headings of a note as Obsidian sees them: not in code, not in a comment, not escaped.

`[[note]]`, `[[note|shown]]` (`\|` in tables), `[[note#heading#below]]`, `[[note#^block]]`, `![[embedded]]`,
`[[#here]]`, `[shown](Note%20A.md)` and `[ref]: note.md`; in the frontmatter `[[note]]` anywhere.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import unquote

from adrguard.model.record import Record
from adrguard.vault.live_text import live

if TYPE_CHECKING:
    from collections.abc import Iterator

LINK, EMBED, MARKDOWN, PROPERTY = "link", "embed", "markdown", "property"

_TOKEN = re.compile(
    r"\\[!-/:-@\[-`{-~]|`+|<!--|%%|!?\[\[(?P<wiki>[^\[\]\n]{1,1000})\]\]|(?P<open>!?\[)|(?P<close>\])"
    r"|(?<![\w/#&\\-])\#(?P<tag>[\w/-]{1,200})"
)
_TARGET = re.compile(
    r"\([ \t]*\n?[ \t]*(?:<(?P<angle>[^<>\n]{1,1000})>"
    r"|(?P<bare>[^\s()<>]{1,1000}(?:\([^\s()<>]{0,200}\)[^\s()<>]{0,500}){0,3}))"
    r"(?=[ \t]*\)|\s{1,20}[\"'(])"
)
_DEFINITION = re.compile(
    r"^ {0,3}\[[^\[\]\n]{1,300}\]:[ \t]*\n?[ \t]*(?:<(?P<angle>[^<>\n]{1,1000})>|(?P<bare>\S{1,1000}))", re.MULTILINE
)
_END_OF_PARAGRAPH = re.compile(r"\n[ \t>]*(?:\n|\Z)")
_HEADING = re.compile(r"^(?: {0,3}> ?)?[ ]{0,3}(?P<level>#{1,6})[ \t]+(?P<text>[^\n]+)$", re.MULTILINE)
_UNDERLINED = re.compile(r"^ {0,3}(?P<text>[^\s>#|`~+*\d-][^\n]*)\n {0,3}(?P<mark>=+|-+)[ \t]*$", re.MULTILINE)
_CLOSING = re.compile(r"(?:^|[ \t]+)#+[ \t]*$")
_PROPERTY = re.compile(r"\[\[([^\[\]\n]{1,1000})\]\]")
_ALIAS = re.compile(r"\\?\|")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//")
_NOTE = re.compile(r"\.(?:md|markdown)$", re.IGNORECASE)
_NAMED_LINK = re.compile(r"!?\[\[([^\[\]|]*)(?:\|([^\[\]]*))?\]\]|!?\[([^\[\]]*)\]\([^()]*\)")
_EMPHASIS = re.compile(r"(?<!\w)[*_]{1,3}(?=\S)|(?<=\S)[*_]{1,3}(?!\w)|`+")
_MARKED = frozenset("[*_`")


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


def marks(body: str, head: str = "", first: int = 1) -> Marks:
    """Return the marks of a note: of its `body`, which begins on line `first`, and of its frontmatter `head`.

    Lines end with line feeds.
    """
    text = live(body)
    tags: dict[str, None] = {}
    links = list(_properties(head))
    reader = _Reader(text, first)
    if "[" in text or "#" in text:
        links += reader.links(tags)
    return Marks(tuple(_headings(text, first)), tuple(tags), tuple(links))


def _properties(head: str) -> Iterator[WikiLink]:
    if "[[" not in head:
        return
    for number, line in enumerate(head.split("\n"), 2):
        if not line.lstrip().startswith("#"):
            for match in _PROPERTY.finditer(line):
                yield _wiki(PROPERTY, match[1], number)


def _wiki(kind: str, inside: str, line: int) -> WikiLink:
    name, *alias = _ALIAS.split(inside, maxsplit=1)
    target, mark, anchor = name.partition("#")
    return WikiLink(kind, target.strip(), f"#{anchor.strip()}" if mark else "", alias[0].strip() if alias else "", line)


def _headings(text: str, first: int) -> Iterator[Heading]:
    found = []
    if "#" in text:
        found += [(one.start(), len(one["level"]), _CLOSING.sub("", one["text"])) for one in _HEADING.finditer(text)]
    if "\n=" in text or "\n-" in text or "\n " in text:
        found += [(one.start(), 1 if one["mark"][0] == "=" else 2, one["text"]) for one in _UNDERLINED.finditer(text)]
        found.sort()
    line, at = first, 0
    for start, level, said in found:
        line += text.count("\n", at, start)
        at = start
        yield Heading(level, shown(said), line)


def shown(text: str) -> str:
    """Return a line of Markdown about as a reader sees it: no emphasis, no code marks, a link is its text."""
    if _MARKED.isdisjoint(text):
        return text.strip()
    text = _NAMED_LINK.sub(lambda match: match[2] or match[1] or match[3] or "", text)
    return _EMPHASIS.sub("", text).strip()


class _Reader:
    """Reads a text from left to right, as code, comments and escapes hide what comes after them."""

    def __init__(self, text: str, first: int) -> None:
        self.text = text
        self.line, self.counted = first, 0
        self.paragraph_end = -1
        self.open: list[int] = []
        self.never_closed: set[tuple[str, int]] = set()

    def links(self, tags: dict[str, None]) -> list[WikiLink]:
        """Return the links in order, and put the tags where they belong."""
        found = []
        at = 0
        while token := _TOKEN.search(self.text, at):
            at = token.end()
            said = token[0]
            if token["wiki"] is not None:
                found.append(_wiki(EMBED if said[0] == "!" else LINK, token["wiki"], self._line_at(token.start())))
            elif token["tag"] is not None:
                if not token["tag"].isdigit():
                    tags[token["tag"].strip("/")] = None
            elif token["open"] or token["close"]:
                at = self._bracket(token, found)
            elif said[0] in "`%<":
                at = self._hidden(said, token.start())
        found += self._definitions()
        return found

    def _line_at(self, start: int) -> int:
        self.line += self.text.count("\n", self.counted, start)
        self.counted = start
        return self.line

    def _bracket(self, token: re.Match[str], found: list[WikiLink]) -> int:
        """Keep where a label begins; where it ends, read the link that may follow. Return where to read on."""
        self._end_of_paragraph(token.start())
        if token["open"]:
            self.open.append(token.end())
            return token.end()
        begun = self.open.pop() if self.open else -1
        target = _TARGET.match(self.text, token.end()) if begun >= 0 else None
        if not target:
            return token.end()
        label = self.text[begun : token.start()]
        link = _to_note(target["angle"] or target["bare"], label, self._line_at(token.start()))
        if link:
            found.append(link)
        return target.end()

    def _definitions(self) -> Iterator[WikiLink]:
        if "]:" in self.text:
            self.line, self.counted = self.line - self.text.count("\n", 0, self.counted), 0
            for match in _DEFINITION.finditer(self.text):
                link = _to_note(match["angle"] or match["bare"], "", self._line_at(match.start()))
                if link:
                    yield link

    def _hidden(self, said: str, start: int) -> int:
        """Return where code or a comment ends that begins here; where its mark ends if it is none."""
        after = start + len(said)
        if said[0] == "`":
            return self._end_of_code(said, after)
        closing = "%%" if said[0] == "%" else "-->"
        end = self.text.find(closing, after)
        return len(self.text) if end < 0 else end + len(closing)

    def _end_of_code(self, ticks: str, after: int) -> int:
        limit = self._end_of_paragraph(after)
        if (ticks, limit) in self.never_closed:
            return after
        close = re.compile(rf"(?<!`){ticks}(?!`)").search(self.text, after, limit)
        if close:
            return close.end()
        self.never_closed.add((ticks, limit))
        return after

    def _end_of_paragraph(self, at: int) -> int:
        if at > self.paragraph_end:
            end = _END_OF_PARAGRAPH.search(self.text, at)
            self.paragraph_end = end.start() if end else len(self.text)
            self.open.clear()  # no label goes over the end of its paragraph
        return self.paragraph_end


def _to_note(target: str, label: str, line: int) -> WikiLink | None:
    """Return the link that a Markdown link's target is, None where that is no note."""
    if _SCHEME.match(target):
        return None
    path, mark, anchor = target.partition("#")
    path = unquote(path, errors="surrogateescape")
    last = path.rpartition("/")[2]
    if not (_NOTE.search(last) or (path and last and "." not in last)) and not (mark and not path):
        return None
    return WikiLink(MARKDOWN, path, f"#{unquote(anchor)}" if mark else "", label.strip(), line)
