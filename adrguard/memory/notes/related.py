"""Names of other notes as people and agents say them: which note is meant, and the link to it."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING
from urllib.parse import unquote

from adrguard.decisions.naming import Names
from adrguard.memory.notes.draft import LONGEST_NAME
from adrguard.model.record import Record
from adrguard.vault.customs import filenames, patterns
from adrguard.vault.customs.manners import MARKDOWN
from adrguard.vault.linking import pointing
from adrguard.vault.note import parse

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from adrguard.model.decisions import Decision

_ENDING = re.compile(r"\.(?:md|markdown)$", re.IGNORECASE)
_MARKDOWN_LINK = re.compile(r"^\[(?P<label>[^\[\]]*)\]\((?P<target>[^()\s]+)\)$")
_FILE = re.compile(r"^(?:file:|[a-z]:/)", re.IGNORECASE)
_URL = re.compile(r"^[a-z][a-z0-9+.-]*://", re.IGNORECASE)
_NOT_IN_LINKS = re.compile(r"[\[\]|\n]+")


class Said(Record):
    """A name taken apart: the note that it names, the heading in it (with its ``#``), what a link shows for it."""

    target: str
    heading: str = ""
    label: str = ""


class Link(Record):
    """A link to be written, "" where nothing is named.

    `path` is that of the note, "" when none is known by the name; `several` when many are.
    """

    said: str
    text: str
    path: str = ""
    several: tuple[str, ...] = ()


class Shelf:
    """The notes that can be meant: paths with forward slashes, and the decisions among them and beside them.

    `vault` is the folder from which WikiLinks count, as the paths have it ("": they start there).
    """

    def __init__(self, paths: Iterable[str], decisions: Sequence[Decision] = (), vault: str = "") -> None:
        self.decisions = {one.path: one for one in decisions}
        self.paths = tuple(dict.fromkeys([*paths, *self.decisions]))
        self._vault = f"{vault}/" if vault else ""
        self._names = Names(decisions)
        self._whole = _index((_bare(path), path) for path in self.paths)
        self._stems = _index((_stem(path), path) for path in self.paths)

    @cached_property
    def _words(self) -> dict[str, list[str]]:
        # Most names are found before anybody asks for these.
        return _index((_words(path), path) for path in self.paths)

    def find(self, said: str, start: str = "") -> tuple[str, ...]:
        """Return the paths that a name can mean, the note at `start` being where it stands: none, one, several.

        Path before name before what a decision is called before the words of a name; of two notes of one name the one
        beside `start` is meant, else the one that lies highest.
        """
        name = taken_apart(said).target
        found = self._by_path(name, start) or self._nearest(self._stems.get(_key(name.rpartition("/")[2]), []), start)
        if not found:
            found = list(dict.fromkeys(one.path for one in self._names.find(name, start) if _is_called(one, name)))
        if not found:
            found = self._nearest(self._words.get(_key(filenames.slug(_ENDING.sub("", name))), []), start)
        return tuple(found)

    def link(self, said: str, start: str, style: str) -> Link:
        """Return the link from the note at `start`: a WikiLink, or a Markdown link where `style` says so."""
        name = taken_apart(said)
        found = self.find(said, start)
        if len(found) != 1:
            return Link(said, _unknown(name, said), several=found)
        path = found[0]
        if style == MARKDOWN:
            return Link(said, self._markdown(name, start, path), path)
        stem = _ENDING.sub("", path.rpartition("/")[2])
        unique = len(self._stems.get(_stem(path), [])) == 1
        target = stem if unique else _ENDING.sub("", path.removeprefix(self._vault))
        if target != pointing.in_unicode(target):
            # A file's name may be bytes that no text can hold, and a WikiLink has no way to spell them.
            decision = self.decisions.get(path)
            target = decision.id if decision is not None else ""
            if not target or target != pointing.in_unicode(target):
                return Link(said, self._markdown(name, start, path), path)
        label = f"|{name.label}" if name.label else ""
        return Link(said, f"[[{target}{name.heading}{label}]]", path)

    def _by_path(self, name: str, start: str) -> list[str]:
        if "/" not in name and not _ENDING.search(name):
            return []
        wanted = _bare(name.replace("\\", "/").lstrip("/").removeprefix("./"))
        beside = [path for path in self.paths if _key(pointing.relative(start, path)) == _key(name)] if start else []
        whole = self._whole.get(wanted) or [path for path in self.paths if _bare(path).endswith(f"/{wanted}")]
        return beside or list(whole)

    @staticmethod
    def _nearest(found: Sequence[str], start: str) -> list[str]:
        folder = start.rpartition("/")[0]
        beside = [path for path in found if path.rpartition("/")[0] == folder]
        if len(beside) == 1:
            return beside
        highest = min((path.count("/") for path in found), default=0)
        top = [path for path in found if path.count("/") == highest]
        return top if len(top) == 1 else list(found)

    def _markdown(self, name: Said, start: str, path: str) -> str:
        decision = self.decisions.get(path)
        other = pointing.Other("", name.label or (decision.title if decision else ""), path)
        return pointing.by_title(parse(start, b""), other)


def leads_out(said: str) -> bool:
    """Say whether a name that means no note is a path out of the vault, or to a file of the machine."""
    target = unquote(taken_apart(said).target).replace("\\", "/")
    if _FILE.match(target):
        return True
    return not _URL.match(target) and (target.startswith(("/", "~")) or ".." in target.split("/"))


def taken_apart(said: str) -> Said:
    """Take a name apart, however it is written: bare, a WikiLink, a Markdown link."""
    text = said.strip()[:LONGEST_NAME]
    link = _MARKDOWN_LINK.match(text)
    if link:
        target, mark, heading = link["target"].partition("#")
        return Said(target, mark + _plain(heading), _plain(link["label"]))
    if text.startswith("[[") and text.endswith("]]"):
        text = text[2:-2]
    target, _, label = text.partition("|")
    # `#12` is a number.
    name, mark, heading = (target, "", "") if target.startswith("#") else target.partition("#")
    return Said(name.strip(), mark + _plain(heading), _plain(label))


def _plain(text: str) -> str:
    """Return a text without what would end a link."""
    return " ".join(_NOT_IN_LINKS.sub(" ", text).split())


def _is_called(decision: Decision, name: str) -> bool:
    """Say whether a name is one for a decision: its id, or what has its number. That an id begins so is not enough."""
    return any(sign.isdigit() for sign in name) or _key(decision.id) == _key(name)


def _unknown(name: Said, said: str) -> str:
    if _URL.match(name.target):
        return said.strip()
    target = _plain(_ENDING.sub("", name.target))
    if not target.strip("#"):
        return ""
    label = f"|{name.label}" if name.label else ""
    return f"[[{target}{name.heading}{label}]]"


def _index(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for key, path in pairs:
        if key:
            found.setdefault(key, []).append(path)
    return found


def _key(text: str) -> str:
    return filenames.key(text)


def _bare(path: str) -> str:
    return _key(_ENDING.sub("", path))


def _stem(path: str) -> str:
    return _bare(path.rpartition("/")[2])


def _words(path: str) -> str:
    return _key(filenames.slug(patterns.read(path.rpartition("/")[2]).words))
