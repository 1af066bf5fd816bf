"""Names of things in the order in which they were first seen, each once, fit to stand on one line of a digest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.memory.secrets.redaction import redact
from adrguard.report.display import folded

if TYPE_CHECKING:
    from collections.abc import Iterator

CUT = "…"
_READ = 4000
_LEAST_CUT = 70
"""Characters of a name that can have been cut: shorter ones end so by themselves."""


class Names:
    """Names; what a digest had to cut is known by its beginning."""

    def __init__(self) -> None:
        self._names: dict[str, None] = {}
        self._cut: list[str] = []

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def add(self, text: str) -> None:
        """Add a name, unless it is there."""
        name = shown(text)
        if name and self.find(name) is None:
            self._names[name] = None

    def restore(self, name: str) -> None:
        """Add a name as a digest has it."""
        self._names.setdefault(name)
        if name.endswith(CUT) and len(name) >= _LEAST_CUT:
            self._cut.append(name[: -len(CUT)])

    def find(self, name: str) -> str | None:
        """Return the key under which a name is there."""
        if name in self._names:
            return name
        stem = next((stem for stem in self._cut if name.startswith(stem)), None)
        return None if stem is None else stem + CUT

    def drop(self, text: str) -> None:
        """Take a name out, if it is there."""
        key = self.find(shown(text))
        if key is not None:
            self._names.pop(key, None)
            self._cut = [stem for stem in self._cut if stem + CUT != key]


def shown(text: str) -> str:
    """Return a text as it may stand in a digest: on one line, without secrets."""
    return folded(redact(text[:_READ])[0])


def shortened(name: str, most: int) -> str:
    """Return a name of at most so many characters."""
    return name if len(name) <= most else name[: most - 1].rstrip() + CUT
