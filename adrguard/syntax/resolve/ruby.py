"""Ruby: `require_relative` from the file, `require` from a `lib` folder or the root."""

from __future__ import annotations

from adrguard.syntax.resolve.repository import (
    Repository,
    Resolution,
    external,
    folder_of,
    joined,
    nearest,
    resolved,
    unresolved,
)

_LOAD_FOLDERS = ("lib", "app", "ext", "test", "spec")


class Ruby:
    """Resolves what Ruby files require."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository

    def resolve(self, source: str, feature: str, *, relative: bool = False) -> Resolution:
        """Resolve a feature; `relative` for `require_relative`, and one that begins with a dot is relative anyway."""
        if relative or feature.startswith("."):
            path = joined(folder_of(source), feature)
            if path is None:
                return unresolved("it leaves the repository")
            found = next((one for one in (path, path + ".rb") if one in self._repository.files), None)
            return resolved(found) if found is not None else unresolved(f"there is no {path}.rb", path)
        name = feature if feature.endswith(".rb") else feature + ".rb"
        if name in self._repository.files:
            return resolved(name)
        found_all = [path for path in self._repository.ending(name) if _is_loaded(path, name)]
        if found_all:
            return resolved(nearest(found_all, source)[0])
        return external("no lib folder of this repository has it")


def _is_loaded(path: str, name: str) -> bool:
    above = path[: len(path) - len(name)].rstrip("/").split("/")
    # Rails loads from every folder directly under `app`.
    return above[-1] in _LOAD_FOLDERS or above[-2:-1] == ["app"]
