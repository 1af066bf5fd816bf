"""One dependency in a TOML table: ``x = "1"``, ``x = { version = "1" }``, or a table under a header of its own."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from adrguard.fixer.edits import CannotRewriteError, Edit
from adrguard.syntax import toml_places

if TYPE_CHECKING:
    from adrguard.syntax.manifests.declared import Declared
    from adrguard.syntax.toml_places import Document, Path, Place

_KEY = re.compile(r""""(?:\\.|[^"\\])*"|'[^']*'|[A-Za-z0-9_-]+""")
_LONGEST_HEADER = 10_000
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_OWN = ("features", "default-features", "default_features", "extras", "registry", "source")
"""What a table says of the package itself, and would not be true of another one."""


def toml_edits(text: str, entry: Declared, name: str, wanted: str) -> list[Edit]:
    """Return the edits that give an entry another range, and another name unless that is "".

    Raises `CannotRewriteError`.
    """
    document = toml_places.parse(text)
    path, place = _located(document, entry)
    version = place if place.key >= 0 and text[place.start] in "\"'" else document.places.get((*path, "version"))
    if version is None or text[version.start] not in "\"'":
        raise CannotRewriteError("its version is not written beside it")
    edits = [Edit(version.start, version.end, _string(wanted or "*", text[version.start]))]
    if not name:
        return edits
    own = [key for key in _OWN if (*path, key) in document.places]
    if own:
        raise CannotRewriteError(f"its '{own[0]}' is of the old package")
    package = document.places.get((*path, "package"))
    if package is not None:
        return [*edits, Edit(package.start, package.end, _string(name, text[package.start]))]
    return [*edits, _renamed(text, place, path, name)]


def _located(document: Document, entry: Declared) -> tuple[Path, Place]:
    for path, place in document.places.items():
        start = place.start if place.key < 0 else place.key
        if (start, place.end) == (entry.start, entry.end):
            return path, place
    raise CannotRewriteError("its table is written in parts")


def _renamed(text: str, place: Place, path: Path, name: str) -> Edit:
    written = name if _BARE.fullmatch(name) else json.dumps(name)
    if place.key >= 0:
        found = _KEY.match(text, place.key)
        if found is not None:
            return Edit(found.start(), found.end(), written)
    # A header: the last name in it is the entry's. None is so long, and quotes that nothing closes would take for ever.
    if place.end - place.start > _LONGEST_HEADER:
        raise CannotRewriteError("its name is not written plainly")
    names = [one for one in _KEY.finditer(text, place.start, place.end) if one[0].strip("\"'") == path[-1]]
    if not names:
        raise CannotRewriteError("its name is not written plainly")
    return Edit(names[-1].start(), names[-1].end(), written)


def _string(value: str, quote: str) -> str:
    return f"'{value}'" if quote == "'" and "'" not in value else json.dumps(value, ensure_ascii=False)
