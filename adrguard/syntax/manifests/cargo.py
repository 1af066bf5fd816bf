"""Cargo.toml: every dependency table, renamed packages, and what a workspace hands down."""

from __future__ import annotations

from adrguard.syntax.manifests.declared import CARGO, Declared, Manifest, ManifestProblem
from adrguard.syntax.manifests.toml_manifest import described, entries, parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from adrguard.syntax.toml_places import Document

_KINDS = ("dependencies", "dev-dependencies", "build-dependencies", "dev_dependencies", "build_dependencies")
_WORKSPACE = ("workspace", "dependencies")


def read(manifest: Manifest) -> list[Declared]:
    """Read all tables; `[patch]` and `[replace]` come out as constraints."""
    document = parse(manifest.text)
    found = []
    for path in _tables(document):
        for name, value, (start, end) in entries(document, *path):
            package, text, unknown = _entry(name, value, manifest)
            found.append(Declared(CARGO, package, text, start, end, unknown))
    for path in [("replace",), *(("patch", source) for source in document.table("patch"))]:
        for name, value, (start, end) in entries(document, *path):
            package, text, unknown = _entry(name.partition(":")[0], value, manifest)
            found.append(Declared(CARGO, package, text, start, end, unknown, constraint=True))
    return found


def _tables(document: Document) -> Iterator[tuple[str, ...]]:
    for kind in _KINDS:
        yield (kind,)
        for platform in document.table("target"):
            yield ("target", platform, kind)
    yield _WORKSPACE


def _entry(name: str, value: Any, manifest: Manifest) -> tuple[str, str, str]:
    """Return (crate, range, why it is unknown)."""
    if isinstance(value, dict) and value.get("workspace") is True:
        handed_down = _from_workspace(name, manifest)
        if handed_down is None:
            return name, "", "its version stands in the workspace's Cargo.toml, which was not found"
        value = handed_down
    package = value.get("package") if isinstance(value, dict) else None
    text, unknown = described(value)
    return package if isinstance(package, str) else name, text, unknown


def _from_workspace(name: str, manifest: Manifest) -> Any:
    folder = manifest.folder
    while True:
        path = folder + "Cargo.toml"
        text = manifest.text if path == manifest.path else manifest.look(path)
        if text is not None:
            try:
                table = parse(text).table(*_WORKSPACE)
            except ManifestProblem:
                table = {}
            if name in table:
                return table[name]
        if not folder:
            return None
        folder = folder[: folder.rfind("/", 0, -1) + 1]
