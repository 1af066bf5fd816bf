"""Ranges as people write them."""

from __future__ import annotations

import pytest

from adrguard.syntax.versions.clauses import LONGEST, RangeProblem, parse


def shown(text):
    return [[f"{one.operator}{one.version}" for one in group] for group in parse(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("<4.17.21", [["<4.17.21"]], id="comparator"),
        pytest.param(">= 4 , < 5", [[">=4", "<5"]], id="commas and spaces"),
        pytest.param(">=1 <2 || 3.x", [[">=1", "<2"], ["3.x"]], id="or"),
        pytest.param("^1 | ~2", [["^1"], ["~2"]], id="a single bar"),
        pytest.param(">=1<2", [[">=1", "<2"]], id="nothing between"),
        pytest.param("1.2 - 2.3", [[">=1.2", "<=2.3"]], id="hyphen range"),
        pytest.param("[1.0,2.0)", [[">=1.0", "<2.0"]], id="bracket"),
        pytest.param("(,1.0],[1.2,)", [["<=1.0"], [">=1.2"]], id="two brackets"),
        pytest.param("[1.5]", [["==1.5"]], id="one version in brackets"),
        pytest.param("]1,2[", [[">1", "<2"]], id="Gradle's outward brackets"),
        pytest.param("~> 1.2", [["~>1.2"]], id="pessimistic"),
        pytest.param("~=1.2,!=1.2.3", [["~=1.2", "!=1.2.3"]], id="compatible, excluded"),
        pytest.param("1!2.0", [["1!2.0"]], id="epoch"),
        pytest.param("*", [[]], id="star"),
        pytest.param("", [[]], id="nothing"),
        pytest.param("v1.2.3-0.2020+incompatible", [["v1.2.3-0.2020+incompatible"]], id="Go"),
    ],
)
def test_ranges(text, expected):
    assert shown(text) == expected


@pytest.mark.parametrize(
    "text",
    ["<", ">= , <2", "1,,<", "[1,2", "[1,2)x", "(1)", "1.2/3", "a b$", "<" * (LONGEST + 1), "1 - "],
)
def test_what_is_no_range_is_refused(text):
    with pytest.raises(RangeProblem):
        parse(text)


@pytest.mark.parametrize(
    ("text", "meant"), [("=<2", "<=2"), ("=>2", ">=2"), ("≤2", "<=2"), ("≥ 2", ">=2"), ("≠2", "!=2")]
)
def test_an_operator_that_can_only_mean_one_thing_is_understood(text, meant):
    assert shown(text) == [[meant]]
