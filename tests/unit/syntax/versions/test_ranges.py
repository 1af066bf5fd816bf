"""Does what a manifest declares admit what a rule forbids? A table for each ecosystem."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adrguard.syntax.versions.clauses import RangeProblem
from adrguard.syntax.versions.ecosystems import NAMES, admits, scheme, within

YES, NO = True, False

NPM = [
    ("^4.17.20", "<4.17.21", YES),
    ("^4.17.21", "<4.17.21", NO),
    ("4.17.20", "<4.17.21", YES),
    ("4.17.21", "<4.17.21", NO),
    ("=4.17.20", "<4.17.21", YES),
    ("v4.17.20", "<4.17.21", YES),
    ("~4.16", "<4.17.21", YES),
    ("4.x", "<4.17.21", YES),
    ("5.x", "<4.17.21", NO),
    ("*", "<4.17.21", YES),
    ("", "<4.17.21", YES),
    (">=4.17.21", "<4.17.21", NO),
    (">4.17.20 <4.17.21", "<4.17.21", NO),
    ("<3 || >=5", ">=3 <5", NO),
    ("<3 || >=4", ">=3 <5", YES),
    ("1.2.3 - 2.3", "2.3.9", YES),
    ("1.2.3 - 2.3", "2.4", NO),
    ("^0.2.3", ">=0.3", NO),
    ("^0.0.3", "0.0.4", NO),
    ("^0.0", "0.0.9", YES),
    ("~1", "1.9", YES),
    ("1.0.0-beta.2", "<1.0.0", YES),
    (">=1.0.0-beta.2", "<1.0.0", YES),
    (">=1.0.0", "<1.0.0", NO),
    ("<1.0.0", "=1.0.0-beta", NO),
    ("^1.2.0", "=1.5.0-beta", NO),
    ("^1.5.0-alpha", "=1.5.0-beta", YES),
    ("<=4", "4.2", YES),
    ("<=4", "5", NO),
    (">4", "4.9", NO),
    ("1.10.0", "<1.9.0", NO),
    ("^1.2.3+build", "1.2.3", YES),
]
CARGO = [
    ("1.2", "<1.2.5", YES),
    ("1.2.5", "<1.2.5", NO),
    ("=1.2.4", "<1.2.5", YES),
    ("0.3", "0.4", NO),
    ("0.3", "0.3.7", YES),
    (">=1, <1.5", "1.5", NO),
    ("1.*", "1.9", YES),
    ("1.2.*", "1.3", NO),
    ("*", "<1", YES),
    ("~1.2", "1.3", NO),
]
PYPI = [
    (">=4,<5", ">=4,<5", YES),
    ("==4.2.1", ">=4,<5", YES),
    (">=5", ">=4,<5", NO),
    ("", ">=4,<5", YES),
    ("~=3.2", ">=4", NO),
    ("~=3.2", "3.9", YES),
    ("~=3.2.1", "3.3", NO),
    ("==4.*", "4.2", YES),
    ("==4.*", "5", NO),
    ("!=4.2", "==4.2", NO),
    (">=4,!=4.2", "4.1", YES),
    ("<4.2", "==4.2rc1", NO),
    ("==4.2rc1", "<4.2", YES),
    (">=4.2rc1", "<4.2", YES),
    (">4.2", "==4.2.post1", NO),
    ("==1.0+cu118", "==1.0", YES),
    ("==1.0.0", "==1", YES),
    ("==1.10", "<1.9", NO),
    ("==2!1.0", "<3", NO),
    ("<2", ">=2", NO),
    ("<=2", ">=2", YES),
    ("===1.5", "1.5", YES),
]
POETRY = [
    ("^4.1", ">=5", NO),
    ("^4.1", "4.2", YES),
    ("~4.1", "4.2", NO),
    ("4.2.1", "4.2", YES),
    ("*", "1", YES),
    ("^3 || ^5", "4", NO),
    (">=3,<4", "<3", NO),
    ("2.0rc1", "<2", YES),
]
GO = [
    ("v1.2.3", "<1.2.4", YES),
    ("v1.2.3", "<v1.2.3", NO),
    ("v0.0.0-20200101000000-abcdefabcdef", "<0.1.0", YES),
    ("v1.2.4-0.20200101000000-abcdefabcdef", "<1.2.4", YES),
    ("v2.0.0+incompatible", ">=2", YES),
    ("v2.0.0+incompatible", "<2.0.0", NO),
]
MAVEN = [
    ("2.14.1", "<2.17.1", YES),
    ("2.17.1", "<2.17.1", NO),
    ("2.17.1-rc1", "<2.17.1", YES),
    ("[2.0,2.17)", "<2.17.1", YES),
    ("[2.18,)", "<2.17.1", NO),
    ("(,1.0],[1.2,)", "1.1", NO),
    ("(,1.0],[1.2,)", "[1.1,1.3]", YES),
    ("2.+", "2.17.0", YES),
    ("2.17.+", "2.18", NO),
    ("+", "<1", YES),
    ("5.3.0.RELEASE", "<=5.3.0", YES),
    ("31.1-jre", "<31.1", NO),
    ("9.4.31.v20200723", "<9.4.32", YES),
    ("1.0-SNAPSHOT", "<1.0", YES),
    ("1.10", "<1.9", NO),
    ("]1,2[", "=1", NO),
]
GEM = [
    ("~> 6.0", "<6.1", YES),
    ("~> 6.0.3", "6.1", NO),
    ("~> 6.0.3, >= 6.0.3.1", "=6.0.3", NO),
    (">= 6.0.3.1", "<6.0.3.1", NO),
    ("6.0.0.rc1", "<6.0.0", YES),
    ("< 6.0", "=6.0.0.rc1", NO),
    ("", "<1", YES),
    ("!= 1.5", "=1.5", NO),
    ("1.10.0", "<1.9", NO),
    ("1.0", "=1.0.0", YES),
]
COMPOSER = [
    ("^2.0", "<2.3", YES),
    ("~2.1", "2.9", YES),
    ("~2.1.0", "2.2", NO),
    ("2.0.*", "2.1", NO),
    (">=1.0 <1.1 || >=1.2", "1.1", NO),
    ("1.0 - 2.0", "1.5", YES),
    ("<2.0", "=2.0.0-RC1", NO),
    ("2.0.0-RC1", "<2.0", YES),
    ("^1.2@dev", "1.5", YES),
    ("dev-main as 1.2.0", "1.2", YES),
    ("1.2", "=1.2.0.0", YES),
]
NUGET = [
    ("12.0.1", "<13", YES),
    ("13.0.1", "<13.0.1", NO),
    ("12.0.1", ">=13", NO),
    ("[12.0,13.0)", ">=13", NO),
    ("12.*", "12.5", YES),
    ("1.0.0-Beta", "=1.0.0-beta", YES),
    ("1.0.0.1", ">1.0.0", YES),
    ("1.0", "=1.0.0.0", YES),
]
TABLES = {
    "npm": NPM, "cargo": CARGO, "pypi": PYPI, "poetry": POETRY, "go": GO, "maven": MAVEN, "gem": GEM,
    "composer": COMPOSER, "nuget": NUGET,
}  # fmt: skip


def test_every_ecosystem_has_its_table():
    assert set(TABLES) == set(NAMES)


@pytest.mark.parametrize(
    ("ecosystem", "declared", "forbidden", "hit"),
    [
        pytest.param(ecosystem, *row, id=f"{ecosystem}: {row[0] or 'any'} {'hits' if row[2] else 'misses'} {row[1]}")
        for ecosystem, rows in TABLES.items()
        for row in rows
    ],
)
def test_a_declared_range_meets_a_forbidden_one(ecosystem, declared, forbidden, hit):
    assert admits(ecosystem, declared, forbidden) is hit


@pytest.mark.parametrize(
    ("ecosystem", "declared"),
    [
        ("npm", "latest"),
        ("npm", "1.2.3.4"),
        ("npm", "1.2.3-a..b"),
        ("cargo", "one"),
        ("pypi", ">=1,<a"),
        ("pypi", "=1"),
        ("pypi", ">" * 9000),
        ("go", "master"),
        ("go", ">=1"),
        ("maven", "LATEST"),
        ("maven", "latest.release"),
        ("maven", "${version}"),
        ("gem", "one"),
        ("composer", "dev-main"),
        ("composer", "1.x-dev"),
        ("composer", "self.version"),
        ("nuget", "one"),
        ("nuget", "1.2.3.4.5"),
    ],
)
def test_what_cannot_be_ordered_is_said_not_guessed(ecosystem, declared):
    with pytest.raises(RangeProblem):
        admits(ecosystem, declared, "<1")


@pytest.mark.parametrize(
    ("ecosystem", "declared", "required", "inside"),
    [
        ("pypi", ">=4.2", ">=4.2", YES),
        ("pypi", ">=4.1", ">=4.2", NO),
        ("pypi", "==4.3", ">=4.2", YES),
        ("pypi", "", ">=4.2", NO),
        ("npm", "^4.17.21", ">=4.17.21", YES),
        ("npm", "^4.17.21", "^4", YES),
        ("npm", "^4 || ^5", "^4", NO),
        ("cargo", "1.2", "^1", YES),
        ("maven", "2.17", ">=2.17", YES),
        ("gem", "~> 6.0", ">= 6, < 7", YES),
    ],
)
def test_a_declared_range_keeps_within_a_required_one(ecosystem, declared, required, inside):
    assert within(ecosystem, declared, required) is inside


ORDERS = {
    "npm": "1.0.0-alpha 1.0.0-alpha.1 1.0.0-alpha.beta 1.0.0-beta 1.0.0-beta.2 1.0.0-beta.11 1.0.0-rc.1 1.0.0 1.0.1 1.2.0 1.10.0",
    "pypi": "1.dev0 1a1.dev1 1a1 1b2 1rc1 1 1+l 1+l.1 1.post1.dev1 1.post1 1.0.1 1.1 1.10 1!0.1",
    "maven": "1-alpha-1 1-beta-2 1-milestone-1 1-rc-1 1-SNAPSHOT 1 1-sp 1-jre 1-1 1.0.1 1.1 1.10",
    "gem": "1.a 1.b1 1.b10 1 1.0.1 1.1 1.10",
    "composer": "1.0-dev 1.0-alpha1 1.0-alpha2 1.0-beta 1.0-RC1 1.0 1.0-p1 1.0.1 1.10",
    "nuget": "1.0-alpha 1.0-alpha.2 1.0-Beta 1.0 1.0.0.1 1.0.1 1.10",
    "go": "v0.0.0-20200101000000-a v0.1.0 v1.0.0-rc.1 v1.0.0 v2.0.0+incompatible",
}  # fmt: skip


@pytest.mark.parametrize("ecosystem", list(ORDERS))
def test_the_order_of_versions(ecosystem):
    keys = [scheme(ecosystem).key(version) for version in ORDERS[ecosystem].split()]
    for index, key in enumerate(keys):
        assert all(key < later for later in keys[index + 1 :])
        assert not any(later < key for later in keys[index + 1 :])


@pytest.mark.parametrize("ecosystem", NAMES)
@pytest.mark.parametrize(
    "forbidden", ["1", "^1.2", "~1.2.3", "~>1.2", "~=1.2", "1.x", "!=2", "[1,2)", "1 - 2", "=1.2.3"]
)
def test_a_rule_may_be_written_in_any_ecosystems_manner(ecosystem, forbidden):
    assert scheme(ecosystem).forbidden(forbidden)


@pytest.mark.parametrize("ecosystem", NAMES)
@given(text=st.text(alphabet="0123456789.-+*xva<>=~^!|,[]() $rcdev", max_size=24))
def test_no_text_does_more_than_be_refused(ecosystem, text):
    order = scheme(ecosystem)
    for read in (order.declared, order.forbidden):
        try:
            spans = read(text)
        except RangeProblem:
            continue
        assert all(isinstance(order.inhabited(span), bool) for span in spans)
