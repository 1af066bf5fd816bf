"""MSBuild projects and NuGet's files: *.csproj, Directory.Packages.props, packages.config."""

from __future__ import annotations

from adrguard.syntax.manifests.declared import NUGET, Declared, Manifest
from adrguard.syntax.manifests.xml_manifest import filled, parse, parse_or_none

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from adrguard.syntax.xml_places import Element

_REFERENCES = ("PackageReference", "PackageVersion", "GlobalPackageReference", "PackageDownload")
_CENTRAL = "Directory.Packages.props"
_SHARED = ("Directory.Build.props", _CENTRAL)


def read(manifest: Manifest) -> list[Declared]:
    """Read every package that is referenced or given a central version."""
    root = parse(manifest.text)
    above = list(_shared(manifest))
    properties: dict[str, str] = {}
    for document in [*reversed(above), root]:
        properties.update({one.name: one.text for each in document.each("PropertyGroup") for one in each.children})
    central = {
        name.lower(): _version(one)
        for document in above
        for one in document.walk()
        if one.name == "PackageVersion"
        for name in _names(one)
    }
    found: list[Declared] = []
    for element in root.walk():
        if element.name in _REFERENCES or (element.name == "package" and "id" in element.attributes):
            found += _packages(element, properties, central)
    return found


def _packages(element: Element, properties: dict[str, str], central: dict[str, str]) -> Iterator[Declared]:
    for name in _names(element):
        version = _version(element) or central.get(name.lower(), "")
        text = filled(version, properties, "$(", ")")
        unknown = ""
        if "$(" in text:
            text, unknown = "", f"its version is {text}, which is set elsewhere"
        elif not text:
            unknown = "its version is set elsewhere"
        yield Declared(NUGET, name, text, *_place(element), unknown)


def _names(element: Element) -> list[str]:
    attributes = element.attributes
    text = attributes.get("Include") or attributes.get("Update") or attributes.get("id") or ""
    return [name.strip() for name in text.split(";") if name.strip()]


def _version(element: Element) -> str:
    attributes = element.attributes
    for name in ("VersionOverride", "Version", "version"):
        if attributes.get(name):
            return attributes[name].strip()
    return element.value("VersionOverride") or element.value("Version")


def _place(element: Element) -> tuple[int, int]:
    inner = element.child("VersionOverride") or element.child("Version")
    if inner is not None:
        return inner.text_place
    return element.start, element.start + 1 + len(element.name)


def _shared(manifest: Manifest) -> Iterator[Element]:
    """Yield the shared files that MSBuild finds going up from the project, nearest first."""
    wanted = set(_SHARED) - {manifest.path.rpartition("/")[2]}
    folder = manifest.folder
    while wanted:
        for name in tuple(wanted):
            document = parse_or_none(manifest.look(folder + name))
            if document is not None:
                wanted.discard(name)
                yield document
        if not folder:
            break
        folder = folder[: folder.rfind("/", 0, -1) + 1]
