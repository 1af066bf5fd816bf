"""tsconfig.json and jsconfig.json: `baseUrl` and `paths`, with what they extend and refer to."""

from __future__ import annotations

from adrguard.model.record import Record
from adrguard.syntax import json_places
from adrguard.syntax.resolve.repository import Repository, ancestors, below, folder_of, joined

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from adrguard.syntax.json_places import Node
    from adrguard.syntax.resolve.node_packages import Packages

_NAMES = ("tsconfig.json", "jsconfig.json")
_DEEPEST = 8


class Aliases(Record):
    """What one configuration says: `base` is the folder bare specifiers may start from (None: none).

    `patterns` are ``(pattern, targets)`` as written; targets start from `base`, else from `origin`, the folder of the
    configuration that declares them.
    """

    base: str | None = None
    patterns: tuple[tuple[str, tuple[str, ...]], ...] = ()
    origin: str = ""

    def expand(self, specifier: str) -> Iterator[str]:
        """Yield the paths that the specifier may stand for: the longest pattern that fits, then the base."""
        fitting = [one for one in self.patterns if _fits(one[0], specifier)]
        for pattern, targets in sorted(fitting, key=lambda one: len(one[0].partition("*")[0]), reverse=True)[:1]:
            head, star, tail = pattern.partition("*")
            middle = specifier[len(head) : len(specifier) - len(tail)] if star else ""
            start = self.base if self.base is not None else self.origin
            paths = (joined(start, target.replace("*", middle)) for target in targets)
            yield from (path for path in paths if path is not None)
        if self.base is not None:
            yield below(self.base, specifier)

    def names(self, specifier: str) -> bool:
        """Say whether some pattern is meant for the specifier."""
        return any(pattern != "*" and _fits(pattern, specifier) for pattern, _ in self.patterns)


def _fits(pattern: str, specifier: str) -> bool:
    head, star, tail = pattern.partition("*")
    if not star:
        return specifier == pattern
    return specifier.startswith(head) and specifier.endswith(tail) and len(specifier) >= len(head) + len(tail)


class Configurations:
    """The configurations of a repository, each read once."""

    def __init__(self, repository: Repository, packages: Packages) -> None:
        self._repository = repository
        self._packages = packages
        self._known: dict[str, Aliases] = {}

    def around(self, path: str) -> Aliases:
        """Return what the nearest configuration above a file says."""
        folder = folder_of(path)
        if folder not in self._known:
            found = next(
                (
                    below(one, name)
                    for one in ancestors(folder)
                    for name in _NAMES
                    if below(one, name) in self._repository.files
                ),
                None,
            )
            self._known[folder] = self._read(found, _DEEPEST) if found is not None else Aliases()
        return self._known[folder]

    def _read(self, path: str, depth: int) -> Aliases:
        try:
            root = json_places.parse(self._repository.read(path) or "", comments=True)
        except json_places.JsonProblem:
            return Aliases()
        aliases = Aliases()
        for parent in self._named(root, "extends", path) if depth else ():
            aliases = self._over(self._read(parent, depth - 1), aliases)
        aliases = self._over(_own(root, folder_of(path)), aliases)
        # A solution file holds nothing itself: its parts do.
        for part in self._references(root, path) if depth else ():
            aliases = self._over(aliases, self._read(part, depth - 1))
        return aliases

    @staticmethod
    def _over(own: Aliases, inherited: Aliases) -> Aliases:
        return Aliases(
            own.base if own.base is not None else inherited.base,
            own.patterns or inherited.patterns,
            own.origin if own.patterns else inherited.origin,
        )

    def _named(self, root: Node, key: str, path: str) -> Iterator[str]:
        node = root.get(key)
        for one in [node, *node.items()] if node is not None else []:
            if one is not None and one.text():
                found = self._file(one.text(), folder_of(path))
                if found is not None:
                    yield found

    def _references(self, root: Node, path: str) -> Iterator[str]:
        node = root.get("references")
        for one in node.items() if node is not None else []:
            yield from self._named(one, "path", path)

    def _file(self, name: str, folder: str) -> str | None:
        """Return the configuration that a name means: a file, a folder's tsconfig.json, or one of a package here."""
        package = None if name.startswith(".") else self._packages.named(name)
        if package is not None:
            folder, name = package[0].folder, package[1] or "tsconfig.json"
        path = joined(folder, name)
        if path is None:
            return None
        candidates = (path, path + ".json", below(path, "tsconfig.json"))
        return next((one for one in candidates if one in self._repository.files), None)


def _own(root: Node, folder: str) -> Aliases:
    options = root.get("compilerOptions")
    if options is None:
        return Aliases()
    base_node, paths = options.get("baseUrl"), options.members("paths")
    base = joined(folder, base_node.text()) if base_node is not None and base_node.text() else None
    patterns = tuple(
        (pattern, tuple(one.text() for one in node.items() if one.text())) for pattern, node in paths.items()
    )
    return Aliases(base, patterns, folder)
