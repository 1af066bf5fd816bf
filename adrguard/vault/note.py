"""A note: its frontmatter, the blocks of its body, and the sections they form."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from adrguard.model.errors import Problem
from adrguard.model.record import Record
from adrguard.vault import outline
from adrguard.vault.head import frontmatter
from adrguard.vault.outline import FENCE, HEADING, ITEM, QUOTE, Block
from adrguard.vault.source import Source

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from adrguard.vault.head.frontmatter import Frontmatter

LARGEST = 256 * 1024
"""Bytes of the largest note that is read: far beyond any decision, and what keeps a hostile note to a few seconds."""

CONFLICT = "conflict"
"""Code of the problem that git's marks of a conflict are."""

KDSL_INFO = re.compile(r"k-?dsl\b", re.IGNORECASE)


class Note(Record):
    """One Markdown note, parsed. `problems` holds what is wrong with it as Markdown, YAML or text."""

    source: Source
    frontmatter: Frontmatter
    blocks: tuple[Block, ...]
    problems: tuple[Problem, ...]

    @property
    def path(self) -> str:
        """The note's path as it was given."""
        return self.source.path

    def walk(self) -> Iterator[Block]:
        """Yield every block at any depth, in order."""
        for block in self.blocks:
            yield from block.walk()

    def headings(self) -> Iterator[Block]:
        """Yield the headings that structure the note: those in a quote or a list do not."""
        return (block for block in self.blocks if block.kind == HEADING)

    def sections(self, heading: re.Pattern[str]) -> Iterator[tuple[Block, list[Block]]]:
        """Yield each section whose heading, as a reader sees it, contains `heading`: the heading and what is below it.

        A section ends at the next heading of its level or above; one inside another is not yielded again.
        """
        index = 0
        while index < len(self.blocks):
            block = self.blocks[index]
            index += 1
            if block.kind != HEADING or not heading.search(outline.plain(block.text)):
                continue
            end = index
            while end < len(self.blocks) and not (
                self.blocks[end].kind == HEADING and self.blocks[end].level <= block.level
            ):
                end += 1
            yield block, list(self.blocks[index:end])
            index = end

    def preamble(self) -> list[Block]:
        """Return what stands before the first heading below the title: where MADR and log4brains keep their fields."""
        found: list[Block] = []
        titled = False
        for block in self.blocks:
            if block.kind != HEADING:
                found.append(block)
            elif titled or block.level > 1:
                break
            else:
                titled = True
        return found


def parse(path: str, data: bytes, limit: int = LARGEST) -> Note:
    """Parse a note. Never raises: a note that is too large comes back empty, with the problem."""
    if len(data) > limit:
        problem = Problem(
            path, 0, 0, f"the note is too large ({_size(len(data))}, limit {_size(limit)})", "split it", "too-large"
        )
        source = Source(path, b"")
        return Note(source, frontmatter.Frontmatter("", {}, {}, 0, broken=True), (), (problem,))
    source = Source(path, data)
    head = frontmatter.read(source)
    blocks = outline.read(source, head.body)
    problems = (
        *source.problems,
        *head.problems,
        *_unclosed_fences(source, blocks),
        *_too_deep(source, blocks, 0),
        *_conflicts(source, blocks),
    )
    return Note(source, head, blocks, problems)


def _size(size: int) -> str:
    return f"{size / 1024:.0f} KB" if size < 1024 * 1024 else f"{size / 1024 / 1024:.1f} MB"


def _too_deep(source: Source, blocks: Iterable[Block], level: int) -> Iterator[Problem]:
    """Say where the parser gives up, as all that is nested deeper is left out without a word."""
    for block in blocks:
        if level >= outline.DEEPEST - 1 and block.kind in (ITEM, QUOTE):
            yield source.problem(
                source.starts[block.first], "nested so deeply that nothing in it is read", "nest it less", "too-deep"
            )
            return
        yield from _too_deep(source, block.children, level + 1)


_CONFLICT = ("<<<<<<< ", "=======", ">>>>>>> ")


def _conflicts(source: Source, blocks: tuple[Block, ...]) -> Iterator[Problem]:
    """Say where git left both sides of a merge, of which only a person can tell the right one."""
    if "\n>>>>>>> " not in source.text.replace("\r", "\n"):
        return
    fenced = {line for top in blocks for one in top.walk() if one.kind == FENCE for line in range(one.first, one.last)}
    awaited, first = 0, 0
    for index, line in enumerate(source.lines):
        if index in fenced:
            continue
        if line.startswith(_CONFLICT[0]):
            awaited, first = 1, index
        elif awaited and line.startswith(_CONFLICT[awaited]):
            awaited += 1
        if awaited == len(_CONFLICT):
            message = "an unresolved merge conflict: nobody can tell which side holds"
            yield source.problem(source.starts[first], message, "keep one side, and delete the marks", CONFLICT)
            awaited = 0


def _unclosed_fences(source: Source, blocks: tuple[Block, ...]) -> Iterator[Problem]:
    for top in blocks:
        for block in top.walk():
            if block.kind == FENCE and not block.closed:
                yield source.problem(
                    block.start,
                    "this code block is never closed: everything up to the end of the note is inside it",
                    "close it with a line of the same characters",
                    "unclosed-fence",
                    "error" if KDSL_INFO.match(block.info) else "warning",
                )
