"""What of a note's Markdown is alive: not code, not a comment. The rest becomes blanks, so that places stay.

A parser of all of Markdown takes longer over a vault than everything else that is done with it, and only this much of
the block structure is needed to know where a link counts.
"""

from __future__ import annotations

import re

_MARKERS = ("`", "~~~", "%%", "<!--", "    ", "\t")
_QUOTES = re.compile(r" {0,3}>")
_ITEM = re.compile(r"(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)")
_FENCE = re.compile(r"`{3,}(?![^`]*`)|~{3,}")
_NO_PARAGRAPH = re.compile(r"#{1,6}(?:[ \t]|$)|(?:[-*_][ \t]*){3,80}$")
_SPAN = re.compile(r"(?<!`)(`{1,20})(?!`).{0,2000}?(?<!`)\1(?!`)")
_COMMENTS = (("%%", "%%"), ("<!--", "-->"))
_DEEPEST = 20
_TAB = 4
_CODE = 4
"""Columns of indentation from which a line is code."""


def live(text: str) -> str:
    """Return the text, as long as it was, with code blocks and comments over several lines blanked out.

    Lines end with line feeds. Code and comments within a line are left to whoever reads the line.
    """
    if not any(marker in text for marker in _MARKERS):
        return text
    lines = _Lines()
    return "\n".join([lines.live(line) for line in text.split("\n")])


class _Lines:
    """Reads line after line, and knows what it is in: quotes, list items, a fence, a comment, a paragraph."""

    def __init__(self) -> None:
        self.items: list[int] = []  # where the content of each list item begins that the line may be in
        self.quotes = 0
        self.fence = ""
        self.comment = ""
        self.paragraph = False
        self.hollow = False  # the last line was an item without a text

    def live(self, line: str) -> str:
        """Return the line, or blanks instead of what is not alive in it."""
        rest, quotes = _unquoted(line)
        if self.fence:
            if quotes >= self.quotes and not self._left_items(rest):
                if self._closes(rest):
                    self.fence = ""
                return _blank(line)
            self.fence = ""  # what held it has ended
        if self.comment:
            return self._after_comment(line)
        if quotes < self.quotes and not self.paragraph:
            self.items.clear()
        if quotes > self.quotes:
            self.paragraph = False
            self.items.clear()
        self.quotes = quotes
        return self._block(line, rest)

    def _left_items(self, rest: str) -> bool:
        return bool(self.items and rest.strip() and _indent(rest) < self.items[-1])

    def _closes(self, rest: str) -> bool:
        mark = rest.strip()
        return len(mark) >= len(self.fence) and not mark.strip(self.fence[0])

    def _after_comment(self, line: str) -> str:
        at = line.find(self.comment)
        if at < 0:
            return _blank(line)
        end = at + len(self.comment)
        self.comment = ""
        return _blank(line[:end]) + self._commented(line[end:])

    def _block(self, line: str, rest: str) -> str:
        text = rest.lstrip(" \t")
        if not text:
            self.paragraph = False
            if self.hollow and self.items:
                self.items.pop()  # nothing in it, and nothing will be
            self.hollow = False
            return line
        self.hollow = False
        indent = _columns(rest[: len(rest) - len(text)], len(line) - len(rest))
        if not self.paragraph or _ITEM.match(text) or _FENCE.match(text) or _NO_PARAGRAPH.match(text):
            self._leave_items(indent)
        inner = self.items[-1] if self.items else 0
        if indent - inner >= _CODE:
            return self._commented(line) if self.paragraph else _blank(line)
        item = _ITEM.match(text)
        while item and len(self.items) < _DEEPEST and not _NO_PARAGRAPH.match(text):
            after = text[item.end() :]
            text = after.lstrip(" \t")
            gap = _columns(after[: len(after) - len(text)], indent + item.end())
            self.paragraph = False
            if gap > _CODE:  # code that begins in the item's own line
                self.items.append(indent + item.end() + 1)
                return _blank(line)
            indent += item.end() + (gap if text else 1)
            self.items.append(indent)
            text, quotes = _unquoted(text)
            self.quotes += quotes
            item = _ITEM.match(text)
            self.hollow = not text
        return self._inline(line, text)

    def _leave_items(self, indent: int) -> None:
        while self.items and indent < self.items[-1]:
            self.items.pop()

    def _inline(self, line: str, text: str) -> str:
        fence = _FENCE.match(text)
        if fence:
            self.fence = fence[0]
            self.paragraph = False
            return _blank(line)
        self.paragraph = bool(text) and not _NO_PARAGRAPH.match(text)
        return self._commented(line)

    def _commented(self, line: str) -> str:
        """Return the line up to a comment that it opens and does not close."""
        bare = _SPAN.sub(lambda match: _blank(match[0]), line) if "`" in line else line
        starts = {pair: bare.find(pair[0]) for pair in _COMMENTS}
        while found := [(start, pair) for pair, start in starts.items() if start >= 0]:
            start, (opening, closing) = min(found)
            end = bare.find(closing, start + len(opening))
            if end < 0:
                self.comment = closing
                self.paragraph = False
                return line[:start] + _blank(line[start:])
            at = end + len(closing)
            for pair, known in starts.items():  # what is further on, or nowhere, is not looked for again
                starts[pair] = bare.find(pair[0], at) if 0 <= known < at else known
        return line


def _unquoted(line: str) -> tuple[str, int]:
    quotes = 0
    while quotes < _DEEPEST and (mark := _QUOTES.match(line)):
        line = line[mark.end() :].removeprefix(" ")
        quotes += 1
    return line, quotes


def _indent(line: str) -> int:
    return _columns(line[: len(line) - len(line.lstrip(" \t"))], 0)


def _columns(blanks: str, start: int) -> int:
    """Return how many columns these blanks take from a column on."""
    if "\t" not in blanks:
        return len(blanks)
    at = start
    for char in blanks:
        at += _TAB - at % _TAB if char == "\t" else 1
    return at - start


def _blank(text: str) -> str:
    return " " * len(text)
