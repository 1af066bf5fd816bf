"""C#: a namespace is no address, but by convention it is the project's name and the folders below it."""

from __future__ import annotations

from adrguard.syntax.resolve.repository import (
    Repository,
    Resolution,
    below,
    external,
    folder_of,
    nearest,
    resolved,
    unresolved,
)

_PROJECTS = (".csproj",)
_ROOT = ("<RootNamespace>", "</RootNamespace>")
_FEWEST_PARTS = 2
_PLATFORM = ("System", "Microsoft", "Windows")


class Dotnet:
    """Resolves the usings of C# files, as far as folders follow namespaces."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository
        self._projects: list[tuple[str, str]] = []
        for path in repository.with_suffix(*_PROJECTS):
            stem = path.rpartition("/")[2].removesuffix(".csproj")
            text = repository.read(path) or ""
            start, end = text.find(_ROOT[0]), text.find(_ROOT[1])
            name = text[start + len(_ROOT[0]) : end].strip() if 0 <= start < end else stem
            self._projects.append((name if "$" not in name else stem, folder_of(path)))
        self._projects.sort(key=lambda one: -len(one[0]))

    def resolve(self, source: str, namespace: str) -> Resolution:
        """Resolve a namespace to the files of its folder, or a type (``using static``, an alias) to its file."""
        for name, folder in self._projects:
            if namespace == name or namespace.startswith(name + "."):
                inner = namespace[len(name) + 1 :].replace(".", "/")
                found = self._at(below(folder, inner))
                if found.files:
                    return found.replace(why=f"project {name}, by its folders")
                return unresolved(f"it is of project {name}, but no folder follows its namespace", below(folder, inner))
        parts = namespace.split(".")
        # The first part is often the firm's name, which no folder repeats; the platform has no folders here.
        for start in range(min(2, len(parts) - _FEWEST_PARTS + 1) if parts[0] not in _PLATFORM else 0):
            for folder in nearest(self._repository.folders_ending("/".join(parts[start:])), source):
                found = self._at(folder)
                if found.files:
                    return found.replace(why="by its folders")
        return external("no project of this repository has that namespace")

    def _at(self, path: str) -> Resolution:
        files = self._repository.in_folder(path, ".cs")
        if files:
            return resolved(*files)
        single = path + ".cs"
        return resolved(single) if single in self._repository.files else unresolved("")
