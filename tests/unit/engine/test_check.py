"""The engine as a whole, on trees in memory: what is introduced, what is left out, and what a clock can do to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from fakes.tree import MemoryTree, change

from adrguard.engine.check import Question, evaluate
from adrguard.kdsl.single import parse_line
from adrguard.model.changes import ChangeSet, Content, FileChange
from adrguard.model.decisions import DecisionSet, Settings
from adrguard.model.findings import Outcome
from adrguard.model.rules import Rule


def rule(text: str, **changes: object) -> Rule:
    found, problems = parse_line(text)
    assert found is not None, problems
    return found.replace(decision="ADR-1", id=f"ADR-1#{abs(hash(text)) % 10**6}", **changes)


def decided(*rules: Rule, **settings: object) -> DecisionSet:
    return DecisionSet(rules=rules, settings=Settings(**settings))


def ask(
    decisions: DecisionSet,
    new: dict[str, str | Content],
    old: dict[str, str | Content] | None = None,
    *,
    clock: Callable[[], float] = lambda: 0.0,
    base: DecisionSet | None = None,
    **options: object,
) -> Outcome:
    changes, tree = change(new, old)
    return evaluate(Question(decisions, base or decisions, changes, tree, "2026-06-15", clock, **options))


NO_FOO = rule("deny: `foo`")


def test_a_clean_change_says_how_much_was_judged() -> None:
    outcome = ask(decided(NO_FOO), {"a.txt": "bar\n", "b.txt": "baz\n"})
    assert (outcome.exit_code, outcome.rules, outcome.files) == (0, 1, 2)


def test_the_old_side_is_read_only_for_files_with_findings() -> None:
    changes, tree = change({"a.txt": "foo\n", "b.txt": "bar\n"}, {"a.txt": "foo\n\n", "b.txt": "ba\n"})
    decisions = decided(NO_FOO)
    evaluate(Question(decisions, decisions, changes, tree, "2026-06-15", lambda: 0.0))
    assert ("a.txt", "old") in tree.reads
    assert ("b.txt", "old") not in tree.reads


def test_a_warning_blocks_only_when_strict_and_a_shadow_never() -> None:
    warned = decided(rule("warn: `foo`"))
    assert ask(warned, {"a.txt": "foo\n"}).exit_code == 0
    assert ask(warned, {"a.txt": "foo\n"}, strict=True).exit_code == 1
    assert ask(decided(NO_FOO.replace(shadow=True)), {"a.txt": "foo\n"}, strict=True).exit_code == 0


@pytest.mark.parametrize(
    ("since", "until", "binds"),
    [
        pytest.param("", "", True, id="no dates"),
        pytest.param("2026-06-15", "", True, id="from today"),
        pytest.param("2026-06-16", "", False, id="from tomorrow"),
        pytest.param("", "2026-06-15", True, id="until today"),
        pytest.param("", "2026-06-14", False, id="until yesterday"),
    ],
)
def test_a_rule_binds_between_its_dates(since: str, until: str, *, binds: bool) -> None:
    outcome = ask(decided(NO_FOO.replace(since=since, until=until)), {"a.txt": "foo\n"})
    assert bool(outcome.violations) is binds


def test_a_project_narrows_to_its_own_rules_and_the_general_ones() -> None:
    decisions = decided(NO_FOO, rule("deny: `bar`", project="shop"), rule("deny: `baz`", project="bank"))
    outcome = ask(decisions, {"a.txt": "foo\nbar\nbaz\n"}, project="shop")
    assert [one.shown for one in outcome.violations] == ["foo", "bar"]
    assert len(ask(decisions, {"a.txt": "foo\nbar\nbaz\n"}).violations) == 3


def ticking(step: float) -> Callable[[], float]:
    def ticks() -> Iterator[float]:
        now = 0.0
        while True:
            yield now
            now += step

    counter = ticks()
    return lambda: next(counter)


def test_what_a_rule_takes_on_the_old_side_is_its_cost_too() -> None:
    added = ask(decided(NO_FOO), {"a.txt": "foo\nfoo\n"}, clock=ticking(1), explain_time=True)
    changed = ask(decided(NO_FOO), {"a.txt": "foo\nfoo\n"}, {"a.txt": "foo\n"}, clock=ticking(1), explain_time=True)
    assert changed.costs[0].ms > added.costs[0].ms


def test_a_copy_pasted_into_a_file_of_copies_is_reported_where_it_was_pasted() -> None:
    block = "def {}():\n    open()\n    foo\n    close()\n"
    old = "".join(block.format(name) for name in "abcd")
    new = "".join(block.format(name) for name in "abNcd")
    assert [one.line for one in ask(decided(NO_FOO), {"a.txt": new}, {"a.txt": old}).violations] == [11]


def test_past_the_hard_budget_the_rest_is_not_reached_and_never_clean() -> None:
    decisions = decided(NO_FOO, rule("deny: `bar`"), budget_hard_ms=100)
    files = {f"{n}.txt": "foo bar\n" for n in range(9)}
    outcome = ask(decisions, files, clock=ticking(30))
    assert outcome.not_reached
    assert len(outcome.violations) + len(outcome.not_reached) == 18
    assert ask(decided(NO_FOO, budget_hard_ms=1), {"a.txt": "foo\n"}, clock=ticking(30)).exit_code == 3
    lenient = decided(NO_FOO, budget_hard_ms=1, on_budget="warn")
    assert ask(lenient, {"a.txt": "foo\n"}, clock=ticking(30)).exit_code == 0


@pytest.mark.parametrize(
    ("hard", "least", "reached"), [(1, 0, False), (1, 1000, True), (1000, 1, True), (0, 1, True)], ids=str
)
def test_whoever_asks_may_have_more_time_than_the_hard_budget(hard: int, least: int, reached: bool) -> None:
    changes, tree = change({"a.txt": "foo\n"})
    decisions = decided(NO_FOO, budget_hard_ms=hard)
    question = Question(decisions, decisions, changes, tree, "2026-06-15", ticking(30), least_ms=least)
    assert bool(evaluate(question).not_reached) is not reached


def test_past_the_soft_budget_the_report_says_which_rules_cost_what() -> None:
    assert ask(decided(NO_FOO), {"a.txt": "foo\n"}, clock=ticking(0.1)).costs == ()
    assert ask(decided(NO_FOO), {"a.txt": "foo\n"}, clock=ticking(20)).costs[0].rule == NO_FOO.id
    assert ask(decided(NO_FOO), {"a.txt": "foo\n"}, clock=ticking(0.1), explain_time=True).costs


def test_the_planning_counts_for_the_hard_budget() -> None:
    # The tree takes the time, before the first rule is tried.
    now = [0.0]

    class SlowTree(MemoryTree):
        def haystack(self, path: str) -> bytes:
            now[0] += 500
            return super().haystack(path)

    changes, _ = change({"a.txt": "foo\n"})
    decisions = decided(NO_FOO, budget_hard_ms=100)
    question = Question(decisions, decisions, changes, SlowTree(new={"a.txt": "foo\n"}), "2026-06-15", lambda: now[0])
    assert [one.code for one in evaluate(question).not_reached] == ["budget"]


def test_a_whole_tree_has_no_hard_budget() -> None:
    tree = MemoryTree(new={"a.txt": "foo\n"})
    changes = ChangeSet("all", (FileChange("a.txt", "=", "a.txt"),), whole=True)
    decisions = decided(NO_FOO, budget_hard_ms=1)
    assert evaluate(Question(decisions, decisions, changes, tree, "2026-06-15", ticking(30))).exit_code == 1


@pytest.mark.parametrize(
    ("problem", "code"),
    [
        pytest.param("binary", "binary", id="binary"),
        pytest.param("too large (3.0 MB, limit 2.0 MB)", "too-large", id="too large"),
        pytest.param("unreadable: permission denied", "unreadable", id="unreadable"),
    ],
)
def test_what_cannot_be_read_is_listed_and_counts_when_strict(problem: str, code: str) -> None:
    files: dict[str, str | Content] = {"a.txt": Content("", problem=problem)}
    outcome = ask(decided(NO_FOO), files)
    assert [(one.path, one.code) for one in outcome.unjudged] == [("a.txt", code)]
    assert outcome.exit_code == 0
    assert ask(decided(NO_FOO), files, strict=True).exit_code == 3


def test_an_unreadable_file_that_no_rule_speaks_of_is_not_mentioned() -> None:
    scoped = decided(rule("deny: `foo` in `src/**`"))
    assert ask(scoped, {"logo.png": Content("", problem="binary")}).unjudged == ()


def test_a_file_that_cannot_be_parsed_is_listed_for_the_kinds_that_need_it() -> None:
    decisions = decided(rule("deny import: `requests`"), NO_FOO)
    outcome = ask(decisions, {"a.py": "import requests (\nfoo = 1\n"})
    assert [one.code for one in outcome.unjudged] == ["parse"]
    # What such a file shows is judged all the same: another version of Python may well run it.
    assert [one.shown for one in outcome.violations] == ["import requests", "foo"]


def test_a_requirement_speaks_of_files_that_newly_lack_it() -> None:
    decisions = decided(rule("require: `SPDX` in `*.txt`"))
    assert [one.path for one in ask(decisions, {"new.txt": "x\n"}).violations] == ["new.txt"]
    assert ask(decisions, {"a.txt": "y\n"}, {"a.txt": "x\n"}).violations == ()
    assert [one.path for one in ask(decisions, {"a.txt": "y\n"}, {"a.txt": "SPDX\n"}).violations] == ["a.txt"]


def test_one_requirement_met_does_not_pay_for_another_that_is_lost() -> None:
    decisions = decided(rule("require: `SPDX`, `Copyright` in `*.txt`"))
    outcome = ask(decisions, {"a.txt": "SPDX\n"}, {"a.txt": "Copyright\n"})
    assert [one.shown for one in outcome.violations] == ["Copyright"]


def test_a_fragment_is_judged_but_what_it_lacks_is_not() -> None:
    part: dict[str, str | Content] = {"a.txt": Content("foo\n", fragment=True, lines=(41,))}
    outcome = ask(decided(NO_FOO, rule("require: `SPDX` in `*.txt`")), part)
    assert [(one.line, one.fragment) for one in outcome.violations] == [(41, True)]
    assert [one.code for one in outcome.unjudged] == ["fragment"]


def uncounted(*lines: str) -> Content:
    """Return a side of a diff that counts no lines: all of them have one number."""
    return Content("".join(f"{line}\n" for line in lines), fragment=True, lines=(1,) * len(lines))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param(("above", "foo(1)"), ("above", "foo(2)"), id="a line whose text changed"),
        pytest.param(("foo",), ("foo", "foo"), id="a second copy at the same column"),
        pytest.param(("foo one",), ("foo one", "foo two"), id="another line at the same column"),
    ],
)
def test_lines_that_a_diff_does_not_count_are_told_apart(old: tuple[str, ...], new: tuple[str, ...]) -> None:
    outcome = ask(decided(NO_FOO), {"a.txt": uncounted(*new)}, {"a.txt": uncounted(*old)})
    assert [one.excerpt for one in outcome.violations] == [new[-1]]


def test_an_entry_of_the_baseline_that_is_mended_is_told_when_all_is_judged() -> None:
    known = decided(NO_FOO).replace(baseline=f"{NO_FOO.id}\tgone.txt\t1\tfoo\n")
    changes = ChangeSet("all", (FileChange("a.txt", "=", "a.txt"),), whole=True)
    for text in ("bar\nfoo\n", "clean\n"):
        outcome = evaluate(Question(known, known, changes, MemoryTree(new={"a.txt": text}), "2026-06-15", lambda: 0.0))
        assert any("gone.txt" in note for note in outcome.notes)


def test_a_baseline_entry_added_by_the_change_does_not_cover_it() -> None:
    before = decided(NO_FOO)
    after = before.replace(baseline=f"{NO_FOO.id}\ta.txt\t1\tfoo\n")
    outcome = ask(after, {"a.txt": "foo\n"}, base=before)
    assert (len(outcome.violations), outcome.known) == (1, 0)
    assert [one.how for one in outcome.weakened] == ["baseline"]


def test_mistakes_outrank_violations_and_warnings_stay_for_lint() -> None:
    from adrguard.model.errors import Problem

    broken = decided(NO_FOO).replace(
        problems=(Problem("docs/adr/1.md", 3, 1, "no"), Problem("x", 1, 1, "w", severity="warning"))
    )
    outcome = ask(broken, {"a.txt": "foo\n"})
    assert (outcome.exit_code, len(outcome.violations), len(outcome.problems)) == (2, 1, 1)
    assert len(ask(broken, {"a.txt": "x\n"}, strict=True).problems) == 2


def test_a_line_with_many_findings_is_held_once() -> None:
    line = "foo " * 900
    outcome = ask(decided(NO_FOO), {"a.txt": f"{line}\n"})
    assert [one.occurrence for one in outcome.violations] == list(range(1, 901))
    assert len({id(one.excerpt) for one in outcome.violations}) == 1
    assert len({id(one.identity[2]) for one in outcome.violations}) == 1
