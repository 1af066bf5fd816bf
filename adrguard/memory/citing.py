"""How a note is cited where there is little room: a WikiLink by its name, or by its path where names are not unique."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from adrguard.memory.loadout import code_span

if TYPE_CHECKING:
    from collections.abc import Iterable

_ENDING = re.compile(r"\.(?:md|markdown)$", re.IGNORECASE)
_BREAKS_A_LINK = re.compile(r"[\[\]|#^]")
_WIKI_LINK = re.compile(r"!?\[\[(?:[^\[\]|]{0,300}\|)?(?P<shown>[^\[\]|]{1,300})\]\]")


class Citer:
    """Cites notes among others. Paths have forward slashes; WikiLinks count from the folder `vault`."""

    def __init__(self, paths: Iterable[str], vault: str = "") -> None:
        self._vault = f"{vault}/" if vault else ""
        self._often = Counter(_stem(path).casefold() for path in dict.fromkeys(paths))

    def cite(self, path: str) -> str:
        """Return a WikiLink to a note; one that no WikiLink can name is cited by its path, as code."""
        stem = _stem(path)
        name = stem if self._often[stem.casefold()] <= 1 else _ENDING.sub("", path.removeprefix(self._vault))
        if _BREAKS_A_LINK.search(name) or not name.isprintable():
            return code_span(path)
        return f"[[{name}]]"


def without_links(text: str) -> str:
    """Return text with its WikiLinks as they are shown, so that the only one on a line is the one that cites."""
    return _WIKI_LINK.sub(lambda match: match["shown"], text)


def _stem(path: str) -> str:
    return _ENDING.sub("", path.rpartition("/")[2])
