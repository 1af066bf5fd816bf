"""Which order of versions an ecosystem has; each is loaded when a manifest of it is first compared."""

from __future__ import annotations

from adrguard.syntax.versions.spans import complement, intersect

TYPE_CHECKING = False
if TYPE_CHECKING:
    from adrguard.syntax.versions.scheme import Scheme

NAMES = ("pypi", "poetry", "npm", "cargo", "go", "maven", "gem", "composer", "nuget")
_LOADED: dict[str, Scheme] = {}


def scheme(ecosystem: str) -> Scheme:
    """Return the order and ranges of one of `NAMES`."""
    if ecosystem not in _LOADED:
        _LOADED[ecosystem] = _load(ecosystem)
    return _LOADED[ecosystem]


def _load(ecosystem: str) -> Scheme:
    if ecosystem in ("npm", "cargo", "go"):
        from adrguard.syntax.versions import semver

        return {"npm": semver.Npm, "cargo": semver.Cargo, "go": semver.Go}[ecosystem]()
    if ecosystem in ("pypi", "poetry"):
        from adrguard.syntax.versions import pep440

        return pep440.Pep440() if ecosystem == "pypi" else pep440.Poetry()
    if ecosystem == "maven":
        from adrguard.syntax.versions.maven import Maven

        return Maven()
    return _load_other(ecosystem)


def _load_other(ecosystem: str) -> Scheme:
    if ecosystem == "gem":
        from adrguard.syntax.versions.gem import Gem

        return Gem()
    if ecosystem == "composer":
        from adrguard.syntax.versions.composer import Composer

        return Composer()
    from adrguard.syntax.versions.nuget import Nuget

    return Nuget()


def admits(ecosystem: str, declared: str, meant: str) -> bool:
    """Say whether the declared range admits some version that the rule's range means. Raises `RangeProblem`."""
    order = scheme(ecosystem)
    return any(map(order.inhabited, intersect(order.declared(declared), order.forbidden(meant))))


def within(ecosystem: str, declared: str, meant: str) -> bool:
    """Say whether every version that the declared range admits is one that the rule's range means."""
    order = scheme(ecosystem)
    outside = intersect(order.declared(declared), complement(order.forbidden(meant)))
    return not any(map(order.inhabited, outside))
