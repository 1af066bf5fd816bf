"""Compose a note: what was asked for, what its content says of itself, and how the vault writes notes, put together.

Pure: where the note goes and what its links mean has been found out before.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from adrguard.memory import content as contents
from adrguard.memory import head
from adrguard.memory.draft import category as category_of
from adrguard.model.record import Record
from adrguard.vault import manners, outline
from adrguard.vault.dialects import describe
from adrguard.vault.drafts import heading as as_heading
from adrguard.vault.frontmatter import read as read_head
from adrguard.vault.note import parse
from adrguard.vault.source import Source

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from adrguard.memory.content import Content
    from adrguard.memory.draft import Draft
    from adrguard.memory.head import Entry
    from adrguard.model.errors import Problem

SLOT = "\ue000content\ue000"
"""Stands in a filled template where the content goes."""

IN_BODY = (manners.NYGARD, manners.MADR2, manners.LOG4BRAINS, manners.LINES)
"""Dialects that say status and date in the text, not in frontmatter."""

_RELATED = re.compile(r"^(?:related(?: notes| decisions)?|see also)$", re.IGNORECASE)
_BULLETS = {manners.MADR2: "* ", manners.LOG4BRAINS: "- ", manners.LINES: ""}


class Form(Record):
    """How a note is to be written.

    `title` is without the id; `heading` the first heading's text, "" for none. `status` is "" for notes without one.
    `leave_out` are keys of the frontmatter that notes of this kind do not have here. `related` are links as they are
    spelt; with `listed` they go to a list at the end of the text, else to the frontmatter. `template` is the vault's
    own for such notes, filled, with `SLOT` where the content goes.
    """

    path: str
    category: str
    title: str
    date: str
    id: str = ""
    status: str = ""
    heading: str = ""
    dialect: str = manners.FRONTMATTER
    capital: bool = False
    leave_out: tuple[str, ...] = ()
    related: tuple[str, ...] = ()
    listed: bool = False
    template: str = ""

    @property
    def wraps(self) -> bool:
        """Say whether more than a heading stands around the content."""
        return bool(self.template) or self.dialect in IN_BODY or self.listed


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
    template_head, before, after = _template(form.template)
    pieces = [
        Piece("---\n"),
        *_head(draft, content, form, template_head),
        Piece("---\n\n"),
        *_body(content, form, before, after),
    ]
    if len(pieces[1].text) == 0 and pieces[2].text == "---\n\n":
        pieces = pieces[3:]
    text = "".join(piece.text for piece in pieces)
    return Composed(text, tuple(pieces), text.replace("\n", content.eol).encode("utf-8"))


# The frontmatter


def _head(draft: Draft, content: Content, form: Form, template: Iterable[Entry]) -> Iterator[Piece]:
    entries = list(merged(draft, content, form, template))
    if not entries:
        yield Piece("")
    for entry in entries:
        yield Piece(entry.text + entry.after, entry.line)


def merged(draft: Draft, content: Content, form: Form, template: Iterable[Entry]) -> Iterator[Entry]:
    """Yield the keys in their order: the template's, then ours, then what else the content has."""
    own = {one.name or f"#{index}": one for index, one in enumerate(content.entries) if one.name != "supersedes"}
    ours = {one.name: one for one in _ours(draft, content, form)}
    base = {one.name or f"##{index}": one for index, one in enumerate(template)}
    front = [name for name in ours if name not in base and name not in own]
    rest = [name for name in own if name not in base]
    for name in (*base, *front, *rest):
        yield _chosen(name, own.get(name), ours.get(name), base.get(name))


def _chosen(name: str, own: Entry | None, ours: Entry | None, base: Entry | None) -> Entry:
    there = [one for one in (own, ours, base) if one is not None]
    if name not in contents.LISTS:
        there = [one for one in (own, ours, base) if one is not None]
        return there[0] if own is None or ours is None else ours
    written = [
        one
        for one in (own, base)
        if one is not None and (head.texts(one.value) or not head.is_list_of_texts(one.value))
    ]
    if not written:
        return next(one for one in (ours, own, base) if one is not None)
    first = written[0]
    for other in [*written[1:], *([ours] if ours is not None else [])]:
        first = head.united(first, head.texts(other.value) or _spelt_items(other))
    return first


