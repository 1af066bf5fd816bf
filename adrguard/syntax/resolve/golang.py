"""Go: an import path is a module's path and a folder below it; a package is all files of that folder."""

from __future__ import annotations

from adrguard.syntax.manifests.go_mod import lines, module_path
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


class Golang:
    """Resolves the imports of Go files."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository
        self._modules: dict[str, str] = {}
        for path in repository.named("go.mod"):
            text = repository.read(path) or ""
            own = module_path(text)
            if own:
                self._modules.setdefault(own, folder_of(path))
            for name, folder in _local_replacements(text, folder_of(path)):
                self._modules.setdefault(name, folder)

    def resolve(self, source: str, module: str) -> Resolution:
        """Resolve an import path to the files of its package, without tests."""
        if module.startswith("."):
            folder = joined(folder_of(source), module)
            return self._package(folder, module) if folder is not None else unresolved("it leaves the repository")
        name = module
        while name:
            if name in self._modules:
                return self._package(below(self._modules[name], module[len(name) + 1 :]), module)
            name = name.rpartition("/")[0]
        return external("it is of no module of this repository")

    def _package(self, folder: str, module: str) -> Resolution:
        files = [path for path in self._repository.in_folder(folder, ".go") if not path.endswith("_test.go")]
        if files:
            return resolved(*files)
        return unresolved(f"'{module}': there are no Go files in {folder or 'the root'}", below(folder, "x"))


def _local_replacements(text: str, folder: str) -> list[tuple[str, str]]:
    found = []
    for line in lines(text, strict=False):
        if line.directive == "replace" and "=>" in line.words:
            target = line.words[-1]
            path = joined(folder, target) if target.startswith(".") else None
            if path is not None:
                found.append((line.words[0], path))
    return found
