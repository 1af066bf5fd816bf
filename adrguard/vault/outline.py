"""The structure of a note's body: headings, lists, items, fences, as markdown-it sees them, with exact places."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from markdown_it import MarkdownIt
    from markdown_it.token import Token

    from adrguard.vault.source import Source

HEADING, PARAGRAPH, LIST, ITEM, FENCE, CODE, HTML, QUOTE = (
    "heading",
    "paragraph",
    "list",
    "item",
    "fence",
    "code",
    "html",
    "quote",
)
_CONTAINERS = {
    "bullet_list_open": LIST,
    "ordered_list_open": LIST,
    "list_item_open": ITEM,
    "blockquote_open": QUOTE,
    "heading_open": HEADING,
    "paragraph_open": PARAGRAPH,
}
_LEAVES = {"fence": FENCE, "code_block": CODE, "html_block": HTML}
LONGEST_INLINE = 2000
DEEPEST = 20
"""Lists, items and quotes in one another whose content is still read, as the parser counts them."""
_INLINE_MARKS = re.compile(r"[*_`\[\]<&\\]")


class Block:
    """One block of Markdown.

    `text` is its raw inline source (heading, paragraph) or its content (fence, code, html), lines joined by line feeds,
    without the indentation of what it is nested in. `start` is the offset in the note where the text begins, `first`
    and `last` are the Markdown lines it covers (end exclusive). `level` is a heading's; `info` a fence's info string;
    `closed` is false for a fence that only the end of the note (or of what it is nested in) ends.
    """

    __slots__ = ("children", "closed", "first", "info", "kind", "last", "level", "start", "text")

    def __init__(self, kind: str, first: int, last: int) -> None:
        self.kind = kind
        self.first = first
        self.last = last
        self.text = ""
        self.start = 0
        self.level = 0
        self.info = ""
        self.closed = True
        self.children: list[Block] = []

    @property
    def rows(self) -> int:
        """Over how many lines the text goes."""
        return self.text.count("\n") + 1

    def walk(self) -> Iterator[Block]:
        """Yield this block and everything nested in it, in order."""
        yield self
        for child in self.children:
            yield from child.walk()


@cache
def _blocks_parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"maxNesting": DEEPEST})
    # Inline parsing is half of the time, and only a few lines of a note need it.
    parser.core.ruler.enableOnly(["normalize", "block"])
    return parser


@cache
def _inline_parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark")


def plain(text: str) -> str:
    """Return inline Markdown as a reader sees it: no emphasis, code marks, comments; a link is its text.

    Of a text beyond any heading's or field's length only the beginning is read.
    """
    text = text[:LONGEST_INLINE]
    if not _INLINE_MARKS.search(text):
        return text.strip()
    parts: list[str] = []
    for token in _inline_parser().parseInline(text)[0].children or ():
        if token.type in ("softbreak", "hardbreak"):
            parts.append("\n")
        elif token.type in ("text", "code_inline", "image"):
            parts.append(token.content)
    return "".join(parts).strip()


def read(source: Source, body: int) -> tuple[Block, ...]:
    """Parse the note from Markdown line `body` on; return its top-level blocks."""
    tokens = _blocks_parser().parse("\n".join(source.lines[body:]))
    return tuple(_Builder(source, body).build(tokens))


class _Builder:
    """Nests the parser's flat tokens and finds each text in the note."""

    def __init__(self, source: Source, body: int) -> None:
        self.source = source
        self.body = body

    def build(self, tokens: Sequence[Token]) -> list[Block]:
        top: list[Block] = []
        stack: list[list[Block]] = [top]
        for token in tokens:
            if token.type in _CONTAINERS:
                block = self._block(_CONTAINERS[token.type], token)
                stack[-1].append(block)
                stack.append(block.children)
            elif token.nesting < 0:
                stack.pop()
            elif token.type == "inline":
                self._give_text(stack[-2][-1], token)
            elif token.type in _LEAVES:
                stack[-1].append(self._leaf(_LEAVES[token.type], token))
        return top

    def _block(self, kind: str, token: Token) -> Block:
        first, last = token.map or (0, 0)
        block = Block(kind, first + self.body, last + self.body)
        block.level = int(token.tag[1]) if kind == HEADING else 0
        return block

    def _give_text(self, block: Block, token: Token) -> None:
        block.text = token.content
        block.start = find(self.source, block.first, token.content.split("\n", 1)[0])

    def _leaf(self, kind: str, token: Token) -> Block:
        block = self._block(kind, token)
        block.text, block.info = token.content, token.info.strip()
        block.start = self.source.starts[block.first]
        if kind == FENCE:
            last = self.source.lines[block.last - 1].strip().lstrip("> \t")
            block.closed = (
                block.last - block.first > 1 and len(last) >= len(token.markup) and not last.strip(token.markup[0])
            )
        return block


def find(source: Source, line: int, text: str) -> int:
    """Return the offset of `text`, which ends Markdown line `line` but for blanks and a heading's closing ``#``."""
    raw = source.lines[line].replace("\0", "\ufffd")
    text = text.strip()
    at = len(raw.rstrip()) - len(text)
    if not text or not raw.startswith(text, max(at, 0)):
        at = raw.rfind(text) if text else len(raw.rstrip())
    return source.starts[line] + max(at, 0)
