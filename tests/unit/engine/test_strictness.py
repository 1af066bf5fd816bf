"""What is proved to be as strict as it was, and what is not held to be."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adrguard.engine.strictness import demands_as_much, is_lapsed
from adrguard.kdsl.compile import NoteFacts, compile_note
from adrguard.model.invariants import FRONTMATTER, InvariantText, SubItem
from adrguard.model.rules import Rule

TODAY = "2026-06-15"


def rule(text: str, *clauses: str, **changes: object) -> Rule:
    items = tuple(SubItem(clause, 2 + index, 3) for index, clause in enumerate(clauses))
    compiled = compile_note([InvariantText(text, 1, 1, FRONTMATTER, clauses=items)], NoteFacts("ADR-1", "n.md"))
    assert compiled.problems == ()
    (found,) = compiled.rules
    return found.replace(**changes)


@pytest.mark.parametrize(
    ("milder", "stricter"),
    [
        pytest.param(rule("warn: `x`"), rule("deny: `x`"), id="it blocks"),
        pytest.param(rule("deny: `x`", "severity: advise"), rule("deny: `x`"), id="it blocks, by its clause"),
        pytest.param(rule("deny: `x`", shadow=True), rule("deny: `x`"), id="it is in force"),
        pytest.param(rule("deny: `x`", "until: 2026-09-01"), rule("deny: `x`", "until: 2027-09-01"), id="later end"),
        pytest.param(rule("deny: `x`", "until: 2026-09-01"), rule("deny: `x`"), id="no end"),
        pytest.param(
            rule("deny: `x`", "since: 2027-01-01"), rule("deny: `x`", "since: 2026-12-01"), id="earlier start"
        ),
        pytest.param(rule("deny: `x`", "since: 2027-01-01"), rule("deny: `x`"), id="no start"),
        pytest.param(rule("deny: `x`", "where: code"), rule("deny: `x`", "where: code, comment"), id="more is read"),
        pytest.param(rule("deny: `x`", "where: code"), rule("deny: `x`", "where: any"), id="all is read"),
        pytest.param(rule("deny: `x`"), rule("deny: `x`", "case: insensitive"), id="any case"),
        pytest.param(rule("deny: /x+y/"), rule("deny: /x+y/i"), id="any case of an expression"),
        pytest.param(rule("deny: /x+y/s"), rule("deny: /x+y/is"), id="any case beside another flag"),
        pytest.param(rule("deny: `x`"), rule("deny: `x`, `y`"), id="another target"),
        pytest.param(rule("deny import: `x`", "exact: yes"), rule("deny import: `x`"), id="all below the module"),
        pytest.param(rule("deny import: `x`", "types: ignore"), rule("deny import: `x`"), id="types as well"),
        pytest.param(rule("deny path: `x/**`"), rule("deny path: `x/**`", "on: add, modify"), id="another event"),
        pytest.param(rule("deny path: `x/a/**`"), rule("deny path: `x/**`"), id="a wider place"),
        pytest.param(rule("deny dependency: `x <2`"), rule("deny dependency: `x`"), id="every version"),
        pytest.param(rule("deny dependency: `x <4.17.21`"), rule("deny dependency: `x <5`"), id="a later end"),
        pytest.param(rule("deny dependency: `x <2.0`"), rule("deny dependency: `x <=2`"), id="the end itself"),
        pytest.param(rule("deny import: `requests.api`"), rule("deny import: `requests`"), id="the module above"),
        pytest.param(rule("deny import: `tokio::sync`"), rule("deny import: `tokio`"), id="the crate above"),
        pytest.param(rule("deny call: `requests.get`"), rule("deny call: `requests.*`"), id="all of a module"),
        pytest.param(rule("deny edge: `a/b/**` -> `c/**`"), rule("deny edge: `a/**` -> `c/**`"), id="a wider edge"),
        pytest.param(
            rule("require change: `x`", "when: a/**"),
            rule("require change: `x`", "when: a/**, b/**"),
            id="more reasons",
        ),
        pytest.param(
            rule("require change: `x`, `y`", "when: a"), rule("require change: `x`", "when: a"), id="fewer ways out"
        ),
        pytest.param(rule("deny: `x`", project="shop"), rule("deny: `x`"), id="every project"),
        pytest.param(
            rule("require: `x` in `a`"), rule("require: `x` in `a`", "where: comment"), id="found in fewer places"
        ),
        pytest.param(
            rule("require: `x` in `a`", "case: insensitive"), rule("require: `x` in `a`"), id="found in one case"
        ),
    ],
)
def test_what_is_stricter_is_proved_and_what_is_milder_is_not(milder: Rule, stricter: Rule) -> None:
    assert demands_as_much(stricter, milder, TODAY)
    assert not demands_as_much(milder, stricter, TODAY)
    assert demands_as_much(milder, milder, TODAY)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param(rule("deny: `x`"), rule("deny: `y`"), id="another text"),
        pytest.param(rule("deny: `x`"), rule("require: `x` in `a`"), id="another verb"),
        pytest.param(rule("deny: `x`"), rule("deny: /x/"), id="another kind"),
        pytest.param(rule("deny: /x/i"), rule("deny: /x/s"), id="another flag"),
        pytest.param(rule("deny: `x`", "where: code"), rule("deny: `x`", "where: comment"), id="another place"),
        pytest.param(rule("deny dependency: `x <2`"), rule("deny dependency: `x >3`"), id="another range"),
        pytest.param(rule("deny dependency: `x <2`"), rule("deny dependency: `x <3 || 4`"), id="a range of two"),
        pytest.param(rule("deny import: `re`"), rule("deny import: `requests`"), id="a name that only begins so"),
        pytest.param(rule("deny edge: `a/**` -> `b/**`"), rule("deny edge: `b/**` -> `a/**`"), id="another edge"),
        pytest.param(rule("deny code: `f($A)`"), rule("deny code: `f($$$A)`"), id="another pattern"),
        pytest.param(rule("deny: `x`", project="shop"), rule("deny: `x`", project="bank"), id="another project"),
    ],
)
def test_what_cannot_be_compared_is_proved_in_neither_direction(one: Rule, other: Rule) -> None:
    assert not demands_as_much(one, other, TODAY)
    assert not demands_as_much(other, one, TODAY)


def test_a_start_that_is_over_changes_nothing() -> None:
    assert demands_as_much(rule("deny: `x`", "since: 2026-06-01"), rule("deny: `x`"), TODAY)


@pytest.mark.parametrize(
    ("since", "until", "lapsed"),
    [("", "", False), ("2026-06-15", "2026-06-15", False), ("2026-06-16", "", True), ("", "2026-06-14", True)],
)
def test_dates_decide_whether_a_rule_binds_today(since: str, until: str, *, lapsed: bool) -> None:
    assert is_lapsed(rule("deny: `x`").replace(since=since, until=until), TODAY) is lapsed


VARIANTS = [
    rule(f"{verb}: `x`{more}", *clauses)
    for verb in ("deny", "warn")
    for more in ("", ", `y`")
    for clauses in ((), ("case: insensitive",), ("where: code",), ("until: 2027-01-01",), ("since: 2027-01-01",))
]


@given(st.sampled_from(VARIANTS), st.sampled_from(VARIANTS), st.sampled_from(VARIANTS))
def test_it_is_an_order(one: Rule, other: Rule, third: Rule) -> None:
    if demands_as_much(one, other, TODAY) and demands_as_much(other, third, TODAY):
        assert demands_as_much(one, third, TODAY)
