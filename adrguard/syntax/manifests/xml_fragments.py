"""Parts of pom.xml and of MSBuild files, as a diff shows them: tags without the document around them."""

from __future__ import annotations

from adrguard.model.record import Record
from adrguard.syntax.manifests.declared import MAVEN, NUGET, Declared

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_REFERENCES = ("PackageReference", "PackageVersion", "GlobalPackageReference", "PackageDownload", "package")
_LEAVES = ("groupId", "artifactId", "version")


class Tag(Record):
    """One opening tag: its name, the rest of it, the text up to the next tag, and where that text stands."""

    name: str
    rest: str
    text: str
    start: int
    end: int


def _tags(fragment: str) -> Iterator[Tag]:
    at = fragment.find("<")
    while at >= 0:
        close = fragment.find(">", at)
        following = fragment.find("<", at + 1)
        if close < 0:
            break
        if not 0 <= following < close:
            name, _, rest = fragment[at + 1 : close].partition(" ")
            raw = fragment[close + 1 : following if following >= 0 else len(fragment)]
            start = close + 1 + len(raw) - len(raw.lstrip())
            yield Tag(name.rstrip("/"), rest, raw.strip(), start, start + len(raw.strip()))
        at = following


def maven(fragment: str) -> Iterator[Declared]:
    """Yield an artifact for each `artifactId`, with the `groupId` before and the `version` after it, where shown."""
    group = ""
    leaves = [tag for tag in _tags(fragment) if tag.name in _LEAVES or tag.name.lstrip("/") == "dependency"]
    for index, tag in enumerate(leaves):
        if tag.name == "groupId":
            group = tag.text
        elif tag.name == "artifactId":
            after = leaves[index + 1] if index + 1 < len(leaves) else None
            version = after if after is not None and after.name == "version" else None
            text = version.text if version is not None else ""
            unknown = "" if text and "$" not in text else "its version is not in the part that is known"
            place = version or tag
            name = f"{group}:{tag.text}" if group else tag.text
            yield Declared(MAVEN, name, "" if unknown else text, place.start, place.end, unknown)
        else:
            group = "" if tag.name.endswith("dependency") else group


def nuget(fragment: str) -> Iterator[Declared]:
    """Yield a package for each reference whose tag is whole."""
    for tag in _tags(fragment):
        if tag.name in _REFERENCES:
            attributes = _attributes(tag.rest)
            name = attributes.get("Include") or attributes.get("Update") or attributes.get("id")
            version = attributes.get("Version") or attributes.get("version") or ""
            if name:
                unknown = "" if version and "$" not in version else "its version is not in the part that is known"
                end = fragment.rfind(">", 0, tag.start) + 1
                start = fragment.rfind("<", 0, end)
                yield Declared(NUGET, name, "" if unknown else version, start, end, unknown)


def _attributes(text: str) -> dict[str, str]:
    found = {}
    parts = text.split('"')
    for index in range(0, len(parts) - 1, 2):
        found[parts[index].strip(" =\t\n")] = parts[index + 1]
    return found
