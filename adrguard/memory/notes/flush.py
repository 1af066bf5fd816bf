"""Compose a note: what was asked for, what its content says of itself, and how the vault writes notes, put together.

Pure: where the note goes and what its links mean has been found out before.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from adrguard.memory.notes import content as contents
from adrguard.memory.notes import head
from adrguard.memory.notes.form import SLOT
from adrguard.memory.notes.keys import is_dated, merged, told_in
from adrguard.model.record import Record
from adrguard.vault import outline
from adrguard.vault.customs import manners
from adrguard.vault.customs.drafts import heading as as_heading
from adrguard.vault.head.frontmatter import read as read_head
from adrguard.vault.links import relations
from adrguard.vault.note import parse
from adrguard.vault.source import Source

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from adrguard.memory.notes.content import Content
    from adrguard.memory.notes.draft import Draft
    from adrguard.memory.notes.form import Form
    from adrguard.memory.notes.head import Entry
    from adrguard.model.errors import Problem

_RELATED = re.compile(r"^(?:related(?: notes| decisions)?|see also)$", re.IGNORECASE)
_BULLETS = {manners.MADR2: "* ", manners.LOG4BRAINS: "- ", manners.LINES: ""}
_BLANKS = re.compile(r"\n{3,}")


class Piece(Record):
    """Lines of the note, with their ends (line feeds); `line` is where they stand in the content, 0: they do not."""

    text: str
    line: int = 0


class Composed(Record):
    """A note's text, with line feeds, and where its lines come from; `data` is what is to be written."""

    text: str
    pieces: tuple[Piece, ...]
    data: bytes

    def placed(self, problem: Problem, path: str, source: str) -> Problem:
        """Return a problem of the note (at `path`) at its place in the content, where it comes from there."""
        first = 1
        for piece in self.pieces:
            rows = piece.text.count("\n")
            if problem.path == path and piece.line and first <= problem.line < first + rows:
                return problem.replace(path=source, line=problem.line - first + piece.line)
            first += rows
        return problem


def compose(draft: Draft, content: Content, form: Form) -> Composed:
    """Return the note. Both are sound: `draft.settled` and `content.read` found no mistake."""
    template, before, after = _template(form.template)
    keys = list(merged(draft, content, form, template, told_in(before + content.body)))
    pieces = (
        [Piece("---\n"), *(Piece(one.text + one.after, one.line) for one in keys), Piece("---\n\n")] if keys else []
    )
    pieces += _body(content, form, before, after)
    text = "".join(piece.text for piece in pieces)
    return Composed(text, tuple(pieces), text.replace("\n", content.eol).encode("utf-8"))


# The text


def _body(content: Content, form: Form, before: str, after: str) -> Iterator[Piece]:
    yield from [Piece(before)] if before else []
    opened = contents.opening(content.body) if contents.is_titled(content.body, form.title, form.heading) else None
    rest, line = content.body + "\n", content.line
    fields = "".join(_fields(content, form))
    # A title as a section is none: ours takes its place.
    low = opened is not None and opened.level > 1 and bool(form.heading)
    if opened is not None and (fields or low or _has_heading(before)):
        above, heading, rest, rows = _parted(rest, opened)
        yield from [Piece(above, line)] if above else []
        if low and not _has_heading(before):
            yield Piece(f"# {as_heading(form.heading)}\n\n")
        elif fields and not low:
            yield Piece(f"{heading}\n\n", line + opened.first)
        line += rows
    elif form.heading and opened is None and not _has_heading(before):
        yield Piece(f"# {as_heading(form.heading)}\n\n")
    if "## Status" in fields and contents.opening(rest) is None:
        fields += "## Decision\n\n"  # else the text would be part of the status
    yield from [Piece(fields)] if fields else []
    yield from _with_related(rest, line, form.related if form.listed else ())
    yield from [Piece(after)] if after.strip() else []


def _has_heading(text: str) -> bool:
    return any(line.startswith("# ") for line in text.split("\n"))


def _parted(text: str, opened: outline.Block) -> tuple[str, str, str, int]:
    """Return what stands above the heading that a text starts with, that, what follows, and its distance in lines."""
    lines = text.split("\n")
    above = "".join(f"{line}\n" for line in lines[: opened.first])
    below = "\n".join(lines[opened.last :])
    rest = below.lstrip("\n")
    return above, "\n".join(lines[opened.first : opened.last]), rest, opened.last + len(below) - len(rest)


def _fields(content: Content, form: Form) -> Iterator[str]:
    """Yield status and date as the dialect says them in the text, where the content does not."""
    if not form.in_text:
        return
    told = told_in(content.body)
    dated = is_dated(content, told)
    status = "" if content.text("status") or told.status else form.status
    status = status.capitalize() if form.capital else status
    if form.dialect == manners.NYGARD:
        yield "" if dated else f"Date: {form.date}\n\n"
        yield f"## Status\n\n{status}\n\n" if status else ""
        return
    bullet = _BULLETS[form.dialect]
    lines = [f"{bullet}Status: {status}\n" if status else "", "" if dated else f"{bullet}Date: {form.date}\n"]
    yield "".join([*lines, "\n"]) if any(lines) else ""


