"""One PEP 508 requirement, wherever it stands: pyproject.toml, requirements files, setup.cfg."""

from __future__ import annotations

from packaging.requirements import InvalidRequirement, Requirement
from packaging.utils import InvalidWheelFilename, parse_wheel_filename

from adrguard.syntax.manifests.declared import PYPI, Declared

LONGEST = 2000
"""Characters of a requirement that are still read."""


def read(text: str, start: int, end: int, *, constraint: bool = False) -> Declared | None:
    """Read a requirement that stands from `start` to `end`; None where it names no package (a local path).

    What is no requirement, but begins with a name, is that package at a version that cannot be compared.
    """
    if len(text) > LONGEST:
        return None
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
    return _wheel(url, start, end)


def _wheel(url: str, start: int, end: int) -> Declared | None:
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
