"""Which template a vault, or a folder of decision records, has for a kind of note."""

from __future__ import annotations

import json
import os
import posixpath
import re
from typing import TYPE_CHECKING

from adrguard.system import files, folders
from adrguard.vault.customs.categories import words_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

_LARGEST_SETTINGS = 1024 * 1024
_NOTE = re.compile(r"\.(?:md|markdown)$", re.IGNORECASE)
_SAYING_SO = frozenset(("template", "templates", "tpl", "tmpl"))
_BESIDE = frozenset(
    (*("a", "an", "the", "new", "default", "basic", "full", "long", "short", "simple", "minimal", "bare"),)
)
_SHORTER = frozenset(("minimal", "bare", "short", "simple", "basic"))
_FOLDER = re.compile(r"^[\d\W_]*templates?[\W_]*$", re.IGNORECASE)
_OBSIDIAN = (
    (".obsidian/templates.json", "folder"),
    (".obsidian/plugins/templater-obsidian/data.json", "templates_folder"),
)


def find(top: str, paths: Collection[str], folder: str, category: str) -> str:
    """Return the path below `top` of the template for notes of a category in a folder, "" when there is none.

    `paths` are the notes below `top`. One in the folder itself wins, then one in its own folder of templates, where
    ``template.md`` is meant for all of it; of those that the whole vault shares only one that is named for the category
    counts.
    """
    for place in (folder, *_template_folders(paths, folder)):
        found = _best(_names(paths, place), category, whole=place != folder)
        if found:
            return posixpath.join(place, found)
    for place in _shared(top, paths):
        found = _best(_names(paths, place) or _hidden(top, place), category, named=True, whole=True)
        if found:
            return posixpath.join(place, found)
    return ""


def _best(names: Iterable[str], category: str, *, named: bool = False, whole: bool = False) -> str:
    """Return the name that fits best. `whole`: in a folder of templates no name has to say that it is one."""
    ranked = []
    for name in names:
        words = [word for word in re.split(r"[\W\d_]+", _NOTE.sub("", name).lower()) if word]
        own = [word for word in words if word not in _SAYING_SO and word not in _BESIDE]
        says = len(own) + sum(word in _BESIDE for word in words) < len(words)
        if not (says or (whole and own)) or (own and not words_of(category).issuperset(own)) or (named and not own):
            continue
        shorter = sum(word in _SHORTER for word in words)
        ranked.append((shorter, not own, len(words), name))
    return min(ranked)[-1] if ranked else ""


def _names(paths: Iterable[str], folder: str) -> list[str]:
    return [name for place, name in map(posixpath.split, paths) if place == folder]


def _hidden(top: str, folder: str) -> list[str]:
    return [name for name in folders.files_at(os.path.join(top, folder)) if _NOTE.search(name)]


def _template_folders(paths: Iterable[str], folder: str) -> list[str]:
    places = dict.fromkeys(posixpath.dirname(path) for path in paths)
    return [one for one in places if posixpath.dirname(one) == folder and _FOLDER.match(posixpath.basename(one))]


def _shared(top: str, paths: Iterable[str]) -> Iterator[str]:
    """Yield the folders of templates that the whole vault shares: those that Obsidian is told of come first."""
    for settings, key in _OBSIDIAN:
        named = setting(top, settings, key)
        if isinstance(named, str) and named.strip():
            path = posixpath.normpath(named.strip().replace("\\", "/").strip("/"))
            if not path.startswith("..") and ":" not in path:
                yield path
    yield from _template_folders(paths, "")
    yield ".obsidian/templates"


def setting(top: str, path: str, key: str) -> object:
    """Return one setting of Obsidian, None where it is not set or its file cannot be read."""
    try:
        data = json.loads(files.read_regular(os.path.join(top, path), _LARGEST_SETTINGS, top))
    except (FileNotFoundError, files.UnreadableError, ValueError, RecursionError):
        return None
    return data.get(key) if isinstance(data, dict) else None
