"""C#: a namespace is no address, but by convention it is the project's name and the folders below it."""

from __future__ import annotations

import re

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
_DECLARED = re.compile(r"^[ \t]*namespace[ \t]+([\w.]+)", re.MULTILINE)
_FEWEST_PARTS = 2
_PLATFORM = ("System", "Microsoft", "Windows")


class Dotnet:
    """Resolves the usings of C# files: as far as folders follow namespaces by these, else by what the files declare."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository
        self._projects: list[tuple[str, str]] = []
        self._declared: dict[str, dict[str, list[str]]] = {}
        for path in repository.with_suffix(*_PROJECTS):
            stem = path.rpartition("/")[2].removesuffix(".csproj")
            self._projects.append((_root_namespace(repository.read(path) or "", stem), folder_of(path)))

    def resolve(self, source: str, namespace: str) -> Resolution:
        """Resolve a namespace to the files of its folder, or a type (``using static``, an alias) to its file."""
        owners = self._owners(source, namespace)
        for name, folder in owners:
            found = self._at(below(folder, namespace[len(name) + 1 :].replace(".", "/")))
            if found.files:
                return found.replace(why=f"project {name}, by its folders")
        inner_projects = [one for one in self._projects if owners and one[0].startswith(namespace + ".")]
        for name, folder in [*owners, *inner_projects]:
            files = self._declaring(folder, namespace)
            if files:
                return resolved(*files, why=f"project {name}, by what its files declare")
        if owners:
            name, folder = owners[0]
            inner = namespace[len(name) + 1 :].replace(".", "/")
            return unresolved(
                f"it is of project {name}, but neither folder nor file has its name", below(folder, inner)
            )
        parts = namespace.split(".")
        # The first part is often the firm's name, which no folder repeats; the platform has no folders here.
        for start in range(min(2, len(parts) - _FEWEST_PARTS + 1) if parts[0] not in _PLATFORM else 0):
            for folder in nearest(self._repository.folders_ending("/".join(parts[start:])), source):
                found = self._at(folder)
                if found.files:
                    return found.replace(why="by its folders")
        return external("no project of this repository has that namespace")

    def _owners(self, source: str, namespace: str) -> list[tuple[str, str]]:
        """Return the projects (name, folder) that a namespace may be of: longest names first, of one the nearest."""
        named: dict[str, list[str]] = {}
        for name, folder in self._projects:
            if namespace == name or namespace.startswith(name + "."):
                named.setdefault(name, []).append(folder)
        return [
            (name, folder)
            for name in sorted(named, key=len, reverse=True)
            for folder in sorted(named[name], key=lambda folder: (not _holds(folder, source), *_far(folder, source)))
        ]

    def _declaring(self, folder: str, namespace: str) -> list[str]:
        """Return the files of a project that declare a namespace, or the one that is called like a type in it."""
        if folder not in self._declared:
            found: dict[str, list[str]] = {}
            self._declared[folder] = found
            for path in sorted(self._repository.with_suffix(".cs")):
                if _holds(folder, path):
                    for name in dict.fromkeys(_DECLARED.findall(self._repository.read(path) or "")):
                        found.setdefault(name, []).append(path)
        declared = self._declared[folder]
        outer, _, kind = namespace.rpartition(".")
        return declared.get(namespace) or [path for path in declared.get(outer, ()) if path.endswith(f"/{kind}.cs")]

    def _at(self, path: str) -> Resolution:
        files = self._repository.in_folder(path, ".cs")
        if files:
            return resolved(*files)
        single = path + ".cs"
        return resolved(single) if single in self._repository.files else unresolved("")


def _root_namespace(project: str, stem: str) -> str:
    """Return the namespace in which a project's folders start: as it says, else its file's name."""
    name = _element(project, "RootNamespace")
    if name == "$(AssemblyName)":
        name = _element(project, "AssemblyName")
    return name if name and "$" not in name else stem


def _element(text: str, name: str) -> str:
    start, end = text.find(f"<{name}>"), text.find(f"</{name}>")
    return text[start + len(name) + 2 : end].strip() if 0 <= start < end else ""


def _holds(folder: str, path: str) -> bool:
    return not folder or path.startswith(f"{folder}/")


def _far(folder: str, source: str) -> tuple[int, str]:
    """Return how far two paths part from each other, the least shared way last; then the name."""
    pairs = zip(folder.split("/"), source.split("/"), strict=False)
    shared = next((at for at, (one, other) in enumerate(pairs) if one != other), 0)
    return -shared, folder
