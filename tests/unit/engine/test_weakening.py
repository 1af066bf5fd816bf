import pytest

from adrguard.engine.configured import stricter
from adrguard.engine.weakening import Scene, compare, disarmed
from adrguard.kdsl.compile import NoteFacts, compile_note
from adrguard.model.decisions import IN_FORCE, NOT_IN_FORCE, Decision, DecisionSet, Settings
from adrguard.model.invariants import FRONTMATTER, InvariantText, SubItem
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


def by_door(**words: str) -> tuple[tuple[str, str], ...]:
    return tuple({**dict(Settings().weakening), **words}.items())


BASE = state(RULE)
TODAY = Scene("2026-06-15")


@pytest.mark.parametrize(
    ("after", "how", "sanctioned"),
    [
        pytest.param(state(), "removed", False, id="the invariant is gone"),
        pytest.param(DecisionSet(), "removed", False, id="the decision is gone"),
        pytest.param(
            state(RULE.replace(id="ADR-1#fff", exclude=((False, ("*.py",), False),))),
            "narrowed",
            False,
            id="an exception more",
        ),
        pytest.param(state(RULE.replace(level="advise")), "changed", False, id="it only warns now, under the same id"),
        pytest.param(state(RULE.replace(until="2020-01-01")), "lapsed", False, id="it lapsed"),
        pytest.param(state(RULE.replace(since="2027-01-01")), "lapsed", False, id="it does not bind yet"),
        pytest.param(state(RULE.replace(until="2027-01-01")), "changed", False, id="it will lapse"),
        pytest.param(state(RULE.replace(shadow=True)), "status", False, id="the decision is only proposed now"),
        pytest.param(state(force=NOT_IN_FORCE, status="deprecated"), "status", True, id="the decision was deprecated"),
        pytest.param(state(force=NOT_IN_FORCE, status="superseded"), "status", False, id="superseded by nothing"),
        pytest.param(
            state(force=NOT_IN_FORCE, status="rejected"), "status", False, id="rejected after it was accepted"
        ),
    ],
)
def test_each_way_to_weaken_a_rule_is_named(after: DecisionSet, how: str, *, sanctioned: bool) -> None:
    found = list(compare(after, BASE, TODAY))
    assert [(one.how, one.sanctioned) for one in found] == [(how, sanctioned)]
    assert "deny: x" in found[0].before


@pytest.mark.parametrize(
    ("invariant", "clause"),
    [
        pytest.param("deny import: `x`", "exact: yes", id="exact"),
        pytest.param("deny import: `x`", "types: ignore", id="types"),
        pytest.param("deny import: `x`", "lang: python", id="lang"),
        pytest.param("deny path: `x/**`", "on: modify", id="on"),
        pytest.param("deny: `x`", "where: comment", id="where"),
        pytest.param("deny: `x`", "until: 2030-01-01", id="until"),
        pytest.param("deny: `x`", "since: 2030-01-01", id="since"),
        pytest.param("deny: `x`", "severity: advise", id="severity"),
        pytest.param("require change: `x` when `y`", "when: z", id="when"),
    ],
)
def test_the_clause_that_makes_the_difference_is_shown(invariant: str, clause: str) -> None:
    start = invariant.partition(" when ")[0]
    item = InvariantText(start, 1, 1, FRONTMATTER)
    first = item if start == invariant else item.replace(clauses=(SubItem("when: y", 2, 3),))
    facts = NoteFacts("ADR-1", "n.md")
    before, after = (
        compile_note([one], facts).rules for one in (first, item.replace(clauses=(SubItem(clause, 2, 3),)))
    )
    (found,) = compare(state(*after), state(*before), TODAY)
    assert found.how == {"since": "lapsed", "lang": "narrowed"}.get(clause.partition(":")[0], "changed")
    assert found.before != found.after


def test_a_rule_that_only_moved_or_explains_itself_better_is_not_weakened() -> None:
    after = state(RULE.replace(line=40, because="it leaks", remediation="name columns"))
    assert list(compare(after, BASE)) == []
    assert list(disarmed(after, BASE, after.rules)) == []


def test_a_proposal_that_goes_weakens_nothing_and_one_that_is_accepted_neither() -> None:
    proposed = state(RULE.replace(shadow=True), status="proposed")
    assert list(compare(state(), proposed, TODAY)) == []
    assert list(compare(BASE, proposed, TODAY)) == []


