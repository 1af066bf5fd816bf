"""A full account: what a change mends, which rules judged, what the baseline holds, what only people enforce."""

from __future__ import annotations

import pytest
from fakes.tree import change

from adrguard.engine.baseline import entry
from adrguard.engine.check import Question, evaluate
from adrguard.kdsl.single import parse_line
from adrguard.model.changes import GITLINK, ChangeSet, Content, FileChange
from adrguard.model.decisions import IN_FORCE, NOT_IN_FORCE, SHADOW, Decision, DecisionSet
from adrguard.model.findings import Outcome
from adrguard.model.rules import Rule


def rule(text: str, decision: str = "ADR-1", **changes: object) -> Rule:
    found, problems = parse_line(text)
    assert found is not None, problems
    return found.replace(decision=decision, id=f"{decision}#rule", **changes)


def decided(*rules: Rule, **more: object) -> DecisionSet:
    return DecisionSet(rules=rules, **more)


def ask(
    decisions: DecisionSet,
    old: dict[str, str | Content],
    new: dict[str, str | Content],
    base: DecisionSet | None = None,
    **options: object,
) -> Outcome:
    changes, tree = change(new, old, **({"renamed": options.pop("renamed")} if "renamed" in options else {}))
    question = Question(decisions, base or decisions, changes, tree, "2026-06-15", lambda: 0.0, account=True)
    return evaluate(question.replace(**options))


NO_FOO = rule("deny: `foo`")
ALLOWED = "foo  # adrguard: allow ADR-1 -- it is needed\n"


@pytest.mark.parametrize(
    ("old", "new", "fixed"),
    [
        pytest.param({"a.py": "foo\n"}, {"a.py": "bar\n"}, ["a.py:1"], id="taken out of a file"),
        pytest.param({"a.py": "x\nfoo\n"}, {}, ["a.py:2"], id="deleted with its file"),
        pytest.param({"a.py": "foo\nfoo\n"}, {"a.py": "foo\n"}, ["a.py:2"], id="one of two copies"),
        pytest.param({"a.py": "foo\n"}, {"a.py": "x\n  foo\n"}, [], id="only moved"),
        pytest.param({"a.py": "x\n"}, {"a.py": "foo\n"}, [], id="introduced"),
        pytest.param({}, {"a.py": "foo\n"}, [], id="in a new file"),
        pytest.param({"a.py": "foo\n"}, {"a.py": ALLOWED}, [], id="only allowed now"),
        pytest.param({"a.py": "foo\n"}, {"a.py": f"# {ALLOWED.partition('# ')[2]}foo\n"}, [], id="allowed above"),
        pytest.param({"a.py": f"{ALLOWED}x\nfoo\n"}, {"a.py": ALLOWED}, ["a.py:3"], id="beside one that is allowed"),
        pytest.param({"a.py": ALLOWED}, {"a.py": "bar\n"}, [], id="allowed before"),
        pytest.param({"a.py": "foo\n"}, {"a.py": Content("", problem="binary")}, [], id="not judged any more"),
    ],
)
def test_what_the_new_state_has_no_more_is_fixed(
    old: dict[str, str | Content], new: dict[str, str | Content], fixed: list[str]
) -> None:
    outcome = ask(decided(NO_FOO), old, new)
    assert [f"{one.path}:{one.line}" for one in outcome.fixed] == fixed


def test_nothing_is_accounted_for_unasked() -> None:
    outcome = ask(
        decided(NO_FOO, decisions=(Decision("ADR-1", "", "", "accepted", IN_FORCE, prose=("be nice",)),)),
        {"a.py": "foo\n"},
        {"a.py": "bar\n"},
        account=False,
    )
    assert (outcome.fixed, outcome.judged, outcome.baselined, outcome.prose) == ((), (), (), 0)


def test_a_rename_mends_nothing_but_what_changes_with_it() -> None:
    old: dict[str, str | Content] = {"a.py": "foo\nfoo()\n"}
    outcome = ask(decided(NO_FOO), old, {"b.py": "foo\nbar()\n"}, renamed={"b.py": "a.py"})
    assert [(one.path, one.line) for one in outcome.fixed] == [("a.py", 2)]
    assert outcome.findings == ()


def test_a_rule_that_the_change_takes_away_still_tells_what_is_fixed() -> None:
    outcome = ask(decided(), {"a.py": "foo\n", "b.py": ""}, {"a.py": "", "b.py": "foo\n"}, decided(NO_FOO))
    assert [one.path for one in outcome.fixed] == ["a.py"]
    assert [one.path for one in outcome.findings] == ["b.py"]


