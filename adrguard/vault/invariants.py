"""Where a note keeps its invariants: items of its Invariants sections, `kdsl` blocks, the frontmatter.

Text and places only. What an invariant *is* K-DSL knows; here it is a function that says whether a text looks like one.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING

from adrguard.model.invariants import FENCE as FROM_FENCE
from adrguard.model.invariants import FRONTMATTER, ITEM, Fenced, InvariantText, SubItem
from adrguard.model.record import Record
from adrguard.vault import outline
from adrguard.vault.head.values import Listing, Mapping, Scalar
from adrguard.vault.note import KDSL_INFO

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from adrguard.model.errors import Problem
    from adrguard.vault.head.values import Value
    from adrguard.vault.note import Note
    from adrguard.vault.outline import Block
    from adrguard.vault.source import Source

    LooksLike = Callable[[str], bool]

HEADING = re.compile(r"(?<![^\W_])invariants?(?![^\W_])", re.IGNORECASE)
_MARKER = re.compile(r"^[-*+]\s+")
# What people take for list markers, or put around an invariant, and Markdown does not.
_PSEUDO_MARKER = re.compile(r"^(?:[•‣◦·▪\u2013\u2014|]\s*|\(?\w{1,3}[.)]\s+|[-*+]\s+){1,3}")
_HTML_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_CODE_SPAN = re.compile(r"(?<!`)(`++).*?(?<!`)\1(?!`)", re.DOTALL)
_LONGEST_PARAGRAPH = 20_000


class Stray(Record):
    """Text that no invariant is read from although an author may think so; `where` says why, for a message.

    ``outside``: an item under another heading; ``paragraph``, ``code`` (indented too far), ``html``: in an Invariants
    section, but no list item; ``detached``: an item of an Invariants section that belongs to no invariant above it.
    """

    text: str
    start: int
    where: str


class Found(Record):
    """The candidates of a note in their order, what lies beside them, and mistakes of the places themselves."""

    items: tuple[InvariantText, ...]
    strays: tuple[Stray, ...]
    problems: tuple[Problem, ...]


def find(note: Note, looks_like: LooksLike) -> Found:
    """Find the candidates of a note.

    `looks_like` says whether a raw text looks like an invariant: of nested items it decides which are invariants of
    their own and which belong, as clauses or prose, to the item above.
    """
    reader = _Reader(note, looks_like)
    reader.frontmatter()
    inside = [block for _, blocks in note.sections(HEADING) for block in blocks]
    for block in inside:
        reader.section(block)
    for block in note.walk():
        if block.kind == outline.FENCE and KDSL_INFO.match(block.info):
            reader.fence(block)
    known = {id(block) for block in inside}
    for block in note.blocks:
        if id(block) not in known:
            reader.outside(block)
    reader.open_comments()
    items = sorted(reader.items, key=lambda item: (item.line, item.column))
    return Found(tuple(items), tuple(reader.strays), tuple(reader.problems))


class _Reader:
    def __init__(self, note: Note, looks_like: LooksLike) -> None:
        self.source: Source = note.source
        self.note = note
        self.looks_like = looks_like
        self.items: list[InvariantText] = []
        self.strays: list[Stray] = []
        self.problems: list[Problem] = []

    # Sections

    def section(self, block: Block) -> None:
        """Read one block of an Invariants section."""
        if block.kind == outline.LIST:
            for item in block.children:
                self._item(item)
        elif block.kind == outline.QUOTE:
            for child in block.children:
                self.section(child)
        elif block.kind in (outline.PARAGRAPH, outline.HEADING, outline.CODE, outline.HTML):
            self._stray_lines(block)

    def _item(self, item: Block) -> None:
        """Read an item that is an invariant or prose of its own, with all that belongs to it."""
        text, start, rows = self._text(item)
        clauses: list[SubItem] = []
        fences: list[Fenced] = []
        own: list[Block] = []
        self._gather(item, clauses, fences, own)
        line, column = self.source.position(start)
        if text:
            self.items.append(InvariantText(text, line, column, ITEM, rows, tuple(clauses), tuple(fences)))
        if text and not self.looks_like(text):
            self.strays.append(Stray(text, start, "detached"))
            self.strays += [Stray(one.text, self._offset(one), "detached") for one in clauses]
        for nested in own:
            self._item(nested)

    def _text(self, item: Block) -> tuple[str, int, int]:
        """Return the item's own text: its first paragraph, or nothing when it starts with a block."""
        if item.children and item.children[0].kind == outline.PARAGRAPH:
            first = item.children[0]
            return first.text, first.start, first.rows
        if item.children and item.children[0].kind == outline.HEADING:
            first = item.children[0]
            return first.text, first.start, 1
        return "", self.source.starts[item.first], 1

    def _gather(self, item: Block, clauses: list[SubItem], fences: list[Fenced], own: list[Block]) -> None:
        """Collect what belongs to an item: nested items and further paragraphs, fences; and invariants of their own."""
        for child in item.children[1:] if self._text(item)[0] else item.children:
            if child.kind == outline.LIST:
                for nested in child.children:
                    if self.looks_like(self._text(nested)[0]):
                        own.append(nested)
                    else:
                        self._clause(nested, clauses, fences, own)
            elif child.kind == outline.PARAGRAPH:
                clauses.append(self._sub_item(child.text, child.start, child.rows))
            elif child.kind == outline.FENCE and not KDSL_INFO.match(child.info):
                line = self.source.position(self.source.starts[min(child.first + 1, len(self.source.starts) - 1)])[0]
                fences.append(Fenced(child.info, child.text, line))
            elif child.kind in (outline.CODE, outline.HTML):
                self._stray_lines(child)

    def _clause(self, item: Block, clauses: list[SubItem], fences: list[Fenced], own: list[Block]) -> None:
        text, start, rows = self._text(item)
        if text:
            clauses.append(self._sub_item(text, start, rows))
        self._gather(item, clauses, fences, own)

    def _sub_item(self, text: str, start: int, rows: int) -> SubItem:
        line, column = self.source.position(start)
        return SubItem(text, line, column, rows)

    def _offset(self, item: SubItem) -> int:
        return self.source.offset(item.line, item.column)

    def _stray_lines(self, block: Block) -> None:
        shown = _HTML_COMMENT.sub(_blank, block.text) if block.kind == outline.HTML else block.text
        where = {
            outline.PARAGRAPH: "paragraph",
            outline.HEADING: "paragraph",
            outline.CODE: "code",
            outline.HTML: "html",
        }[block.kind]
        for index, line in enumerate(shown.rstrip("\n").split("\n")):
            text = _PSEUDO_MARKER.sub("", line.strip(), count=1)
            if text:
                self.strays.append(Stray(text, outline.find(self.source, block.first + index, text), where))

    def outside(self, block: Block) -> None:
        """Note the items of any other section: an invariant there would be dead."""
        for one in block.walk():
            if one.kind == outline.ITEM:
                text, start, _ = self._text(one)
                if text:
                    self.strays.append(Stray(text, start, "outside"))

    def open_comments(self) -> None:
        """Refuse what looks commented out but is not: a comment inside a paragraph ends, for Markdown, with it."""
        self._unclosed_comments()
        opened = [offset for block in self.note.walk() for offset in _open_comment(block)]
        last = self.source.text.rfind("-->") if opened else -1
        if last < 0:
            return
        live = [self.source.offset(item.line, item.column) for item in self.items if self.looks_like(item.text)]
        live.sort()
        for offset in opened:
            following = bisect_left(live, offset)
            if following < len(live) and live[following] < self.source.text.find("-->", offset, last + 3):
                self.problems.append(
                    self.source.problem(
                        offset,
                        "this comment ends with its paragraph, so the invariants below it are not commented out",
                        "start the comment on a line of its own, or close it here",
                        "open-comment",
                    )
                )

    def _unclosed_comments(self) -> None:
        """Refuse a comment that only the end of the note ends, where it swallows invariants."""
        for block in self.note.walk():
            at = block.text.rfind("<!--") if block.kind == outline.HTML else -1
            if at < 0 or "-->" in block.text[at:]:
                continue
            lines = [_MARKER.sub("", line.strip(), count=1) for line in block.text[at:].split("\n")]
            if any(map(self.looks_like, lines)):
                self.problems.append(
                    self.source.problem(
                        outline.find(self.source, block.first + block.text.count("\n", 0, at), "<!--"),
                        "this comment is never closed, so the invariants below it are not read",
                        "close it with '-->'",
                        "unclosed-comment",
                    )
                )

    # Fences

    def fence(self, block: Block) -> None:
        """Read a `kdsl` block: one invariant per line at its margin, clauses indented beneath."""
        rows = list(self._rows(block))
        margin = min((indent for indent, _ in rows), default=0)
        head: SubItem | None = None
        clauses: list[SubItem] = []
        for indent, row in rows:
            if indent > margin and head is not None:
                clauses.append(row)
                continue
            self._end(head, clauses)
            head, clauses = row, []
        self._end(head, clauses)

    def _rows(self, block: Block) -> Iterator[tuple[int, SubItem]]:
        for index, raw in enumerate(block.text.split("\n")):
            line = raw.expandtabs(4)
            text = raw.strip()
            if not text:
                continue
            marker = _MARKER.match(text)
            text = text[marker.end() :] if marker else text
            start = outline.find(self.source, block.first + 1 + index, text)
            yield len(line) - len(line.lstrip()), self._sub_item(text, start, 1)

    def _end(self, head: SubItem | None, clauses: list[SubItem]) -> None:
        if head is not None:
            self.items.append(InvariantText(head.text, head.line, head.column, FROM_FENCE, 1, tuple(clauses)))

    # Frontmatter

    def frontmatter(self) -> None:
        """Read `invariants:`, a list of texts or of the mappings that YAML makes of an unquoted ``deny: x``."""
        value = self.note.frontmatter.get("invariants", "invariant")
        if isinstance(value, Listing):
            for item in value.items:
                self._entry(item)
        elif isinstance(value, Scalar):
            if value.text.strip():
                self._entry(value)
        elif value is not None:
            self.problems.append(
                self.source.problem(
                    value.start, "'invariants' must be a list", "start each invariant with '- '", "invariants-list"
                )
            )

    def _entry(self, item: Value) -> None:
        if isinstance(item, Scalar):
            self._quoted(item) if item.style else self._written(item.start, item.end, ())
        elif isinstance(item, Mapping):
            spans = [(key.start, max(value.end, key.end)) for key, value in item.pairs]
            if spans:
                self._written(*spans[0], tuple(self._raw(*span) for span in spans[1:]))
        else:
            self.problems.append(
                self.source.problem(
                    item.start, "an invariant is a text, not a list", "put it in quotes", "invariants-list"
                )
            )

    def _quoted(self, item: Scalar) -> None:
        text = item.text.rstrip("\n")
        start = item.start + (item.style in "'\"")
        if item.style in "|>":
            end = self.source.text.find("\n", item.start)
            start = end + 1 + len(self.source.text[end + 1 :]) - len(self.source.text[end + 1 :].lstrip())
        line, column = self.source.position(start)
        if text.strip():
            self.items.append(InvariantText(text, line, column, FRONTMATTER, text.count("\n") + 1))

    def _written(self, start: int, end: int, clauses: tuple[SubItem, ...]) -> None:
        """Take an unquoted entry as it stands in the file, so that ``008`` and ``yes`` stay what was written."""
        raw = self._raw(start, end)
        if raw.text and not self._cut_by_comment(raw.text, end):
            self.items.append(InvariantText(raw.text, raw.line, raw.column, FRONTMATTER, raw.rows, clauses))

    def _raw(self, start: int, end: int) -> SubItem:
        text = self.source.text[start:end].rstrip()
        return self._sub_item(text, start, text.count("\n") + 1)

    def _cut_by_comment(self, text: str, end: int) -> bool:
        line_end = self.source.text.find("\n", end)
        after = self.source.text[end : line_end if line_end >= 0 else None]
        if not after.lstrip().startswith("#") or not self.looks_like(text):
            return False
        self.problems.append(
            self.source.problem(
                end + after.index("#"),
                "YAML reads the rest of this line as a comment, so the invariant would be cut here",
                f"put all of it in quotes, or take the comment away: - '{text.replace(chr(39), chr(39) * 2)}'",
                "yaml-comment",
            )
        )
        return True


def _blank(match: re.Match[str]) -> str:
    """Return white space in place of a match, line ends kept, so that offsets hold."""
    return re.sub(r"[^\n]", " ", match[0])


def _open_comment(block: Block) -> Iterator[int]:
    """Yield the offset of a comment that a paragraph opens and does not close."""
    if block.kind != outline.PARAGRAPH or "<!--" not in block.text or len(block.text) > _LONGEST_PARAGRAPH:
        return
    shown = _CODE_SPAN.sub(_blank, block.text)
    at = shown.rfind("<!--")
    if at >= 0 and "-->" not in shown[at:]:
        yield block.start + at
