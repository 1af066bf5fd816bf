"""When two package names are one package, by the rules of each ecosystem."""

from __future__ import annotations

from adrguard.syntax.manifests.declared import CARGO, COMPOSER, GO, MAVEN, NPM, NUGET, POETRY, PYPI

_IGNORE_CASE = (COMPOSER, NUGET, MAVEN, NPM, CARGO)


def same(ecosystem: str, declared: str, meant: str) -> bool:
    """Say whether a rule that names `meant` concerns the package `declared`.

    A trailing ``*`` in the rule stands for any rest (``@angular/*``, ``org.springframework:*``). A Maven artifact may
    be named with its group or alone; a Go module also covers its major versions (``…/v2``, ``gopkg.in/yaml.v3``).
    """
    names = [normal(ecosystem, declared)]
    if ecosystem == MAVEN and ":" not in meant:
        names.append(names[0].rpartition(":")[2])
    if ecosystem == GO:
        names.append(_without_major(declared))
    if meant.endswith("*") and len(meant) > 1:
        start = normal(ecosystem, meant[:-1] + "x")[:-1]
        return any(name.startswith(start) for name in names)
    return normal(ecosystem, meant) in names


def normal(ecosystem: str, name: str) -> str:
    """Return the form under which the ecosystem's registry takes names for equal."""
    if ecosystem in (PYPI, POETRY):
        name = name.lower().partition("[")[0].replace("_", "-").replace(".", "-")
        while "--" in name:
            name = name.replace("--", "-")
        return name
    if ecosystem == CARGO:
        name = name.replace("_", "-")
    return name.lower() if ecosystem in _IGNORE_CASE else name


def _without_major(path: str) -> str:
    for mark in ("/v", ".v"):
        head, _, digits = path.rpartition(mark)
        if head and digits.isdecimal():
            return head
    return path