def test_a_rule_in_two_versions_mends_once() -> None:
    milder = NO_FOO.replace(level="advise")
    outcome = ask(decided(milder), {"a.py": "foo\n"}, {"a.py": "bar\n"}, decided(NO_FOO))
    assert len(outcome.fixed) == 1


@pytest.mark.parametrize(
    ("text", "old", "new", "fixed"),
    [
        pytest.param("deny path: *.tmp", {"x.tmp": ""}, {}, ["x.tmp is there"], id="a forbidden file goes"),
        pytest.param("deny path: *.tmp", {"x.tmp": ""}, {"x.tmp": "x"}, [], id="it is edited"),
        pytest.param("require path: README", {}, {"README": "x"}, ["README is missing"], id="a required file comes"),
        pytest.param(
            "require: `licence` in *.py", {"a.py": "x\n"}, {"a.py": "licence\n"}, ["a.py is missing"], id="a text comes"
        ),
        pytest.param("require change: CHANGES\n  - when: *.py", {"a.py": ""}, {"a.py": "x"}, [], id="a companion"),
    ],
)
def test_files_and_required_things_are_mended_too(
    text: str, old: dict[str, str | Content], new: dict[str, str | Content], fixed: list[str]
) -> None:
    outcome = ask(decided(rule(text)), old, new)
    assert [f"{one.path} {one.detail}" for one in outcome.fixed] == fixed


def test_what_was_a_rule_about_events_is_no_state_to_mend() -> None:
    frozen = rule("deny path: db/*.sql\n  - on: modify, delete")
    assert ask(decided(frozen), {"db/1.sql": "a"}, {"db/1.sql": "b"}).fixed == ()


def test_a_file_that_became_a_submodule_is_not_mended() -> None:
    files = (FileChange("lib", "T", "lib", mode=GITLINK),)
    outcome = ask(decided(NO_FOO), {"lib": "foo\n"}, {}, changes=ChangeSet("range", files))
    assert outcome.fixed == ()


def test_of_a_whole_tree_nothing_is_fixed() -> None:
    changes = ChangeSet("all", (FileChange("a.py", "="),), whole=True)
    assert ask(decided(NO_FOO), {"a.py": "foo\n"}, {"a.py": "foo\n"}, changes=changes).fixed == ()


def test_the_baseline_s_findings_are_told_one_by_one() -> None:
    (finding,) = ask(decided(NO_FOO), {}, {"a.py": "foo\n"}).findings
    outcome = ask(decided(NO_FOO, baseline=entry(finding)), {}, {"a.py": "foo\n"})
    assert (outcome.baselined, outcome.known, outcome.findings) == ((finding,), 1, ())


def test_the_rules_stand_in_the_order_of_their_decisions() -> None:
    decisions = tuple(Decision(f"ADR-{number}", "", "", "accepted", IN_FORCE) for number in (1, 2, 3))
    one, two, three = (rule(f"deny: `foo{number}`", f"ADR-{number}") for number in (1, 2, 3))
    now, before = decided(three, one, decisions=decisions), decided(one, two, three, decisions=decisions)
    assert ask(now, {}, {"a.py": "x"}, before).judged == (one, two, three)


def test_prose_counts_only_what_is_in_force_and_of_the_project() -> None:
    decisions = (
        Decision("ADR-1", "", "", "accepted", IN_FORCE, prose=("one", "two")),
        Decision("ADR-2", "", "", "rejected", NOT_IN_FORCE, prose=("three",)),
        Decision("ADR-3", "", "", "proposed", SHADOW, prose=("four",)),
        Decision("ADR-4", "", "", "accepted", IN_FORCE, project="shop", prose=("five",)),
    )
    state = decided(decisions=decisions)
    assert [ask(state, {}, {"a": "x"}, project=name).prose for name in ("", "shop", "bank")] == [3, 3, 2]


def test_a_budget_that_ends_says_that_more_may_be_mended() -> None:
    ticks = iter(range(10_000))
    outcome = ask(decided(NO_FOO), {"a.py": "foo\n"}, {"a.py": "bar\n"}, clock=lambda: next(ticks) * 3000.0)
    assert outcome.fixed == ()
    assert "may mend more" in " ".join(outcome.notes)
