"""The notes about projects in a vault: ``10_Projects/NAME.md``, or the folder ``10_Projects/NAME/`` with one in it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from adrguard.memory.citing import without_links
from adrguard.model.record import Record
from adrguard.vault import outline
from adrguard.vault.asides import is_index, is_template
from adrguard.vault.customs import filenames
from adrguard.vault.dialects import describe, fields_of, section_lines
from adrguard.vault.head.values import scalars
from adrguard.vault.note import parse
from adrguard.vault.outline import PARAGRAPH
from adrguard.vault.vocabulary import canonical_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from adrguard.vault.note import Note

FOLDER = "10_projects"
_ENDING = re.compile(r"\.(?:md|markdown)$", re.IGNORECASE)
_OVERVIEWS = ("overview", "project", "_index", "index", "readme", "moc")

_VISION_KEYS = ("vision", "goal", "purpose", "mission", "summary", "description")
_STACK_KEYS = ("core_stack", "stack", "tech_stack", "techstack", "technology_stack", "technologies", "technology")
_VISION = re.compile(
    r"^\W*(?:(?:product |project )?vision|goals?|purpose|mission|ビジョン|目的|愿景|願景|目标|目標)\W*$",
    re.IGNORECASE,
)
_STACK = re.compile(
    r"^\W*+(?:(?:core|tech|technology|technical)?\s*stack|technolog(?:y|ies)|技術スタック|技术栈|技術棧)\W*$",
    re.IGNORECASE,
)
_SEAMS = re.compile(r"\s?[,;\u3001\uff0c]\s?")
_FIELD = re.compile(r"^[\w *_-]{1,40}[:\uff1a]")
_LARGEST = 64 * 1024
_MOST_LINES = 40


class ProjectNote(Record):
    """A project that a vault has notes of; `path` is the one about it, relative to the vault."""

    name: str
    path: str


class About(Record):
    """What a project's note says of it; "" and () where it does not."""

    title: str = ""
    vision: str = ""
    stack: tuple[str, ...] = ()


def found_in(paths: Iterable[str]) -> tuple[ProjectNote, ...]:
    """Return the projects of a vault by the names of its notes, sorted. Paths are relative to the vault."""
    inside: dict[str, list[str]] = {}
    names: dict[str, str] = {}
    for path in sorted(paths):
        parts = path.split("/")
        if len(parts) < 2 or parts[0].lower() != FOLDER or _is_aside(parts):  # noqa: PLR2004 -- folder and name
            continue
        name = _ENDING.sub("", parts[1]) if len(parts) == 2 else parts[1]  # noqa: PLR2004
        names.setdefault(key(name), name)
        inside.setdefault(key(name), []).append(path)
    return tuple(ProjectNote(names[one], min(inside[one], key=_rank)) for one in sorted(inside) if one)


def _is_aside(parts: list[str]) -> bool:
    path = "/".join(parts)
    return is_template(path) or (len(parts) == 2 and is_index(path))  # noqa: PLR2004 -- an index of all projects


def _rank(path: str) -> tuple[int, int, str]:
    """Say how likely a note is the one about its project: the lower the likelier."""
    parts = path.split("/")
    stem = _ENDING.sub("", parts[-1])
    if len(parts) == 2 or key(stem) == key(parts[1]):  # noqa: PLR2004
        return (0, len(parts), path)
    word = stem.lower().strip("0123456789-. ")
    return (1 + _OVERVIEWS.index(word) if word in _OVERVIEWS else 1 + len(_OVERVIEWS), len(parts), path)


def key(name: str) -> str:
    """Return what the spellings of a project's name share: ``payment-gateway`` and ``Payment Gateway``."""
    return filenames.key(filenames.slug(name))


def read(path: str, data: bytes) -> About:
    """Return what a project's note says. Never raises."""
    note = parse(path, data[:_LARGEST])
    said = describe(note)
    return About(" ".join(said.title.split()), _vision(note), _stack(note))


def _vision(note: Note) -> str:
    fields = fields_of(note)
    named = [fields[one][0].text for one in map(canonical_key, _VISION_KEYS) if one in fields]
    for text in (note.frontmatter.text(*_VISION_KEYS), *_section(note, _VISION), *named, *_opening(note)):
        if text.strip():
            return _shown(text)
    return ""


def _section(note: Note, heading: re.Pattern[str]) -> list[str]:
    return [line.text for line, _ in zip(section_lines(note, heading), range(_MOST_LINES), strict=False)]


def _opening(note: Note) -> Iterator[str]:
    """Yield the paragraphs before the first section that are no fields."""
    for block in note.preamble():
        if block.kind == PARAGRAPH and not _FIELD.match(block.text):
            yield block.text


def _stack(note: Note) -> tuple[str, ...]:
    listed = [one.text for one in scalars(note.frontmatter.get(*_STACK_KEYS))]
    if not listed:
        fields = fields_of(note)
        keys = [canonical_key(one.replace("_", " ")) for one in _STACK_KEYS]
        listed = [one.text for name in keys for one in fields.get(name, ())]
    parts = [part for text in listed or _section(note, _STACK) for part in _SEAMS.split(_shown(text))]
    return tuple(dict.fromkeys(part.rstrip(".") for part in parts if part))


def _shown(text: str) -> str:
    return " ".join(outline.plain(without_links(text)).split())
