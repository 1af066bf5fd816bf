"""What the TOML manifests share: reading with places, and the look of a dependency table."""

from __future__ import annotations

from adrguard.syntax import toml_places
from adrguard.syntax.manifests.declared import ManifestProblem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from adrguard.syntax.toml_places import Document, Path


def parse(text: str) -> Document:
    """Read TOML. Raises `ManifestProblem` with tomllib's own words."""
    try:
        return toml_places.parse(text)
    except toml_places.TomlProblem as error:
        raise ManifestProblem(str(error), *_place(str(error))) from error


def _place(message: str) -> tuple[int, int]:
    """Take line and column from ``… (at line 3, column 5)``."""
    words = message.replace(",", " ").replace(")", " ").split()
    numbers = [
        int(words[at + 1])
        for at, word in enumerate(words[:-1])
        if word in ("line", "column", "(line") and words[at + 1].isdecimal()
    ]
    return (numbers[0], numbers[1]) if len(numbers) == 2 else (0, 0)  # noqa: PLR2004 - a line and a column


def span(document: Document, path: Path) -> tuple[int, int]:
    """Return where the entry at `path` stands: with its name in a table, its value alone in an array.

    A table written under its own header (``[dependencies.x]``) stands at that header.
    """
    place = document.places.get(path)
    if place is None:
        # `x.version = "1"`: the entry has no place of its own, its parts have.
        inner = [one for key, one in document.places.items() if key[: len(path)] == path]
        return (min(one.key for one in inner), max(one.end for one in inner)) if inner else (0, 0)
    return (place.start if place.key < 0 else place.key), place.end


def entries(document: Document, *path: str) -> Iterator[tuple[str, Any, tuple[int, int]]]:
    """Yield the entries of the table at `path`: name, value, offsets."""
    for name, value in document.table(*path).items():
        yield name, value, span(document, (*path, name))


def strings(document: Document, *path: str) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield the strings of the array at `path`, without their quotes, with their offsets."""
    values = document.table(*path[:-1]).get(path[-1])
    for index, value in enumerate(values if isinstance(values, list) else []):
        place = document.places.get((*path, index))
        if isinstance(value, str) and place is not None:
            yield value, (place.start, place.end)


def described(value: Any) -> tuple[str, str]:
    """Return (range, why it is unknown) of a dependency's value: a range, or a table that may name another source."""
    if isinstance(value, str):
        return value, ""
    if not isinstance(value, dict):
        return "", "it is no version"
    version = value.get("version")
    if isinstance(version, str):
        return version, ""
    for source in ("git", "path", "url", "file", "hg", "svn"):
        if isinstance(value.get(source), str):
            return "", f"it comes from {source} {value[source]}"
    return "", ""