def test_the_base_rule_still_judges_unless_its_decision_left_properly() -> None:
    assert list(disarmed(state(), BASE, [])) == [RULE]
    assert list(disarmed(state(force=NOT_IN_FORCE, status="withdrawn"), BASE, [])) == []


def test_looser_settings_and_new_baseline_entries_are_named() -> None:
    after = BASE.replace(settings=Settings(on_budget="warn"), baseline="ADR-1#abc\ta.py\t1\tx\n")
    assert sorted(one.how for one in compare(after, BASE)) == ["baseline", "configuration"]


def test_a_word_of_status_that_the_change_itself_makes_mean_nothing_lets_no_rule_go() -> None:
    after = state(force=NOT_IN_FORCE, statuses=(("accepted", NOT_IN_FORCE),))
    assert list(disarmed(after, BASE, [])) == [RULE]
    assert {one.how: one.sanctioned for one in compare(after, BASE)} == {"status": False, "configuration": False}


def test_a_decision_of_the_same_id_that_no_longer_binds_speaks_for_none_that_does() -> None:
    gone = Decision("ADR-1", "One", "docs/adr/0000.md", "rejected", NOT_IN_FORCE)
    after = state().replace(decisions=(gone, *state().decisions))
    assert list(disarmed(after, BASE, [])) == [RULE]


@pytest.mark.parametrize(
    ("key", "one", "other", "expected"),
    [
        pytest.param("strict", False, True, True, id="strict if either is"),
        pytest.param("budget_hard_ms", 1, 2000, 2000, id="the longer time"),
        pytest.param("budget_hard_ms", 0, 2000, 0, id="no limit is the longest"),
        pytest.param("on_budget", "warn", "block", "block", id="block if either does"),
        pytest.param("max_file_size", 1, 4096, 4096, id="the larger file"),
        pytest.param("agent_supersession", "allow", "ask", "ask", id="the graver meaning"),
        pytest.param("agent_supersession", "tell", "ask", "ask", id="a person's word"),
        pytest.param("agent_max_blocks", 0, 3, 3, id="the more patience"),
        pytest.param("agent_on_error", "allow", "block", "block", id="what a fault means"),
        pytest.param("agent_shell", "ask", "deny", "deny", id="the sterner word on commands"),
        pytest.param("agent_before_edit", False, True, True, id="judged before if either does"),
    ],
)
def test_a_change_of_settings_is_judged_by_the_stricter(key: str, one: object, other: object, expected: object) -> None:
    for after, before in ((one, other), (other, one)):
        settings = stricter(Settings(**{key: after}), Settings(**{key: before}))
        assert getattr(settings, key) == expected


@pytest.mark.parametrize(
    ("key", "loose", "strict"),
    [
        pytest.param("strict", False, True, id="strictness"),
        pytest.param("max_file_size", 10, 20, id="size"),
        pytest.param("budget_hard_ms", 1000, 2000, id="time"),
        pytest.param("budget_hard_ms", 1000, 0, id="time without end"),
        pytest.param("on_budget", "warn", "block", id="what was not reached"),
        pytest.param("weakening", by_door(ci="warn"), by_door(ci="block"), id="weakening itself, at one door"),
        pytest.param("agent_supersession", "allow", "tell", id="an agent's supersession"),
        pytest.param("agent_max_blocks", 1, 3, id="how often an agent is held back"),
        pytest.param("agent_on_error", "allow", "block", id="what a fault means to an agent"),
        pytest.param("agent_shell", "allow", "deny", id="an agent's commands"),
        pytest.param("agent_before_edit", False, True, id="an agent's edits"),
    ],
)
def test_a_stricter_setting_is_no_weakening(key: str, loose: object, strict: object) -> None:
    before, after = state(RULE, **{key: loose}), state(RULE, **{key: strict})
    assert list(compare(after, before)) == []
    assert [one.how for one in compare(before, after)] == ["configuration"]


def test_what_a_weakening_means_is_the_graver_word_door_by_door() -> None:
    after, before = by_door(hook="block", agent="allow"), by_door(hook="allow", ci="block")
    judged = dict(stricter(Settings(weakening=after), Settings(weakening=before)).weakening)
    assert judged == {"hook": "block", "command": "warn", "ci": "block", "agent": "block", "mcp": "block"}
