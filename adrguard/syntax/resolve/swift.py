"""Swift: an import names a module, which by the package manager's convention is a folder under `Sources`."""

from __future__ import annotations

from adrguard.syntax.resolve.repository import Repository, Resolution, external, nearest, resolved

_SOURCES = ("Sources", "Tests", "Source", "src")


class Swift:
    """Resolves the imports of Swift files."""

    def __init__(self, repository: Repository) -> None:
        self._modules: dict[str, list[str]] = {}
        for path in repository.with_suffix(".swift"):
            parts = path.split("/")
            for at, part in enumerate(parts[:-2]):
                if part in _SOURCES:
                    self._modules.setdefault(parts[at + 1], []).append(path)
                    break

    def resolve(self, source: str, module: str) -> Resolution:
        """Resolve a module (``import struct A.B`` names A) to the files of its target."""
        files = self._modules.get(module.partition(".")[0], [])
        if not files:
            return external("no folder under Sources has that name")
        return resolved(*nearest(files, source), why="by its folder under Sources")
