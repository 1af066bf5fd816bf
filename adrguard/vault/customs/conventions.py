"""What a vault, or a folder of decision records, already does: where notes lie, how they are named and written.

Everything is seen from names and from the beginnings of some notes; where there is nothing to be seen the table of
`categories` says what is done.
"""

from __future__ import annotations

import os
import posixpath
import re
from collections import Counter
from typing import TYPE_CHECKING

from adrguard.model.record import Record
from adrguard.system import files, folders
from adrguard.vault.asides import is_index_or_template, is_named_as_test
from adrguard.vault.customs import categories, manners, patterns, template_files
from adrguard.vault.customs.manners import MARKDOWN, WIKI, Manners
from adrguard.vault.customs.moments import spelt
from adrguard.vault.head import frontmatter
from adrguard.vault.head.values import scalars
from adrguard.vault.source import Source

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from adrguard.vault.customs.patterns import Pattern

_SAMPLE = 12
_SAMPLE_OF_CATEGORY = 4
_MOST_FOLDERS = 400
_LARGEST_SAMPLE = 256 * 1024
_MOST_TEMPLATE = 256 * 1024
_PROJECTS = "10_projects"
_CATEGORY_KEYS = ("category", "type", "kind")
_TEMPLATE_WORD = re.compile(r"(?:^|[\W\d_])(?:templates?|tpl)(?=$|[\W\d_])", re.IGNORECASE)
_DATE_FOLDERS = (
    (re.compile(r"\d{4}"), "YYYY"),
    (re.compile(r"\d{4}-\d{2}"), "YYYY-MM"),
    (re.compile(r"\d{4}-\d{2}-\d{2}"), "YYYY-MM-DD"),
    (re.compile(r"\d{4}/\d{2}"), "YYYY/MM"),
    (re.compile(r"\d{4}/\d{4}-\d{2}"), "YYYY/YYYY-MM"),
    (re.compile(r"\d{4}/\d{2}/\d{2}"), "YYYY/MM/DD"),
)


class Habits(Record):
    """How notes of a kind are written in a folder.

    Paths are relative to the survey's top, with forward slashes; `folder` "" is the top itself. `below` is the form of
    the dates in the names of the folders in between (``YYYY/MM``), "" where notes lie right in it. `names` are those of
    all files right in `folder`, `number` the next free one (0 where names do not start with numbers). `template` is the
    path of the folder's own template, "" when there is none; `notes` counts the notes that all this was seen from.
    `dialect` is one of `manners`' constants, as are the forms of `heading` and `id`.
    """

    category: str
    folder: str
    below: str
    pattern: Pattern
    names: tuple[str, ...]
    number: int
    dialect: str
    heading: str
    id: str
    links: str
    capital: bool
    template: str
    notes: int

    def path(self, title: str, moment: datetime, number: int = 0) -> str:
        """Return the path for a new note, relative to the survey's top; `number` is that of `Habits` unless given."""
        place = posixpath.join(self.folder, spelt(moment, self.below)) if self.below else self.folder
        return posixpath.join(place, self.pattern.name(title, moment, number or self.number))


