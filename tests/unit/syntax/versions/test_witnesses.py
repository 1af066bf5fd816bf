"""Our orders and ranges against the libraries that define or port them."""

from __future__ import annotations

from hypothesis import assume, given
from hypothesis import strategies as st
from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.version import Version
from univers.gem import GemRequirement, GemVersion
from univers.nuget import Version as NugetVersion
from univers.versions import SemverVersion

from adrguard.syntax.versions.ecosystems import scheme
from adrguard.syntax.versions.spans import intersect

small = st.integers(0, 3).map(str)
numbers = st.lists(small, min_size=1, max_size=3).map(".".join)
full = st.lists(small, min_size=3, max_size=3).map(".".join)
python = st.builds(
    str.__add__, numbers, st.sampled_from(["", ".dev0", "a1", "a1.dev2", "b1", "rc1", ".post1", ".post1.dev1", "+l.1"])
)
semver = st.builds(
    str.__add__, full, st.sampled_from(["", "-0", "-alpha", "-alpha.1", "-alpha.10", "-beta", "-beta.a"])
)
gem = st.builds(str.__add__, numbers, st.sampled_from(["", ".a", ".rc1", ".rc.1", "-beta", ".0"]))
nuget = st.builds(str.__add__, full, st.sampled_from(["", "-alpha", "-alpha.1", "-Beta", "-rc.2"]))


def same_order(ours, theirs, left, right):
    one, other = ours.key(left), ours.key(right)
    mine, witness = theirs(left), theirs(right)
    assert (one < other, one == other) == (mine < witness, mine == witness)


@given(python, python)
def test_python_versions_sort_as_in_packaging(left, right):
    same_order(scheme("pypi"), Version, left, right)


@given(semver, semver)
def test_semantic_versions_sort_as_in_univers(left, right):
    same_order(scheme("npm"), SemverVersion, left, right)


@given(gem, gem)
def test_gem_versions_sort_as_in_univers(left, right):
    same_order(scheme("gem"), GemVersion, left, right)


@given(nuget, nuget)
def test_nuget_versions_sort_as_in_univers(left, right):
    same_order(scheme("nuget"), NugetVersion.from_string, left, right)


@given(
    st.lists(st.tuples(st.sampled_from(["==", "!=", "<", "<=", ">", ">=", "~="]), python), min_size=1, max_size=2),
    python,
)
def test_python_specifiers_admit_what_packaging_says(clauses, version):
    text = ",".join(
        operator + (named.split("+")[0] if operator not in ("==", "!=") else named) for operator, named in clauses
    )
    try:
        specifiers = SpecifierSet(text)
    except InvalidSpecifier:
        assume(False)  # noqa: FBT003 - `~=1` does not exist
    spans = scheme("pypi").declared(text)
    held = any(span.holds(scheme("pypi").key(version)) for span in spans)
    assert held == specifiers.contains(version, prereleases=True)


@given(st.sampled_from(["=", "!=", "<", "<=", ">", ">=", "~>"]), gem, gem)
def test_gem_requirements_admit_what_univers_says(operator, named, version):
    text = f"{operator} {named}"
    order = scheme("gem")
    spans = order.forbidden(text)
    held = any(span.holds(order.key(version)) for span in spans)
    assert held == GemRequirement(text).satisfied_by(GemVersion(version))


@given(
    st.sampled_from(["", "^", "~", ">=", "<", "<=", ">"]),
    full,
    st.sampled_from(["", "^", "~", ">=", "<", "<=", ">"]),
    full,
)
def test_two_npm_ranges_meet_exactly_when_some_release_is_in_both(one, left, other, right):
    order = scheme("npm")
    spans, meant = order.declared(one + left), order.declared(other + right)
    # The bounds have components up to 3, and a range ends one past them at most: 5 is beyond all.
    releases = [order.key(f"{a}.{b}.{c}") for a in range(6) for b in range(6) for c in range(6)]
    shared = any(any(s.holds(key) for s in spans) and any(s.holds(key) for s in meant) for key in releases)
    assert any(map(order.inhabited, intersect(spans, meant))) == shared
