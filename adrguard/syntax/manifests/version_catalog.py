"""gradle/libs.versions.toml: Gradle's version catalog."""

from __future__ import annotations

from adrguard.model.record import Record
from adrguard.syntax.manifests.declared import MAVEN, Declared, Manifest
from adrguard.syntax.manifests.toml_manifest import entries, parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from adrguard.syntax.toml_places import Document

_RICH = ("strictly", "require", "prefer")
_COMPONENTS = 3


class Entry(Record):
    """One library or plugin of a catalog: `accessor` is how a build script names it, without the catalog's name."""

    accessor: str
    name: str
    version: str
    start: int
    end: int
    unknown: str = ""


def read(manifest: Manifest) -> list[Declared]:
    """Read all libraries and plugins."""
    document = parse(manifest.text)
    return [
        Declared(MAVEN, one.name, one.version, one.start, one.end, one.unknown)
        for one in catalog_entries(document)
        if one.name
    ]


def catalog_entries(document: Document) -> list[Entry]:
    """Return the entries of a catalog in order; plugins' accessors begin with ``plugins.``."""
    found = []
    for table, prefix in (("libraries", ""), ("plugins", "plugins.")):
        for alias, value, (start, end) in entries(document, table):
            name, version, unknown = _entry(value, document)
            found.append(Entry(prefix + accessor(alias), name, version, start, end, unknown))
    return found


def bundles(document: Document) -> dict[str, list[str]]:
    """Return the accessors of the libraries in each bundle, by the bundle's accessor (``bundles.x``)."""
    return {
        "bundles." + accessor(alias): [accessor(one) for one in members if isinstance(one, str)]
        for alias, members in document.table("bundles").items()
        if isinstance(members, list)
    }


def accessor(alias: str) -> str:
    """Return how a build script spells an alias: dashes and underscores become dots."""
    return alias.replace("-", ".").replace("_", ".")


def _entry(value: Any, document: Document) -> tuple[str, str, str]:
    if isinstance(value, str):
        group, _, rest = value.rpartition(":") if value.count(":") == 1 else value.partition(":")
        if value.count(":") < _COMPONENTS - 1:
            return group, rest, ""
        artifact, _, version = rest.partition(":")
        return f"{group}:{artifact}", version, ""
    if not isinstance(value, dict):
        return "", "", ""
    name = value.get("module") or value.get("id") or f"{value.get('group', '')}:{value.get('name', '')}"
    version, unknown = _version(value.get("version"), document)
    return str(name), version, unknown


def _version(value: Any, document: Document) -> tuple[str, str]:
    if isinstance(value, dict) and isinstance(value.get("ref"), str):
        if value["ref"] not in document.table("versions"):
            return "", f"its version '{value['ref']}' is not in the catalog"
        value = document.table("versions")[value["ref"]]
    if isinstance(value, dict):
        value = next((value[key] for key in _RICH if isinstance(value.get(key), str)), None)
    if not isinstance(value, str):
        return "", "its version is managed elsewhere"
    return value.partition("!!")[0], ""
