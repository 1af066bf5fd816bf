"""pyproject.toml: PEP 621, PEP 735, build requirements, and the tables of Poetry, PDM, uv, Hatch and Flit."""

from __future__ import annotations

from adrguard.syntax.manifests import requirement
from adrguard.syntax.manifests.declared import POETRY, PYPI, Declared, Manifest
from adrguard.syntax.manifests.toml_manifest import described, entries, parse, span, strings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from adrguard.syntax.toml_places import Document

_LISTS: tuple[tuple[str, ...], ...] = (
    ("project", "dependencies"),
    ("build-system", "requires"),
    ("tool", "uv", "dev-dependencies"),
    ("tool", "flit", "metadata", "requires"),
)
_CONSTRAINTS: tuple[tuple[str, ...], ...] = (
    ("tool", "uv", "constraint-dependencies"),
    ("tool", "uv", "override-dependencies"),
    ("tool", "uv", "build-constraint-dependencies"),
)
_TABLES_OF_LISTS: tuple[tuple[str, ...], ...] = (
    ("project", "optional-dependencies"),
    ("dependency-groups",),
    ("tool", "pdm", "dev-dependencies"),
    ("tool", "flit", "metadata", "requires-extra"),
)
_HATCH_LISTS = ("dependencies", "extra-dependencies")


def read(manifest: Manifest) -> list[Declared]:
    """Read all tables that declare dependencies."""
    document = parse(manifest.text)
    return [*_requirements(document), *_poetry(document), *_pdm_overrides(document)]


def _lists(document: Document) -> Iterator[tuple[tuple[str, ...], bool]]:
    for path in _LISTS:
        yield path, False
    for path in _CONSTRAINTS:
        yield path, True
    for path in _TABLES_OF_LISTS:
        for group in document.table(*path):
            yield (*path, group), False
    for name in document.table("tool", "hatch", "envs"):
        for key in _HATCH_LISTS:
            yield ("tool", "hatch", "envs", name, key), False


def _requirements(document: Document) -> Iterator[Declared]:
    for path, constraint in _lists(document):
        for text, (start, end) in strings(document, *path):
            one = requirement.read(text, start, end, constraint=constraint)
            if one is not None:
                yield one


def _poetry(document: Document) -> Iterator[Declared]:
    tables: list[tuple[str, ...]] = [("tool", "poetry", "dependencies"), ("tool", "poetry", "dev-dependencies")]
    tables += [("tool", "poetry", "group", name, "dependencies") for name in document.table("tool", "poetry", "group")]
    for path in tables:
        for name, value, (start, end) in entries(document, *path):
            if name != "python":
                for one in _alternatives(value):
                    yield Declared(POETRY, name, one[0], start, end, one[1])


def _alternatives(value: Any) -> list[tuple[str, str]]:
    """Read a Poetry constraint; a list holds one for each environment."""
    if isinstance(value, list):
        return [described(one) for one in value]
    return [described(value)]


def _pdm_overrides(document: Document) -> Iterator[Declared]:
    path = ("tool", "pdm", "resolution", "overrides")
    for name, value in document.table(*path).items():
        start, end = span(document, (*path, name))
        text, unknown = described(value)
        pinned = f"=={text}" if text[:1].isdigit() else text
        yield Declared(PYPI, name, pinned, start, end, unknown, constraint=True)