class Survey:
    """The notes below an absolute folder `top`: a vault, or a folder of decision records. Reads as little as it can."""

    def __init__(self, top: str) -> None:
        self.top = top
        self.paths = tuple([path for path, _ in folders.notes(top)])
        self.notes = tuple([path for path in self.paths if not _is_aside(path)])

    def habits(self, category: str, folder: str | None = None) -> Habits:
        """Return how notes of a category are written, in the folder where they lie (or in the one that is named)."""
        kind = categories.of(category)
        folder = self.folder_of(category) if folder is None else folder
        below = _below(folder, self.notes)
        notes = self._like(folder, below)
        names = [posixpath.basename(path) for path in notes]
        pattern = patterns.sniff(names, kind.pattern)
        seen = manners.of_all(self._sampled(notes)) if notes else Manners()
        numbered = pattern.lead == patterns.NUMBER
        return Habits(
            category=kind.name,
            folder=folder,
            below=below,
            pattern=pattern,
            names=self.names_in(folder),
            number=max(patterns.numbers(names), default=0) + 1 if numbered else 0,
            dialect=seen.dialect,
            heading=seen.heading,
            id=seen.id,
            links=seen.links or self._links(folder),
            capital=seen.capital,
            template=template_files.find(self.top, self.paths, folder, category),
            notes=len(notes),
        )

    def folder_of(self, category: str) -> str:
        """Return the folder for notes of a category: where they lie, else where one is called so, else the table's."""
        kind = categories.of(category)
        found = self._where_most_are(kind.name) or self._called(kind.folders)
        if not found and kind.name != categories.CARD and kind.folder == categories.of(categories.CARD).folder:
            return self.folder_of(categories.CARD)  # what lies with the cards goes where the vault has these
        return found or kind.folder

    def template(self, path: str) -> bytes:
        """Return the bytes of a template that `Habits` names. Raises `UnreadableError`."""
        return files.read_regular(os.path.join(self.top, path), _MOST_TEMPLATE, self.top)

    def names_in(self, folder: str) -> tuple[str, ...]:
        """Return the names of all files right in a folder, whatever they are."""
        return tuple(folders.files_at(os.path.join(self.top, folder)))

    # Notes

    def _like(self, folder: str, below: str) -> list[str]:
        """Return the notes that show how others there are named: those beside them, else all that lie deeper."""
        inside = [path for path in self.notes if not folder or path.startswith(f"{folder}/")]
        beside = [path for path in inside if _form_below(folder, path) in ("", below)]
        return beside or inside

    def _sampled(self, notes: list[str]) -> Iterable[tuple[str, bytes]]:
        for path in notes[-_SAMPLE:]:
            data = self._read(path, _LARGEST_SAMPLE)
            if data:
                yield path, data

    def _read(self, path: str, limit: int) -> bytes:
        try:
            return files.read_regular(os.path.join(self.top, path), limit, self.top)
        except (FileNotFoundError, files.UnreadableError):
            return b""  # a note that cannot be read shows nothing

    def _links(self, folder: str) -> str:
        told = template_files.setting(self.top, ".obsidian/app.json", "useMarkdownLinks")
        if isinstance(told, bool):
            return MARKDOWN if told else WIKI
        return WIKI if folder else MARKDOWN  # a folder of decision records is no vault

    # Folders

    def _folders(self) -> dict[str, list[str]]:
        """Return the notes of each folder, folders of projects left out: what lies there is theirs alone."""
        found: dict[str, list[str]] = {}
        for path in self.notes:
            folder = posixpath.dirname(path)
            if folder.split("/", 1)[0].lower() != _PROJECTS:
                found.setdefault(folder, []).append(path)
        return found

    def _where_most_are(self, category: str) -> str:
        """Return the folder with the most notes whose frontmatter names the category, as far as a sample tells."""
        votes: Counter[str] = Counter()
        by_folder = self._folders()
        for folder, paths in sorted(by_folder.items())[:_MOST_FOLDERS]:
            sample = paths[-_SAMPLE_OF_CATEGORY:]
            named = sum(category in _categories(self._read(path, _LARGEST_SAMPLE), path) for path in sample)
            place = _without_dates(folder)
            if place and named * 2 > len(sample):
                votes[place] += len(paths)
        return votes.most_common(1)[0][0] if votes else ""

    def _called(self, names: tuple[str, ...]) -> str:
        """Return the highest folder that is called by one of these names, the first names first."""
        places = {_without_dates(folder) for folder in self._folders()}
        places |= {posixpath.dirname(one) for one in places}
        ranked = sorted(
            (one.count("/"), names.index(words), one)
            for one in places
            if (words := categories.in_words(posixpath.basename(one))) in names
        )
        return ranked[0][-1] if ranked else ""


def _is_aside(path: str) -> bool:
    if is_index_or_template(path) or is_named_as_test(path):
        return True
    return any(_TEMPLATE_WORD.search(part) for part in path.split("/")[:-1])


def _below(folder: str, notes: Iterable[str]) -> str:
    """Return the form of the dated folders in which most notes of a folder lie, "" when most lie right in it."""
    forms = [_form_below(folder, path) for path in notes if not folder or path.startswith(f"{folder}/")]
    return patterns.most([form for form in forms if form is not None], "")


def _form_below(folder: str, path: str) -> str | None:
    """Return the form of the dates between a folder and a note: "" when there is nothing between, None for others."""
    between = posixpath.dirname(path)[len(folder) :].strip("/")
    if not between:
        return ""
    return next((form for shape, form in _DATE_FOLDERS if shape.fullmatch(between)), None)


def _without_dates(folder: str) -> str:
    parts = folder.split("/")
    while parts and re.fullmatch(r"\d{4}(?:-\d{2}){0,2}|\d{2}", parts[-1]):
        parts.pop()
    return "/".join(parts)


def _categories(data: bytes, path: str) -> set[str]:
    """Return what a note's frontmatter says of its kind, by the names of the table."""
    if not data.removeprefix(b"\xef\xbb\xbf").startswith((b"---", b"+++")):
        return set()
    head = frontmatter.read(Source(path, data))
    said = [one.text for key in _CATEGORY_KEYS for one in scalars(head.get(key))]
    return {categories.known_as(text) for text in said}
