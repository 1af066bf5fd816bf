"""PHP: namespaces by the PSR-4 and PSR-0 tables of composer.json, and files that are required by path."""

from __future__ import annotations

from adrguard.syntax import json_places
from adrguard.syntax.resolve.repository import (
    Repository,
    Resolution,
    below,
    external,
    folder_of,
    joined,
    nearest,
    resolved,
    unresolved,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from adrguard.syntax.json_places import Node


class Php:
    """Resolves the uses and requires of PHP files."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository
        self._prefixes: list[tuple[str, str, bool]] = []
        for path in repository.named("composer.json"):
            self._prefixes += _autoload(repository.read(path), folder_of(path))
        self._prefixes.sort(key=lambda one: -len(one[0]))

    def resolve(self, source: str, name: str) -> Resolution:
        r"""Resolve a qualified name (``App\Db\Model``) or the path of a required file."""
        if name.endswith(".php") or "/" in name:
            return self._required(source, name)
        parts = name.strip("\\").split("\\")
        known = False
        for prefix, folder, whole in self._prefixes:
            if name.strip("\\").startswith(prefix):
                known = known or bool(prefix)
                found = self._class(folder, parts if whole else parts[prefix.count("\\") :])
                if found is not None:
                    return resolved(found, why="by composer.json")
        if known:
            return unresolved("its namespace is in composer.json, but no file holds it")
        return self._by_name(source, parts)

    def _class(self, folder: str, parts: list[str]) -> str | None:
        """Return the file of a class, or of what holds it: a function or constant lies in a file of its namespace."""
        path = below(folder, "/".join(parts) + ".php")
        return path if path in self._repository.files else None

    def _by_name(self, source: str, parts: list[str]) -> Resolution:
        for start in range(len(parts) - 1):
            found = nearest(self._repository.ending("/".join(parts[start:]) + ".php"), source)
            if found:
                return resolved(found[0], why="by its folders: composer.json does not know the namespace")
        return external("no composer.json of this repository has its namespace")

    def _required(self, source: str, name: str) -> Resolution:
        tail = name.lstrip("/")
        for folder in (folder_of(source), ""):
            path = joined(folder, tail)
            if path in self._repository.files:
                return resolved(str(path))
        return unresolved(f"there is no {tail}", (joined(folder_of(source), tail) or "").removesuffix(".php"))


def _autoload(text: str | None, folder: str) -> Iterator[tuple[str, str, bool]]:
    """Yield (prefix, folder, whether the prefix is part of the path) of a composer.json."""
    try:
        root = json_places.parse(text or "")
    except json_places.JsonProblem:
        return
    for section in ("autoload", "autoload-dev"):
        table = root.get(section)
        for kind, whole in (("psr-4", False), ("psr-0", True)):
            for prefix, node in table.members(kind).items() if table is not None else ():
                for target in _texts(node):
                    path = joined(folder, target)
                    if path is not None:
                        yield prefix, path, whole


def _texts(node: Node) -> list[str]:
    return [one.value for one in (node, *node.items()) if isinstance(one.value, str)]