def _ours(draft: Draft, content: Content, form: Form) -> Iterator[Entry]:
    """Yield the keys that we set: where the content has one of them, only when ours is to stand in its stead."""
    in_text = form.dialect in IN_BODY
    described = describe(parse(form.path, content.body.encode("utf-8")))
    single = {
        "id": form.id,
        "title": form.title,
        "date": "" if in_text or content.text("date", "decided", "created") or described.date else form.date,
        "category": form.category,
        "status": "" if in_text or content.text("status") or described.status else form.status,
    }
    said = {"title": form.title, "id": form.id, "category": form.category, "summary": draft.summary}
    said["project"] = draft.project
    for name, text in single.items():
        if _is_wanted(name, text, said, content, form):
            yield head.key(name, text)
    if draft.tags:
        yield head.listed("tags", draft.tags)
    if draft.summary and content.text("summary") != draft.summary:
        yield head.key("summary", draft.summary)
    if form.related and not form.listed:
        yield head.listed("related", form.related, block=True)
    if draft.project and content.text("project") != draft.project:
        yield head.key("project", draft.project)


def _is_wanted(name: str, text: str, said: dict[str, str], content: Content, form: Form) -> bool:
    standing = content.text(name)
    if not standing:
        heads = name == "title" and (form.dialect in IN_BODY or form.dialect == manners.MADR)
        return bool(text) and name not in form.leave_out and not heads
    wanted = said.get(name, "")
    if name == "category":
        return all(category_of(one) != wanted for one in content.listed(name))
    return bool(wanted) and standing != wanted


def _spelt_items(entry: Entry) -> tuple[str, ...]:
    source = Source("", f"---\n{entry.text}---\n".encode())
    return head.texts(read_head(source).get(entry.name))


# The text


def _body(content: Content, form: Form, before: str, after: str) -> Iterator[Piece]:
    yield from [Piece(before)] if before else []
    titled = contents.is_titled(content.body, form.title, form.heading)
    rest, line = content.body + "\n", content.line
    fields = "".join(_fields(content, form)) if not before else ""
    if titled and (fields or _has_heading(before)):
        heading, rest, rows = _without_heading(rest)
        yield from [Piece(f"{heading}\n\n", line)] if fields else []
        line += rows
    elif form.heading and not titled and not _has_heading(before):
        yield Piece(f"# {as_heading(form.heading)}\n\n")
    if "## Status" in fields and contents.opening(rest) is None:
        fields += "## Decision\n\n"  # else the text would be part of the status
    yield from [Piece(fields)] if fields else []
    yield from _with_related(rest, line, form.related if form.listed else ())
    yield from [Piece(after)] if after.strip() else []


def _has_heading(text: str) -> bool:
    return any(line.startswith("# ") for line in text.split("\n"))


def _without_heading(text: str) -> tuple[str, str, int]:
    """Return the heading that a text starts with, what follows, and how many lines that is further down."""
    opened = contents.opening(text)
    rows = opened.last if opened else 0
    lines = text.split("\n")
    below = "\n".join(lines[rows:])
    rest = below.lstrip("\n")
    return "\n".join(lines[:rows]), rest, rows + len(below) - len(rest)


def _fields(content: Content, form: Form) -> Iterator[str]:
    """Yield status and date as the dialect says them in the text, where the content does not."""
    if form.dialect not in IN_BODY:
        return
    described = describe(parse(form.path, content.body.encode("utf-8")))
    dated = content.text("date", "decided", "created") or described.date
    status = "" if content.text("status") or described.status else form.status
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
    items = "".join(f"- {one}\n" for one in links if f"]({one.rpartition('](')[2]}" not in text)
    blocks = outline.read(Source("", text.encode("utf-8")), 0)
    heads = [one for one in blocks if one.kind == outline.HEADING]
    for index, one in enumerate(heads):
        if _RELATED.match(outline.plain(one.text)):
            inside = [block for block in blocks if block.first >= one.first]
            if index + 1 < len(heads):
                inside = [block for block in inside if block.first < heads[index + 1].first]
            lines = text.split("\n")
            end = inside[-1].last
            while end and not lines[end - 1].strip():
                end -= 1
            gap = "" if inside[-1].kind == outline.LIST else "\n"
            yield Piece("\n".join(lines[:end]) + "\n", line)
            yield Piece(gap + items)
            rest = "\n".join(lines[end:])
            yield from [Piece(rest, line + end)] if rest.strip() else []
            return
    yield Piece(text, line)
    yield from [Piece(f"\n## Related\n\n{items}")] if items else []


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
    """Say whether a note that is there says what the content says, whatever its frontmatter and its heading."""
    note = parse(path, standing)
    theirs = _told("\n".join(note.source.lines[note.frontmatter.body :]), form)
    ours = _told(content.body, form)
    if not form.wraps:
        return theirs == ours
    return bool(ours) and f"\n{ours}\n" in f"\n{theirs}\n"


def _told(text: str, form: Form) -> str:
    text = "\n".join(line.rstrip() for line in text.strip("\n").split("\n")).strip("\n")
    if contents.is_titled(text, form.title, form.heading):
        text = _without_heading(text)[1]
    return text.strip("\n")
