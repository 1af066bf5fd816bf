"""Python: packages with and without `__init__`, src layouts, several projects, relative imports.

Where imports start (`sys.path`) is not written down in a repository; it is taken from what is: the folders of projects
and their `src`, what pyproject.toml says of package folders and test paths, and the folder above every outermost
package. The nearest such folder wins.
"""

from __future__ import annotations

import sys
import tomllib

from adrguard.model.toml import loads
from adrguard.syntax.resolve.repository import (
    Repository,
    Resolution,
    ancestors,
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
    from typing import Any

_PROJECT = ("pyproject.toml", "setup.py", "setup.cfg")
_LAYOUTS = ("src", "lib", "python")
_SUFFIXES = (".py", ".pyi", ".pyw", ".pyx")


class Python:
    """Resolves the imports of Python files."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository
        self._roots = sorted(self._find_roots())
        self._namespaces = {
            folder for path in repository.with_suffix(*_SUFFIXES) for folder in ancestors(folder_of(path))
        }

    def _find_roots(self) -> set[str]:
        repository = self._repository
        projects = {folder_of(path) for name in _PROJECT for path in repository.named(name)} | {""}
        roots = set(projects)
        for project in projects:
            roots |= {below(project, name) for name in _LAYOUTS if repository.is_folder(below(project, name))}
            roots |= set(_configured(repository.read(below(project, "pyproject.toml")), project))
        for path in repository.named("__init__.py"):
            roots.add(self._outermost(folder_of(path)))
        # A package is never a place where imports start.
        return {root for root in roots if not self._is_package(root)}

    def _is_package(self, folder: str) -> bool:
        return bool(folder) and below(folder, "__init__.py") in self._repository.files

    def _outermost(self, folder: str) -> str:
        """Return the folder above the outermost package that `folder` belongs to."""
        while self._is_package(folder):
            folder = folder_of(folder)
        return folder

    def resolve(self, source: str, module: str, names: tuple[str, ...] = ()) -> Resolution:
        """Resolve ``import module`` (no names) or ``from module import names``; leading dots make it relative."""
        level = len(module) - len(module.lstrip("."))
        parts = tuple(part for part in module.split(".") if part)
        if level:
            return self._relative(source, level, parts, names)
        for root in nearest(self._candidates(source, parts), source):
            found = self._below(root, parts, names)
            if found.files:
                return found
        return self._not_found(source, module, parts)

    def _candidates(self, source: str, parts: tuple[str, ...]) -> list[str]:
        """Return the roots that hold something of the first name."""
        roots = [root for root in self._roots if self._holds(root, parts[0])] if parts else []
        own = folder_of(source)
        # A script finds what lies beside it, but a folder of scripts does not replace the standard library.
        if parts and own not in roots and not self._is_package(own) and parts[0] not in sys.stdlib_module_names:
            roots += [own] if self._holds(own, parts[0]) else []
        return roots

    def _holds(self, root: str, name: str) -> bool:
        # A folder is a package of some kind when there is Python in it, at whatever depth.
        path = below(root, name)
        return path in self._namespaces or self._module_file(path) is not None

    def _module_file(self, path: str) -> str | None:
        """Return the file of the module at a path without extension: a package's `__init__`, or a module."""
        for suffix in _SUFFIXES:
            for candidate in (f"{path}/__init__{suffix}", path + suffix):
                if candidate in self._repository.files:
                    return candidate
        return None

    def _relative(self, source: str, level: int, parts: tuple[str, ...], names: tuple[str, ...]) -> Resolution:
        base = joined(folder_of(source), "../" * (level - 1))
        if base is None:
            return unresolved("it leaves the repository")
        found = self._below(base, parts, names)
        path = below(base, "/".join(parts))
        return found if found.files else unresolved(f"there is no module {path or 'here'}", path)

    def _below(self, root: str, parts: tuple[str, ...], names: tuple[str, ...]) -> Resolution:
        path = below(root, "/".join(parts))
        module = self._module_file(path)
        if module is None and not self._repository.is_folder(path):
            # `import a.b` where b is an attribute, as a computed import may be written.
            parent = self._module_file(folder_of(path)) if len(parts) > 1 and not names else None
            return resolved(parent) if parent is not None and not self._is_package(folder_of(path)) else unresolved("")
        files: list[str] = []
        for name in names:
            file = (self._module_file(below(path, name)) if name != "*" else None) or module
            if file is not None and file not in files:
                files.append(file)
        if not names and module is not None:
            files.append(module)
        return resolved(*files) if files else unresolved("")

    def _not_found(self, source: str, module: str, parts: tuple[str, ...]) -> Resolution:
        if not parts:
            return unresolved("it names no module")
        roots = nearest(self._candidates(source, parts), source)
        if not roots or (parts[0] in sys.stdlib_module_names and not self._module_file(below(roots[0], parts[0]))):
            return external(f"'{parts[0]}' is no package of this repository")
        wanted = below(roots[0], "/".join(parts))
        if self._repository.is_folder(wanted):
            return unresolved(f"'{module}' is a folder without a module of that name", wanted)
        return unresolved(f"'{below(roots[0], parts[0])}' is here, but has no '{'.'.join(parts[1:])}'", wanted)


def _configured(text: str | None, project: str) -> list[str]:
    """Return the folders that a pyproject.toml declares packages or tests to start from."""
    try:
        values = loads(text or "")
    except (tomllib.TOMLDecodeError, RecursionError):
        return []
    setuptools = _table(values, "tool", "setuptools")
    named: list[Any] = list(_table(setuptools, "package-dir").values())
    named += _strings(_table(setuptools, "packages", "find").get("where"))
    named += _strings(_table(values, "tool", "pytest", "ini_options").get("pythonpath"))
    packages = _table(values, "tool", "poetry").get("packages")
    named += [one.get("from") for one in packages if isinstance(one, dict)] if isinstance(packages, list) else []
    hatch = _table(values, "tool", "hatch", "build", "targets", "wheel")
    named += [folder_of(one) for one in _strings(hatch.get("packages"))]
    named += _strings(hatch.get("sources"))
    return [path for one in named if isinstance(one, str) and (path := joined(project, one)) is not None]


def _table(values: dict[str, Any], *path: str) -> dict[str, Any]:
    for name in path:
        inner = values.get(name)
        values = inner if isinstance(inner, dict) else {}
    return values


def _strings(value: Any) -> list[str]:
    if isinstance(value, str):
        return value.split()
    return [one for one in value if isinstance(one, str)] if isinstance(value, list) else []