def _with_related(text: str, line: int, links: Sequence[str]) -> Iterator[Piece]:
    """Yield the text with a list of links: at the end of its own section about them, or in one of ours at the end."""
    if not links:
        yield Piece(text, line)
        return
    items = "".join(f"- {one}\n" for one in links if not _is_linked(one, text))
    end, gap = _end_of_related(text)
    if end:
        lines = text.split("\n")
        yield Piece("\n".join(lines[:end]) + "\n", line)
        yield Piece(gap + items)
        rest = "\n".join(lines[end:])
        yield from [Piece(rest, line + end)] if rest.strip() else []
        return
    yield Piece(text, line)
    yield from [Piece(f"\n## Related\n\n{items}")] if items else []


def _is_linked(link: str, text: str) -> bool:
    target = link.rpartition("](")[2]
    return link in text or (target != link and f"]({target}" in text)


def _end_of_related(text: str) -> tuple[int, str]:
    """Return after how many lines the text's own section about related notes ends, 0: it has none; and what ends it."""
    blocks = outline.read(Source("", text.encode("utf-8")), 0)
    heads = [one.first for one in blocks if one.kind == outline.HEADING]
    start = next((one.first for one in blocks if one.kind == outline.HEADING and _is_related(one)), None)
    if start is None:
        return 0, ""
    following = next((first for first in heads if first > start), len(text))
    last = [one for one in blocks if start <= one.first < following][-1]
    lines = text.split("\n")[: last.last]
    while not lines[-1].strip():
        lines.pop()
    return len(lines), "" if last.kind == outline.LIST else "\n"


def _is_related(heading: outline.Block) -> bool:
    return _RELATED.match(outline.plain(heading.text)) is not None


# The vault's template


def _template(text: str) -> tuple[tuple[Entry, ...], str, str]:
    """Return a filled template's keys, and its text before and after the content.

    A template that does not say where the content goes has only what stands before its first section: the sections
    themselves are prompts, which the content answers in its own.
    """
    if not text:
        return (), "", ""
    source = Source("", text.replace("\r\n", "\n").encode("utf-8", "surrogatepass"))
    block = read_head(source)
    entries = head.entries(source, block) if not block.broken else ()
    rest = "\n".join(source.lines[block.body :] if not block.broken else source.lines).lstrip("\n")
    keys = tuple(one.replace(line=0) for one in entries)
    before, slot, after = rest.partition(SLOT)
    if slot:
        after = after.removeprefix("\n")
        return keys, before, after if after.endswith("\n") or not after else after + "\n"
    blocks = outline.read(Source("", rest.encode("utf-8", "surrogatepass")), 0)
    sections = [one for one in blocks if one.kind == outline.HEADING and one.level > 1]
    top = "\n".join(rest.split("\n")[: sections[0].first]) if sections else rest
    return keys, f"{top.rstrip()}\n\n" if top.strip() else "", ""


def left_out(template: str) -> tuple[str, ...]:
    """Return the headings of a filled template's sections that do not go into the note."""
    if not template or SLOT in template:
        return ()
    found = parse("", template.encode("utf-8", "surrogatepass")).headings()
    return tuple(outline.plain(one.text) for one in found if one.level > 1)


# Comparing


def same_text(standing: bytes, path: str, content: Content, form: Form) -> bool:
    """Say whether a note that is there says what the content says.

    Its frontmatter does not count, nor its heading, nor what was added to it since about what supersedes what.
    """
    note = parse(path, standing)
    ours = _told(content.body, form)
    theirs = _told("\n".join(note.source.lines[note.frontmatter.body :]), form, frozenset(ours.split("\n")))
    if not form.wraps:
        return theirs == ours
    return bool(ours) and f"\n{ours}\n" in f"\n{theirs}\n"


def _told(text: str, form: Form, known: frozenset[str] | None = None) -> str:
    lines = [line.rstrip() for line in text.strip("\n").split("\n")]
    if known is not None:
        lines = [line for line in lines if line in known or not _is_relation(line)]
    text = _BLANKS.sub("\n\n", "\n".join(lines)).strip("\n")
    opened = contents.opening(text) if contents.is_titled(text, form.title, form.heading) else None
    if opened is not None:
        above, _, rest, _ = _parted(text, opened)
        text = above + rest
    return _BLANKS.sub("\n\n", text).strip("\n")


def _is_relation(line: str) -> bool:
    said = relations(line)
    return bool(said.supersedes) or said.is_superseded
