"""Content that is to become a note, taken apart: its own frontmatter, and its text as it will stand below ours."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from adrguard.memory.notes import head
from adrguard.memory.notes.draft import numbered
from adrguard.model.record import Record
from adrguard.vault import outline
from adrguard.vault.head import frontmatter
from adrguard.vault.source import Source

if TYPE_CHECKING:
    from adrguard.memory.notes.head import Entry
    from adrguard.model.errors import Problem
    from adrguard.vault.head.frontmatter import Frontmatter
    from adrguard.vault.outline import Block

_BOM = "\ufeff"
_KEY_LINE = re.compile(r"^[A-Za-z_\"'][\w \"'-]*:(?:\s|$)", re.MULTILINE)
_COMMENTS = re.compile(r"(?:\s*+<!--(?>.*?-->))+\s*", re.DOTALL)
_MOST_HEADS = 5
_NUMBER = re.compile(r"^#?\d{1,9}(?:[.):]\s*|\s+[:\u2013\u2014-]+\s+)")


class Content(Record):
    """Content taken apart, with line feeds only.

    `entries` are the keys of its own frontmatter, `body` what is below without blank lines around it, and `line` the
    1-based line of the content at which the body starts. `eol` is the line end that most of its lines have.
    """

    entries: tuple[Entry, ...]
    body: str
    line: int
    eol: str
    problems: tuple[Problem, ...] = ()

    def text(self, *names: str) -> str:
        """Return the single text of the first of these keys that has one."""
        for name in names:
            for entry in self.entries:
                held = head.texts(entry.value) if entry.name == name else ()
                if held:
                    return held[0]
        return ""

    def listed(self, *names: str) -> tuple[str, ...]:
        """Return what the lists of these keys hold."""
        return tuple(text for entry in self.entries if entry.name in names for text in head.texts(entry.value))


def read(text: str, source: str) -> Content:
    """Take content apart. `source` is its name in messages. Never raises."""
    text = text.lstrip(_BOM)
    ends = text.count("\r\n")
    eol = "\r\n" if ends > text.count("\n") - ends else "\n"
    text = text.replace("\r\n", "\n")
    found: dict[str, Entry] = {}
    problems: list[Problem] = []
    rest, line = _trimmed(text, 1)
    for _ in range(_MOST_HEADS):
        read_here = Source(source, rest.encode("utf-8", "surrogatepass"))
        block = frontmatter.read(read_here)
        if not _is_meant(block, rest):
            break
        problems += [problem.replace(line=problem.line + line - 1) for problem in block.problems]
        if block.broken:
            break
        for entry in head.entries(read_here, block):
            if entry.name in LISTS and not _is_listable(entry):
                problem = read_here.problem(block.keys[entry.name].start, f"'{entry.name}' is no list of texts", _LIST)
                problems.append(problem.replace(line=problem.line + line - 1, code="frontmatter"))
            _add(found, entry.replace(line=entry.line + line - 1 if entry.line else 0))
        rest, line = _trimmed("\n".join(read_here.lines[block.body :]), line + block.body)
    return Content(tuple(found.values()), rest.rstrip(), line, eol, tuple(problems))


def _trimmed(text: str, line: int) -> tuple[str, int]:
    """Return the text from its first line that is not blank on, and the number of that line."""
    lines = text.split("\n")
    blank = next((index for index, one in enumerate(lines) if one.strip()), len(lines))
    return "\n".join(lines[blank:]), line + blank


def _is_meant(block: Frontmatter, text: str) -> bool:
    """Say whether there is frontmatter, not a rule drawn across the page with some text between it and the next."""
    if block.kind and not block.broken:
        return bool(block.entries) or not text.partition("\n")[2].lstrip("\n").partition("\n")[0].strip("-.+ ")
    return block.broken and _KEY_LINE.search(text.partition("\n")[2].partition("\n---")[0]) is not None


def _add(found: dict[str, Entry], entry: Entry) -> None:
    """Keep a key of the content. Of two blocks of frontmatter the outer one counts, but lists are united."""
    name = entry.name or f"#{len(found)}"
    standing = found.get(name)
    if standing is None:
        found[name] = entry
    elif name in LISTS:
        found[name] = head.united(standing, head.texts(entry.value))


def _is_listable(entry: Entry) -> bool:
    return head.can_grow(entry) if entry.name == "related" else head.is_list_of_texts(entry.value)


LISTS = ("tags", "aliases", "related", "supersedes")
_LIST = "write one item to a line: '- text'"


def opening(body: str) -> Block | None:
    """Return the heading that the body starts with, None when it starts with something else; comments are nothing."""
    blocks = outline.read(Source("", body.encode("utf-8", "surrogatepass")), 0)
    first = next((one for one in blocks if one.kind != outline.HTML or not _COMMENTS.fullmatch(one.text)), None)
    return first if first is not None and first.kind == outline.HEADING else None


def is_titled(body: str, *titles: str) -> bool:
    """Say whether the body starts with a heading that is one of these titles, with or without its number."""
    first = opening(body)
    if first is None:
        return False
    # A title is no Markdown, but whoever writes one as a heading may have taken it for some.
    spelt = [one for title in titles for one in (title, outline.plain(title))]
    wanted = {_bare(one) for title in spelt for one in (title, numbered(title)[2])}
    said = outline.plain(first.text)
    return bool(wanted & {_bare(one) for one in (said, numbered(said)[2], _NUMBER.sub("", said))} - {""})


def _bare(text: str) -> str:
    words = " ".join(text.split()).casefold()
    return words.strip(" .:!*_#") or words
