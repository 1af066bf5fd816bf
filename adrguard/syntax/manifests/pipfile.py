"""Pipfile: Pipenv's tables of packages."""

from __future__ import annotations

from adrguard.syntax.manifests.declared import PYPI, Declared, Manifest
from adrguard.syntax.manifests.toml_manifest import described, entries, parse

_NO_PACKAGES = ("source", "requires", "scripts", "pipenv")


def read(manifest: Manifest) -> list[Declared]:
    """Read `packages`, `dev-packages` and the categories of one's own."""
    document = parse(manifest.text)
    found = []
    for table, content in document.values.items():
        if table in _NO_PACKAGES or not isinstance(content, dict):
            continue
        for name, value, (start, end) in entries(document, table):
            text, unknown = described(value)
            found.append(Declared(PYPI, name, "" if text == "*" else text, start, end, unknown))
    return found
