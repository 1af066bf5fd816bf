"""Read the links and tags of a text from left to right, where code, comments and escapes may hide some of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from adrguard.vault.linking.marks import EMBED, LINK, MARKDOWN, WikiLink, wiki_link

if TYPE_CHECKING:
    from collections.abc import Iterator

_TOKEN = re.compile(
    r"\\[!-/:-@\[-`{-~]|`+|<!--|%%|!?\[\[(?P<wiki>[^\[\]\n]{1,1000})\]\]|(?P<open>!?\[)|(?P<close>\])"
    r"|(?<![\w/#&\\-])\#(?P<tag>[\w/-]{1,200})"
)
_TARGET = re.compile(
    r"\([ \t]*+(?:\n[ \t]*+)?(?:<(?P<angle>[^<>\n]{1,1000})>"
    r"|(?P<bare>[^\s()<>]{1,1000}(?:\([^\s()<>]{0,200}\)[^\s()<>]{0,500}){0,3}))"
    r"(?=[ \t]*\)|\s{1,20}[\"'(])"
)
_DEFINITION = re.compile(
    r"^ {0,3}\[[^\[\]\n]{1,300}\]:[ \t]*+(?:\n[ \t]*+)?(?:<(?P<angle>[^<>\n]{1,1000})>|(?P<bare>\S{1,1000}))",
    re.MULTILINE,
)
_END_OF_PARAGRAPH = re.compile(r"\n[ \t>]*(?:\n|\Z)")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//")
_NOTE = re.compile(r"\.(?:md|markdown)$", re.IGNORECASE)


class LinkReader:
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
                found.append(wiki_link(EMBED if said[0] == "!" else LINK, token["wiki"], self._line_at(token.start())))
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


def _unquoted(text: str) -> str:
    if "%" not in text:
        return text
    from urllib.parse import unquote

    return unquote(text, errors="surrogateescape")


def _to_note(target: str, label: str, line: int) -> WikiLink | None:
    """Return the link that a Markdown link's target is, None where that is no note."""
    if _SCHEME.match(target):
        return None
    path, mark, anchor = target.partition("#")
    path = _unquoted(path)
    last = path.rpartition("/")[2]
    if not (_NOTE.search(last) or (path and last and "." not in last)) and not (mark and not path):
        return None
    return WikiLink(MARKDOWN, path, f"#{_unquoted(anchor)}" if mark else "", label.strip(), line)
