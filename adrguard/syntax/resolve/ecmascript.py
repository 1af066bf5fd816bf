"""JavaScript and TypeScript: relative paths, tsconfig aliases, packages of the same repository."""

from __future__ import annotations

from adrguard.syntax.resolve.node_packages import Package, Packages, sources_of
from adrguard.syntax.resolve.repository import (
    Repository,
    Resolution,
    below,
    external,
    folder_of,
    joined,
    resolved,
    unresolved,
)
from adrguard.syntax.resolve.tsconfig import Configurations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_SUFFIXES = (
    ".ts", ".tsx", ".d.ts", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".json", ".vue", ".svelte", ".astro",
)  # fmt: skip
_WRITTEN_AS = {
    ".js": (".ts", ".tsx", ".d.ts"),
    ".jsx": (".tsx",),
    ".mjs": (".mts",),
    ".cjs": (".cts",),
    ".d.ts": (".ts", ".tsx"),
}
_MOST_STEPS = 4


class Ecmascript:
    """Resolves the imports of JavaScript and TypeScript files."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository
        self._packages = Packages(repository)
        self._configurations = Configurations(repository, self._packages)

    def resolve(self, source: str, specifier: str) -> Resolution:
        """Resolve what stands between the quotes of an import. Loader prefixes and queries are taken off."""
        specifier = specifier.rpartition("!")[2].partition("?")[0]
        if specifier.startswith("."):
            return self._relative(source, specifier)
        if specifier.startswith("#"):
            return self._private(source, specifier)
        aliases = self._configurations.around(source)
        found = self._first(aliases.expand(specifier))
        if found is not None:
            return resolved(found, why="by tsconfig")
        package = self._packages.named(specifier)
        if package is not None:
            return self._package(*package, specifier)
        return self._conventional(source, specifier, aliased=aliases.names(specifier))

    def _relative(self, source: str, specifier: str) -> Resolution:
        path = joined(folder_of(source), specifier)
        if path is None:
            return unresolved("it leaves the repository")
        found = self._file(path)
        if found is not None:
            return resolved(found)
        return unresolved(f"there is no {path or 'index'}, with any extension", path)

    def _private(self, source: str, specifier: str) -> Resolution:
        package = self._packages.around(source)
        if package is None:
            return unresolved("no package.json says what it means")
        targets = list(package.private(specifier))
        found = self._first(path for target in targets for path in sources_of(package.folder, target))
        if found is not None:
            return resolved(found, why="by package.json imports")
        if targets and not targets[0].startswith("."):
            return self.resolve(below(package.folder, "package.json"), targets[0].lstrip("#"))
        return unresolved(f"'imports' of {below(package.folder, 'package.json')} does not lead to a file")

    def _package(self, package: Package, rest: str, specifier: str) -> Resolution:
        targets = package.exported(rest) if rest else package.entries()
        found = self._first(path for target in targets for path in sources_of(package.folder, target))
        if found is not None:
            return resolved(found, why=f"package {package.name}")
        return unresolved(
            f"'{specifier}': no source found in {package.folder or 'the root'}", below(package.folder, rest)
        )

    def _conventional(self, source: str, specifier: str, *, aliased: bool) -> Resolution:
        """Try what bundlers are mostly set up for: ``@/x`` and ``~/x`` mean `src/x` of the package."""
        if specifier.startswith(("@/", "~/")):
            package = self._packages.around(source)
            folder = package.folder if package is not None else ""
            rest = specifier[2:]
            found = self._first([below(folder, "src/" + rest), below(folder, rest), "src/" + rest, rest])
            if found is not None:
                return resolved(found, why="by convention: no tsconfig says what the alias means")
            return unresolved("no tsconfig says what the alias means")
        if aliased:
            return unresolved("the paths of tsconfig do not lead to a file")
        return external("no package of this repository has that name")

    def _first(self, paths: Iterable[str]) -> str | None:
        return next((found for path in paths if (found := self._file(path)) is not None), None)

    def _file(self, path: str, steps: int = _MOST_STEPS) -> str | None:
        """Return the file that a path without, or with another, extension stands for."""
        files = self._repository.files
        if path in files:
            return path
        for candidate in _spellings(path):
            if candidate in files:
                return candidate
        if not self._repository.is_folder(path) or not steps:
            return None
        package = self._packages.at(path)
        if package is not None and path:
            for target in package.entries():
                for entry in sources_of(path, target):
                    found = self._file(entry, steps - 1) if entry != path else None
                    if found is not None:
                        return found
        return next((one for one in _spellings(below(path, "index")) if one in files), None)


def _spellings(path: str) -> Iterator[str]:
    for suffix in _SUFFIXES:
        yield path + suffix
    for suffix, sources in _WRITTEN_AS.items():
        if path.endswith(suffix):
            yield from (path.removesuffix(suffix) + one for one in sources)
