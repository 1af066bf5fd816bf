"""A scope is as wide as another one where globs and languages prove it, for files that are there and files to come."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adrguard.engine.breadth import are_within, is_covered
from adrguard.model.globs import compile_globs, matches
from adrguard.model.rules import PathTarget, Rule

NOTE = "docs/adr/0001.md"


def globs(text: str) -> tuple[tuple[bool, tuple[str, ...], bool], ...]:
    return tuple(glob for one in text.split() for glob in compile_globs(one))


def scoped(include: str = "", exclude: str = "", langs: tuple[str, ...] = (), **changes: object) -> Rule:
    target = PathTarget("x", globs("x"))
    rule = Rule("ADR-1#a", "ADR-1", NOTE, 1, 1, "deny path: x", "deny", "block", "path", (target,))
    return rule.replace(include=globs(include), exclude=globs(exclude), langs=langs, **changes)


def is_as_wide(now: Rule, before: Rule) -> bool:
    return is_covered(before, [now])


@pytest.mark.parametrize(
    ("narrow", "wide"),
    [
        pytest.param(scoped("a/**"), scoped("a/** b/**"), id="another folder"),
        pytest.param(scoped("a/**"), scoped(), id="everywhere"),
        pytest.param(scoped("a/**"), scoped("**/a/**"), id="the folder anywhere"),
        pytest.param(scoped("a/b/*.py"), scoped("a/**"), id="a folder above"),
        pytest.param(scoped("a/**"), scoped("a/"), id="a folder by its name alone"),
        pytest.param(scoped("a/*.py"), scoped("*.py"), id="an ending anywhere"),
        pytest.param(scoped("a/*_test.py"), scoped("a/*.py"), id="a shorter ending"),
        pytest.param(scoped("a/**"), scoped("{a,b}/**"), id="braces"),
        pytest.param(scoped(exclude="a/** b/**"), scoped(exclude="a/**"), id="an exception less"),
        pytest.param(scoped(exclude="a/**"), scoped(exclude="a/b/**"), id="a smaller exception"),
        pytest.param(scoped(langs=("python",)), scoped(langs=("go", "python")), id="another language"),
        pytest.param(scoped(langs=("python",)), scoped(), id="every language"),
    ],
)
def test_globs_prove_what_they_name(narrow: Rule, wide: Rule) -> None:
    assert is_as_wide(wide, narrow)
    assert not is_as_wide(narrow, wide)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("src/**", "/src/**", id="a slash in front"),
        pytest.param("src/**", "src/*", id="all that lies in it"),
        pytest.param("*.py", "**/*.py", id="an ending"),
        pytest.param("**", ".", id="everything"),
    ],
)
def test_two_spellings_of_a_scope_are_one(one: str, other: str) -> None:
    assert is_as_wide(scoped(one), scoped(other))
    assert is_as_wide(scoped(other), scoped(one))


@pytest.mark.parametrize(
    ("narrow", "wide"),
    [
        pytest.param("a/**", "a/*.py", id="one ending of a folder"),
        pytest.param("a/**", "a/b.py a/c.py", id="the files of today"),
        pytest.param("**/a", "a/**", id="anywhere"),
        pytest.param("a/[xy]", "a/[xz]", id="a class"),
        pytest.param("a[b.py]", "*.py]", id="a class that ends as an ending does"),
        pytest.param("a/**/b", "a/*/b", id="some folders between"),
        pytest.param("/".join(["**", "a"] * 60), "/".join(["**", "b"] * 60), id="too long to be compared"),
    ],
)
def test_what_is_narrower_or_cannot_be_told_is_not_held_to_be_as_wide(narrow: str, wide: str) -> None:
    assert not is_as_wide(scoped(wide), scoped(narrow))


SEGMENTS = st.sampled_from(["a", "b", "*", "**", "*.py", "a*", "?", "[ab]", "[a.]py", "a[b.py]", "*.py]", "*b]", "\\*"])
GLOBS = st.builds(
    lambda parts, start, end: start + "/".join(parts) + end,
    st.lists(SEGMENTS, min_size=1, max_size=4),
    st.sampled_from(["", "/"]),
    st.sampled_from(["", "/"]),
).map(lambda text: compile_globs(text)[0])
PATHS = st.lists(st.sampled_from(["a", "b", "ab", "x.py", "a.py", "apy", ".py]", "*"]), min_size=1, max_size=5).map(
    "/".join
)


@given(GLOBS, GLOBS, st.lists(PATHS, min_size=1, max_size=20))
def test_what_is_held_to_lie_within_matches_nothing_else(narrow, wide, paths) -> None:
    if are_within([narrow], [wide]):
        assert [path for path in paths if matches((narrow,), path) and not matches((wide,), path)] == []


@given(GLOBS)
def test_every_glob_lies_within_itself(glob) -> None:
    assert are_within([glob], [glob])


def test_two_scopes_together_are_as_wide_as_the_one_that_they_part() -> None:
    whole = scoped()
    assert is_covered(whole, [scoped(exclude="a/**"), scoped("a/**")])
    assert not is_covered(whole, [scoped(exclude="a/**"), scoped("a/b/**")])
    assert not is_covered(whole, [scoped("a/**"), scoped("b/**")])
    both = scoped("a/** b/**", exclude="a/x")
    assert is_covered(both, [scoped("a/**", exclude="a/x"), scoped("b/**", exclude="b/y"), scoped("b/y")])
    assert not is_covered(both, [scoped("a/**")])
    assert not is_covered(whole, [])
