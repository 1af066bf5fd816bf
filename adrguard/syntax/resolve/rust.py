"""Rust: `crate::`, `self::`, `super::`, modules in files, and the other crates of the workspace."""

from __future__ import annotations

import tomllib

from adrguard.model.record import Record
from adrguard.model.toml import loads
from adrguard.syntax.resolve.repository import (
    Repository,
    Resolution,
    ancestors,
    below,
    external,
    folder_of,
    resolved,
    unresolved,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_KINDS = ("dependencies", "dev-dependencies", "build-dependencies")


class Crate(Record):
    """One package of Cargo: `folder`, the file its library begins in ("" for none), and names for other crates."""

    folder: str
    library: str
    aliases: dict[str, str]


class Rust:
    """Resolves the paths of `use` in Rust files."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository
        self._crates: dict[str, Crate] = {}
        self._libraries: dict[str, Crate] = {}
        for path in repository.named("Cargo.toml"):
            self._add(path)

    def _add(self, path: str) -> None:
        values = _toml(self._repository.read(path))
        package = values.get("package")
        if not isinstance(package, dict) or not isinstance(package.get("name"), str):
            return
        folder = folder_of(path)
        lib = values.get("lib")
        library: dict[str, Any] = lib if isinstance(lib, dict) else {}
        entry = below(folder, str(library.get("path", "src/lib.rs")))
        crate = Crate(folder, entry if entry in self._repository.files else "", _aliases(values))
        self._crates[folder] = crate
        self._libraries.setdefault(_underscored(str(library.get("name", package["name"]))), crate)

    def resolve(self, source: str, path: str, inline: tuple[str, ...] = ()) -> Resolution:
        """Resolve a path such as ``crate::db::models::User`` to the file of its innermost module.

        `inline` are the names of the `mod x { … }` blocks that the `use` stands in.
        """
        parts = [part.strip() for part in path.split("::") if part.strip()]
        crate = next((self._crates[one] for one in ancestors(folder_of(source)) if one in self._crates), None)
        if not parts:
            return unresolved("it names no path")
        if parts[0] in ("crate", "self", "super", "$crate"):
            return self._inside(source, crate, parts, inline)
        child = self._descend(_module_folder(source, self._root(source, crate)), parts)
        if child is not None:
            return resolved(child[0])
        return self._other_crate(crate, parts)

    def _root(self, source: str, crate: Crate | None) -> str:
        """Return the file that the source's crate begins in: the library, a binary, a test or an example."""
        folder = crate.folder if crate is not None else ""
        inner = source[len(folder) + 1 :] if folder else source
        parts = inner.split("/")
        if parts[0] in ("tests", "examples", "benches") or parts[:2] == ["src", "bin"]:
            depth = 2 if parts[0] == "src" else 1
            own = below(folder, "/".join([*parts[: depth + 1], "main.rs"]))
            return own if len(parts) > depth + 1 and own in self._repository.files else source
        main = below(folder, "src/main.rs")
        library = crate.library if crate is not None else below(folder, "src/lib.rs")
        if source == main:
            return main
        return next((one for one in (library, main) if one in self._repository.files), source)

    def _inside(self, source: str, crate: Crate | None, parts: list[str], inline: tuple[str, ...]) -> Resolution:
        root = self._root(source, crate)
        if parts[0] in ("crate", "$crate"):
            found = self._descend(folder_of(root), parts[1:])
            return resolved(found[0] if found is not None else root)
        here = [*self._module_of(source, root), *inline]
        rest = list(parts)
        while rest and rest[0] in ("self", "super"):
            if rest.pop(0) == "super":
                if not here:
                    return unresolved("it goes above the crate")
                here.pop()
        found = self._descend(folder_of(root), [*here, *rest])
        return resolved(found[0] if found is not None else root)

    def _module_of(self, source: str, root: str) -> list[str]:
        """Return the module path of a file below the crate's first file."""
        start = folder_of(root)
        inner = source[len(start) + 1 :] if start else source
        if source == root:
            return []
        parts = inner.removesuffix(".rs").split("/")
        return parts[:-1] if parts[-1] == "mod" else parts

    def _descend(self, folder: str, parts: list[str]) -> tuple[str, int] | None:
        """Follow names through module files; return the last file and how many names led to it."""
        found = None
        for depth, part in enumerate(parts, 1):
            name = part.removeprefix("r#")
            file = next(
                (one for one in (f"{name}.rs", f"{name}/mod.rs") if below(folder, one) in self._repository.files), None
            )
            folder = below(folder, name)
            if file is not None:
                found = (below(folder_of(folder), file), depth)
            elif not self._repository.is_folder(folder):
                break
        return found

    def _other_crate(self, crate: Crate | None, parts: list[str]) -> Resolution:
        name = parts[0].removeprefix("r#")
        alias = crate.aliases.get(name) if crate is not None else None
        other = self._libraries.get(_underscored(alias or name))
        if other is None or (crate is not None and other.folder == crate.folder and not other.library):
            return external(f"'{name}' is no crate of this repository")
        if not other.library:
            return unresolved(f"the crate '{name}' has no library", below(other.folder, "src/lib"))
        found = self._descend(folder_of(other.library), parts[1:])
        return resolved(found[0] if found is not None else other.library, why=f"crate {name}")


def _module_folder(source: str, root: str) -> str:
    """Return the folder in which the child modules of a file lie."""
    name = source.rpartition("/")[2]
    if source == root or name in ("mod.rs", "lib.rs", "main.rs"):
        return folder_of(source)
    return source.removesuffix(".rs")


def _toml(text: str | None) -> dict[str, Any]:
    try:
        return loads(text or "")
    except (tomllib.TOMLDecodeError, RecursionError):
        return {}


def _aliases(values: dict[str, Any]) -> dict[str, str]:
    """Return the names under which the crate knows packages that are called otherwise."""
    found = {}
    for kind in _KINDS:
        table = values.get(kind)
        for name, value in table.items() if isinstance(table, dict) else ():
            if isinstance(value, dict) and isinstance(value.get("package"), str):
                found[_underscored(name)] = value["package"]
    return found


def _underscored(name: str) -> str:
    return name.replace("-", "_")
