"""The packages of a JavaScript repository: their names, entries, `exports` and `imports`."""

from __future__ import annotations

from adrguard.syntax import json_places
from adrguard.syntax.resolve.repository import Repository, ancestors, below, folder_of, joined

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from adrguard.syntax.json_places import Node

_ENTRIES = ("source", "types", "typings", "module", "main", "browser")
_BUILT = ("dist", "lib", "build", "out", "es", "esm", "cjs", "umd", "types", "compiled")
_MOST_TARGETS = 32


class Package:
    """One package.json: `folder` is where it lies, `name` what others import it by ("" when it has none)."""

    def __init__(self, folder: str, root: Node) -> None:
        self.folder = folder
        self._root = root
        name = root.get("name")
        self.name = name.text() if name is not None else ""

    def entries(self) -> Iterator[str]:
        """Yield the paths that the bare name may stand for, most telling first; they need not exist."""
        exports = self._root.get("exports")
        if exports is not None:
            yield from _targets(exports, ".", "")
        for key in _ENTRIES:
            node = self._root.get(key)
            if node is not None and node.text():
                yield node.text()
        yield "index"
        yield "src/index"
        yield "src/main"

    def exported(self, subpath: str) -> Iterator[str]:
        """Yield the paths that ``name/subpath`` may stand for."""
        exports = self._root.get("exports")
        if exports is not None:
            yield from _mapped(exports, "./" + subpath)
        yield subpath
        yield "src/" + subpath

    def private(self, specifier: str) -> Iterator[str]:
        """Yield the paths that an import of ``#specifier`` may stand for."""
        imports = self._root.get("imports")
        if imports is not None:
            yield from _mapped(imports, specifier)


def _mapped(table: Node, key: str) -> Iterator[str]:
    """Look a key up in `exports` or `imports`: as it is, else by the pattern with the longest beginning."""
    if not isinstance(table.value, dict):
        return
    exact = table.get(key)
    if exact is not None:
        yield from _targets(exact, "", "")
        return
    for pattern in sorted(table.value, key=len, reverse=True):
        head, star, tail = pattern.partition("*")
        if star and key.startswith(head) and key.endswith(tail) and len(key) >= len(head) + len(tail):
            yield from _targets(table.value[pattern], "", key[len(head) : len(key) - len(tail)])
            return


def _targets(node: Node, key: str, star: str) -> Iterator[str]:
    """Yield all strings of a target: conditions stand for alternatives, of which the repository has one."""
    pending, seen = [node], 0
    while pending and seen < _MOST_TARGETS:
        current, seen = pending.pop(0), seen + 1
        if current.text():
            yield current.text().replace("*", star)
        elif isinstance(current.value, dict):
            inner = current.value
            pending += [inner[key]] if key in inner else [inner[name] for name in inner if not name.startswith(".")]
        else:
            pending += current.items()


class Packages:
    """All packages of a repository, by name and by folder."""

    def __init__(self, repository: Repository) -> None:
        self._by_folder: dict[str, Package] = {}
        self.by_name: dict[str, Package] = {}
        for path in repository.named("package.json"):
            if "node_modules" in path.split("/"):
                continue
            package = _read(repository, path)
            if package is not None:
                self._by_folder[package.folder] = package
                if package.name:
                    self.by_name.setdefault(package.name, package)

    def at(self, folder: str) -> Package | None:
        """Return the package that lies in just this folder."""
        return self._by_folder.get(folder)

    def around(self, path: str) -> Package | None:
        """Return the nearest package that the file belongs to."""
        return next((self._by_folder[one] for one in ancestors(folder_of(path)) if one in self._by_folder), None)

    def named(self, specifier: str) -> tuple[Package, str] | None:
        """Return the package that a bare specifier begins with, and the rest of it."""
        parts = specifier.split("/")
        count = 2 if specifier.startswith("@") else 1
        package = self.by_name.get("/".join(parts[:count]))
        return (package, "/".join(parts[count:])) if package is not None else None


def _read(repository: Repository, path: str) -> Package | None:
    try:
        root = json_places.parse(repository.read(path) or "")
    except json_places.JsonProblem:
        return None
    return Package(folder_of(path), root) if isinstance(root.value, dict) else None


def sources_of(folder: str, target: str) -> Iterator[str]:
    """Yield where the source of a package's target may lie: the target itself, and `src` for folders that are built."""
    path = joined(folder, target)
    if path is None:
        return
    yield path
    inner = path[len(folder) + 1 :] if folder else path
    first, _, rest = inner.partition("/")
    while first in _BUILT and rest:
        yield below(folder, "src/" + rest)
        yield below(folder, rest)
        first, _, rest = rest.partition("/")
