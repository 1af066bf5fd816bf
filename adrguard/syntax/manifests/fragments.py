"""Manifests of which only a part is known, as in a diff: what can be recognised without the whole structure.

A diff's hunk of a package.json or Cargo.toml is no JSON and no TOML, and in which table a line stands is often not in
it. A line that looks like a dependency is taken for one: rules name packages, so a mistake needs a name that is both.
"""

from __future__ import annotations

from adrguard.syntax.manifests.declared import CARGO, COMPOSER, MAVEN, NPM, NUGET, POETRY, PYPI, Declared, Manifest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

READERS = {
    "package_json": NPM,
    "composer_json": COMPOSER,
    "pyproject": POETRY,
    "pipfile": PYPI,
    "cargo": CARGO,
    "pom": MAVEN,
    "msbuild": NUGET,
    "version_catalog": MAVEN,
}
_NO_PACKAGES = (
    "name", "version", "description", "main", "module", "types", "license", "author", "homepage", "type", "edition",
    "rust-version", "readme", "requires-python", "python", "repository", "build-backend", "package", "path", "git",
)  # fmt: skip


def read(manifest: Manifest, form: str) -> list[Declared]:
    """Return the dependencies that the lines of a fragment show."""
    ecosystem = READERS[form]
    reader = {NPM: _json, COMPOSER: _json, MAVEN: _xml, NUGET: _xml}.get(ecosystem, _toml)
    if form == "version_catalog":
        reader = _toml
    return list(reader(manifest.text, ecosystem))


def _lines(text: str) -> Iterator[tuple[str, int]]:
    at = 0
    for line in text.split("\n"):
        yield line, at
        at += len(line) + 1


def _quoted(line: str) -> list[tuple[str, int, int]]:
    """Return the strings of a line, each with the offsets of its quotes."""
    found = []
    at = 0
    while at < len(line):
        if line[at] in "\"'":
            end = line.find(line[at], at + 1)
            if end < 0:
                break
            found.append((line[at + 1 : end], at, end + 1))
            at = end
        at += 1
    return found


def _json(text: str, ecosystem: str) -> Iterator[Declared]:
    from adrguard.syntax.manifests.package_json import specifier

    for line, at in _lines(text):
        strings = _quoted(line)
        if len(strings) != 2 or line[strings[0][2] : strings[1][1]].strip() != ":":  # noqa: PLR2004 - name and value
            continue
        (name, start, _), (value, _, end) = strings
        if name not in _NO_PACKAGES:
            package, version, unknown = specifier(name, value) if ecosystem == NPM else (name, value, "")
            yield Declared(ecosystem, package, version, at + start, at + end, unknown)


def _toml(text: str, ecosystem: str) -> Iterator[Declared]:
    for line, at in _lines(text):
        body = line.strip()
        if body.startswith(("#", "[")) or not body:
            continue
        if body[0] in "\"'" and "=" not in body.partition(body[0])[2].partition(body[0])[2]:
            yield from _requirements(line, at, ecosystem)
        else:
            yield from _pair(line, at, ecosystem)


def _requirements(line: str, at: int, ecosystem: str) -> Iterator[Declared]:
    from adrguard.syntax.manifests import requirement

    for text, start, end in _quoted(line) if ecosystem in (PYPI, POETRY) else ():
        one = requirement.read(text, at + start, at + end)
        if one is not None:
            yield one


def _pair(line: str, at: int, ecosystem: str) -> Iterator[Declared]:
    from adrguard.syntax.manifests import toml_manifest
    from adrguard.syntax.manifests.declared import ManifestProblem

    name = line.partition("=")[0].strip().partition(".")[0].strip("\"'")
    try:
        value = next(iter(toml_manifest.parse(line.strip()).values.values()))
    except (ManifestProblem, StopIteration):
        # `dependencies = ["a",` begins a list whose end is not here.
        yield from _requirements(line, at, ecosystem)
        return
    if isinstance(value, list):
        yield from _requirements(line, at, ecosystem)
    elif name not in _NO_PACKAGES and isinstance(value, (str, dict)):
        if ecosystem == MAVEN:
            name, value = _catalog_name(name, value)
        version, unknown = toml_manifest.described(value)
        package = value.get("package", name) if isinstance(value, dict) else name
        start = at + len(line) - len(line.lstrip())
        yield Declared(ecosystem, str(package), version, start, at + len(line.rstrip()), unknown)


def _catalog_name(name: str, value: str | dict[str, object]) -> tuple[str, object]:
    if isinstance(value, str):
        group, _, rest = value.partition(":")
        artifact, _, version = rest.partition(":")
        return (f"{group}:{artifact}", version) if artifact else (name, value)
    module = value.get("module") or value.get("id")
    return (str(module), value) if module else (f"{value.get('group', '')}:{value.get('name', name)}", value)


def _xml(text: str, ecosystem: str) -> Iterator[Declared]:
    from adrguard.syntax.manifests import xml_fragments

    yield from xml_fragments.maven(text) if ecosystem == MAVEN else xml_fragments.nuget(text)
