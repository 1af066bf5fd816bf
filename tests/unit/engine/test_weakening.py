import pytest

from adrguard.engine.weakening import compare, disarmed
from adrguard.model.decisions import IN_FORCE, NOT_IN_FORCE, Decision, DecisionSet, Settings
from adrguard.model.rules import Rule, TextTarget

RULE = Rule(
    "ADR-1#abc",
    "ADR-1",
    "docs/adr/0001.md",
    9,
    3,
    "deny: x",
    "deny",
    "block",
    "text",
    (TextTarget("x", "x", True, True),),
)


def state(*rules: Rule, force: str = IN_FORCE, status: str = "accepted", **settings: object) -> DecisionSet:
    decision = Decision("ADR-1", "One", "docs/adr/0001.md", status, force)
    return DecisionSet((decision,), rules, settings=Settings(**settings))


BASE = state(RULE)


@pytest.mark.parametrize(
    ("after", "how", "sanctioned"),
    [
        pytest.param(state(), "removed", False, id="the invariant is gone"),
        pytest.param(DecisionSet(), "removed", False, id="the decision is gone"),
        pytest.param(
            state(RULE.replace(id="ADR-1#fff", exclude=((False, ("*.py",), False),))),
            "changed",
            False,
            id="an exception more",
        ),
        pytest.param(state(RULE.replace(level="advise")), "changed", False, id="it only warns now, under the same id"),
        pytest.param(state(RULE.replace(until="2020-01-01")), "changed", False, id="it lapses"),
        pytest.param(state(RULE.replace(shadow=True)), "status", False, id="the decision is only proposed now"),
        pytest.param(state(force=NOT_IN_FORCE, status="superseded"), "status", True, id="the decision was superseded"),
    ],
)
def test_each_way_to_weaken_a_rule_is_named(after: DecisionSet, how: str, *, sanctioned: bool) -> None:
    found = list(compare(after, BASE))
    assert [(one.how, one.sanctioned) for one in found] == [(how, sanctioned)]
    assert "deny: x" in found[0].before


def test_a_rule_that_only_moved_or_explains_itself_better_is_not_weakened() -> None:
    after = state(RULE.replace(line=40, because="it leaks", remediation="name columns"))
    assert list(compare(after, BASE)) == []
    assert list(disarmed(after, BASE, after.rules)) == []


def test_the_base_rule_still_judges_unless_its_decision_left_properly() -> None:
    assert list(disarmed(state(), BASE, [])) == [RULE]
    assert list(disarmed(state(force=NOT_IN_FORCE, status="superseded"), BASE, [])) == []


def test_looser_settings_and_new_baseline_entries_are_named() -> None:
    after = BASE.replace(settings=Settings(on_budget="warn"), baseline="ADR-1#abc\ta.py\t1\tx\n")
    assert sorted(one.how for one in compare(after, BASE)) == ["baseline", "configuration"]
