"""pom.xml (Maven): dependencies, plugins, parents; properties and managed versions, also those of parent files."""

from __future__ import annotations

from adrguard.model.record import Record
from adrguard.syntax.manifests.declared import MAVEN, Declared, Manifest
from adrguard.syntax.manifests.xml_manifest import filled, parse, parse_or_none

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from adrguard.syntax.xml_places import Element

_MOST_PARENTS = 8
_PLUGIN_GROUP = "org.apache.maven.plugins"
_SECTIONS = (
    ("dependencies", "dependency"),
    ("dependencyManagement", "dependencies", "dependency"),
    ("build", "plugins", "plugin"),
    ("build", "pluginManagement", "plugins", "plugin"),
    ("build", "plugins", "plugin", "dependencies", "dependency"),
    ("build", "extensions", "extension"),
)
_MANAGED = {
    ("dependencies", "dependency"): ("dependencyManagement", "dependencies", "dependency"),
    ("build", "plugins", "plugin"): ("build", "pluginManagement", "plugins", "plugin"),
}


class Lineage(Record):
    """What a POM knows from itself and its parents: the POMs from nearest to farthest, and the merged properties."""

    poms: tuple[Element, ...]
    properties: dict[str, str]


def read(manifest: Manifest) -> list[Declared]:
    """Read every artifact that the POM names."""
    root = parse(manifest.text)
    lineage = _lineage(root, manifest)
    found = [one for parent in root.each("parent") for one in _artifact(parent, ("parent",), lineage)]
    for owner in (root, *root.each("profiles", "profile")):
        for section in _SECTIONS:
            for element in owner.each(*section):
                found += _artifact(element, section, lineage)
    return found


def _artifact(element: Element, section: tuple[str, ...], lineage: Lineage) -> Iterator[Declared]:
    artifact = element.child("artifactId")
    if artifact is None:
        return
    name = _name(element, section, lineage)
    version = element.child("version")
    if version is not None:
        text = filled(version.text, lineage.properties, "${", "}")
        start, end = version.text_place
    else:
        text = _managed(name, section, lineage)
        start, end = artifact.text_place
    unknown = ""
    if not text and section != ("build", "extensions", "extension"):
        unknown = "its version is managed elsewhere"
    elif "${" in text:
        text, unknown = "", f"its version is {text}, which is set elsewhere"
    yield Declared(MAVEN, name, text, start, end, unknown)


def _name(element: Element, section: tuple[str, ...], lineage: Lineage) -> str:
    default = _PLUGIN_GROUP if section[-1] == "plugin" else ""
    group = element.value("groupId") or default
    return filled(f"{group}:{element.value('artifactId')}", lineage.properties, "${", "}")


def _managed(name: str, section: tuple[str, ...], lineage: Lineage) -> str:
    managed = _MANAGED.get(section)
    for pom in lineage.poms if managed else ():
        for element in pom.each(*(managed or ())):
            if _name(element, section, lineage) == name:
                return filled(element.value("version"), lineage.properties, "${", "}")
    return ""


def _lineage(root: Element, manifest: Manifest) -> Lineage:
    poms, folder = [root], manifest.folder
    while len(poms) < _MOST_PARENTS:
        parent = poms[-1].child("parent")
        if parent is None:
            break
        relative = parent.child("relativePath")
        path = _joined(folder, relative.text if relative is not None else "../pom.xml")
        above = parse_or_none(manifest.look(path)) if path else None
        if above is None or above.value("artifactId") != parent.value("artifactId"):
            break
        poms.append(above)
        folder = path[: path.rfind("/") + 1]
    properties: dict[str, str] = {}
    for pom in reversed(poms):
        properties.update({one.name: one.text for each in pom.each("properties") for one in each.children})
    for key in ("version", "groupId", "artifactId"):
        own = root.value(key) or root.value("parent", key)
        if own:
            properties[f"project.{key}"] = properties[f"pom.{key}"] = own
            properties[f"project.parent.{key}"] = root.value("parent", key)
    return Lineage(tuple(poms), properties)


def _joined(folder: str, relative: str) -> str:
    """Return the path of a parent POM, "" when it is said to be none or lies outside the repository."""
    if not relative:
        return ""
    if not relative.endswith(".xml"):
        relative = relative.rstrip("/") + "/pom.xml"
    parts = folder.split("/")[:-1]
    for part in relative.split("/"):
        if part == "..":
            if not parts:
                return ""
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)
