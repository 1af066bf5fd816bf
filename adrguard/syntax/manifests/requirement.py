"""One PEP 508 requirement, wherever it stands: pyproject.toml, requirements files, setup.cfg."""

from __future__ import annotations

from adrguard.syntax.manifests.declared import PYPI, Declared

_OPERATORS = ("==", ">=", "<=", "!=", "~=", "<", ">")
_STRANGE = "@[](){}#;/\\'\"$"

LONGEST = 2000
"""Characters of a requirement that are still read."""


def read(text: str, start: int, end: int, *, constraint: bool = False) -> Declared | None:
    """Read a requirement that stands from `start` to `end`; None where it names no package (a local path).

    What is no requirement, but begins with a name, is that package at a version that cannot be compared.
    """
    if len(text) > LONGEST:
        return None
    if text.startswith((".", "/", "~")) and (local := _sdist(text.partition(";")[0].strip(), start, end)) is not None:
        return local.replace(constraint=constraint)
    plain = _plain(text)
    if plain is not None:
        return Declared(PYPI, plain[0], plain[1], start, end, constraint=constraint)
    return _parsed(text, start, end, constraint=constraint)


def _plain(text: str) -> tuple[str, str] | None:
    """Split a requirement of the common form, ``name[extras] specifiers ; marker``; None for any other.

    It is what nearly all are, and packaging's parser takes fifty milliseconds to load. Specifiers are still read by it,
    but only those of a package that some rule names.
    """
    body, _, _ = text.partition(";")
    name = name_at_start(body)
    rest = body[len(name) :].strip()
    if rest.startswith("["):
        extras, bracket, rest = rest[1:].partition("]")
        rest = rest.strip()
        if not bracket or not all(char.isalnum() or char in "._-, " for char in extras):
            return None
    if not name or not name.isascii() or not body[0].isalnum():
        return None
    if rest and not (rest.startswith(_OPERATORS) and all(char.isascii() and char not in _STRANGE for char in rest)):
        return None
    return name, " ".join(rest.split())


def _parsed(text: str, start: int, end: int, *, constraint: bool) -> Declared | None:
    from packaging.requirements import InvalidRequirement, Requirement

    try:
        requirement = Requirement(text)
    except InvalidRequirement:
        return _irregular(text, start, end, constraint=constraint)
    unknown = f"it comes from {requirement.url}" if requirement.url else ""
    if requirement.url and requirement.url.partition("#")[0].endswith(".whl"):
        wheel = _wheel(requirement.url, start, end)
        if wheel is not None:
            return wheel.replace(name=requirement.name, constraint=constraint)
    return Declared(PYPI, requirement.name, str(requirement.specifier), start, end, unknown, constraint)


def from_url(url: str, start: int, end: int) -> Declared | None:
    """Read a requirement given as an address: its name is in ``#egg=``, or in the file name of a wheel."""
    fragment = url.partition("#")[2]
    for part in fragment.split("&"):
        key, _, value = part.partition("=")
        name = value.partition("[")[0].strip()
        if key == "egg" and name:
            return Declared(PYPI, name, "", start, end, f"it comes from {url.partition('#')[0]}")
    return _wheel(url, start, end) or _sdist(url, start, end)


def _sdist(place: str, start: int, end: int) -> Declared | None:
    """Read a file of sources or a wheel by its name; None where it says neither name nor version."""
    from packaging.utils import InvalidSdistFilename, parse_sdist_filename

    file = place.partition("#")[0].partition("?")[0].rpartition("/")[2]
    try:
        name, version = parse_sdist_filename(file.replace("%2B", "+"))
    except InvalidSdistFilename:
        return _wheel(place, start, end)
    return Declared(PYPI, name, f"=={version}", start, end)


def _wheel(url: str, start: int, end: int) -> Declared | None:
    from packaging.utils import InvalidWheelFilename, parse_wheel_filename

    file = url.partition("#")[0].partition("?")[0].rpartition("/")[2]
    try:
        name, version, *_ = parse_wheel_filename(file.replace("%2B", "+"))
    except InvalidWheelFilename:
        return None
    return Declared(PYPI, name, f"=={version}", start, end)


def _irregular(text: str, start: int, end: int, *, constraint: bool) -> Declared | None:
    name = name_at_start(text)
    if not name or text.startswith((".", "/")) or text[len(name) : len(name) + 1] in (":", "/", "\\"):
        return None
    return Declared(PYPI, name, "", start, end, f"'{text}' is no valid requirement", constraint)


def name_at_start(text: str) -> str:
    """Return the run of name characters that the text begins with."""
    end = 0
    while end < len(text) and (text[end].isalnum() or text[end] in "._-"):
        end += 1
    return text[:end].rstrip("._-")
