"""What a repository's manifests tell of a project: its name, what it is, its languages and main frameworks.

Manifests are read, never run: TOML, JSON, and the lines of `go.mod`.
"""

from __future__ import annotations

import json
import re
import tomllib
from typing import TYPE_CHECKING, Any

from adrguard.memory.frameworks import FRAMEWORKS, PRODUCTS
from adrguard.model.record import Record
from adrguard.syntax.manifests.declared import GO, PYPI, Manifest, ManifestProblem
from adrguard.syntax.manifests.go_mod import lines
from adrguard.syntax.manifests.read import declared

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

NAMES = ("pyproject.toml", "requirements.txt", "package.json", "Cargo.toml", "go.mod")
"""The manifests that are read, in the order in which what they say is told."""

LARGEST = 1024 * 1024
_MOST_OF_EACH = 5
_VERSION = re.compile(r"(?P<sign>[<>=!~^]*)\s*v?(?P<version>\d{1,6}(?:\.\d{1,6}){0,2})")
_MAJOR_OF_A_MODULE = re.compile(r"(?:/|\.)v\d+$")
_REQUIRED = re.compile(r"\s*[\w.-]+")
_DASHES = re.compile(r"[-_.]+")


class Made(Record):
    """What manifests say. `names` are those of the packages, `stack` for people: ``Go 1.22``."""

    names: tuple[str, ...] = ()
    description: str = ""
    stack: tuple[str, ...] = ()


def merged(all_made: Iterable[Made]) -> Made:
    """Return as one what the manifests of several folders say."""
    made = tuple(all_made)
    return Made(
        tuple(dict.fromkeys(name for one in made for name in one.names)),
        next((one.description for one in made if one.description), ""),
        tuple(dict.fromkeys(part for one in made for part in one.stack)),
    )


def of(manifests: Mapping[str, str]) -> Made:
    """Read the manifests of a folder, given by name as text. One that is broken says nothing."""
    names: list[str] = []
    stack: list[str] = []
    description = ""
    for path in NAMES:
        if path not in manifests:
            continue
        try:
            name, what, languages = _READERS[path](manifests[path])
            found = [*languages, *_frameworks(path, manifests[path])]
        except (ValueError, RecursionError, ManifestProblem):
            continue
        names += [name] if name else []
        description = description or what
        stack += found
    return Made(tuple(dict.fromkeys(names)), description, tuple(dict.fromkeys(stack)))


def _frameworks(path: str, text: str) -> list[str]:
    found: dict[str, str] = {}
    needed = _needed(text) if path == "pyproject.toml" else frozenset()
    for one in declared(Manifest(path, text)):
        # What only some install, or only those who work on it, is no core.
        if not one.constraint and (not needed or _package(one.ecosystem, one.name) in needed):
            found.setdefault(_package(one.ecosystem, one.name), one.range)
    ecosystem = _ECOSYSTEMS.get(path, "")
    known = [_versioned(name, found[one]) for one, name in FRAMEWORKS[ecosystem].items() if one in found]
    products = [name for one, name in PRODUCTS[ecosystem].items() if one in found]
    return [*known[:_MOST_OF_EACH], *dict.fromkeys(products[:_MOST_OF_EACH])]


def _needed(text: str) -> frozenset[str]:
    """Return the packages that everybody installs, as far as a `pyproject.toml` sets them apart."""
    data = tomllib.loads(text)
    listed = _table(data, "project").get("dependencies")
    required = [_REQUIRED.match(one) for one in listed if isinstance(one, str)] if isinstance(listed, list) else []
    names = [*(one[0] for one in required if one), *_table(data, "tool", "poetry", "dependencies")]
    return frozenset(_package(PYPI, name.strip()) for name in names)


def _package(ecosystem: str, name: str) -> str:
    if ecosystem == GO:
        return _MAJOR_OF_A_MODULE.sub("", name.lower())
    return _DASHES.sub("-", name.lower()) if ecosystem in (PYPI, "poetry") else name


def _versioned(name: str, spoken: str) -> str:
    version = _version(spoken)
    return f"{name} {version}" if version else name


def _version(spoken: str) -> str:
    """Return the lowest version that a range allows, as far as two numbers; ``+`` where later ones are as well."""
    for match in _VERSION.finditer(spoken[:200]):
        sign = match["sign"]
        if sign.startswith(("<", "!")):
            continue
        return ".".join(match["version"].split(".")[:2]) + ("+" if sign.startswith(">") else "")
    return ""


def _pyproject(text: str) -> tuple[str, str, list[str]]:
    data = tomllib.loads(text)
    project, poetry = _table(data, "project"), _table(data, "tool", "poetry")
    python = _text(project, "requires-python") or _text(_table(poetry, "dependencies"), "python")
    name = _text(project, "name") or _text(poetry, "name")
    return name, _text(project, "description") or _text(poetry, "description"), [_versioned("Python", python)]


def _requirements(_: str) -> tuple[str, str, list[str]]:
    return "", "", []


def _package_json(text: str) -> tuple[str, str, list[str]]:
    data = json.loads(text)
    if not isinstance(data, dict):
        return "", "", []
    typescript = next(
        (
            _text(table, "typescript")
            for table in (_table(data, "devDependencies"), _table(data, "dependencies"))
            if "typescript" in table
        ),
        None,
    )
    node = _version(_text(_table(data, "engines"), "node"))
    languages = ["JavaScript" if typescript is None else _versioned("TypeScript", typescript)]
    return _text(data, "name"), _text(data, "description"), [*languages, *([f"Node {node}"] if node else [])]


def _cargo(text: str) -> tuple[str, str, list[str]]:
    data = tomllib.loads(text)
    package, shared = _table(data, "package"), _table(data, "workspace", "package")
    version = next((v for key in ("rust-version", "edition") for t in (package, shared) if (v := _text(t, key))), "")
    return _text(package, "name"), _text(package, "description"), [_versioned("Rust", version)]


def _go_mod(text: str) -> tuple[str, str, list[str]]:
    said = {line.directive: line.words[0] for line in lines(text, strict=False) if line.words}
    module = _MAJOR_OF_A_MODULE.sub("", said.get("module", "")).rpartition("/")[2]
    return module, "", [_versioned("Go", said.get("go", ""))]


def _table(data: Any, *path: str) -> dict[str, Any]:
    for part in path:
        data = data.get(part) if isinstance(data, dict) else None
    return data if isinstance(data, dict) else {}


def _text(table: Mapping[str, Any], key: str) -> str:
    value = table.get(key)
    return " ".join(value.split()) if isinstance(value, str) else ""


_READERS: dict[str, Callable[[str], tuple[str, str, list[str]]]] = {
    "pyproject.toml": _pyproject,
    "requirements.txt": _requirements,
    "package.json": _package_json,
    "Cargo.toml": _cargo,
    "go.mod": _go_mod,
}
_ECOSYSTEMS = {
    "pyproject.toml": "pypi",
    "requirements.txt": "pypi",
    "package.json": "npm",
    "Cargo.toml": "cargo",
    "go.mod": "go",
}
