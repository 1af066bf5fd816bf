"""A scope is narrowed unless it is plainly as wide: the tree says which files left it, the globs whether any could."""

from __future__ import annotations

import pytest

from adrguard.engine.weakening import Scene, compare
from adrguard.kdsl.compile import NoteFacts, compile_note
from adrguard.model.decisions import IN_FORCE, NOT_IN_FORCE, Decision, DecisionSet
from adrguard.model.findings import Weakened
from adrguard.model.invariants import FRONTMATTER, InvariantText, SubItem

FILES = ("src/a.py", "src/b.go", "lib/c.py", "uv.lock", "README")
NOTE = "docs/adr/0001.md"


def decided(*texts: str, decision: str = "ADR-1", note: str = NOTE, force: str = IN_FORCE) -> DecisionSet:
    items = []
    for line, text in enumerate(texts, start=1):
        first, *clauses = text.split("\n")
        below = tuple(SubItem(clause, line, 3) for clause in clauses)
        items.append(InvariantText(first, line, 1, FRONTMATTER, clauses=below))
    compiled = compile_note(items, NoteFacts(decision, note))
    assert compiled.problems == ()
    return DecisionSet((Decision(decision, "One", note, "accepted", force),), tuple(compiled.rules))


def weighed(before: DecisionSet, after: DecisionSet, *files: str) -> list[Weakened]:
    return list(compare(after, before, Scene("2026-06-15", lambda: frozenset(files or FILES))))


@pytest.mark.parametrize(
    ("before", "after", "left"),
    [
        pytest.param("deny: `x`", "deny: `x` in `src/**`", "2 files left its scope: README, …", id="a folder"),
        pytest.param("deny: `x`", "deny: `x` except `lib/**`", "1 file left its scope: lib/c.py", id="an exception"),
        pytest.param("deny: `x`", "deny: `x`\nlang: python", "2 files left its scope: README, …", id="a language"),
        pytest.param("deny: `x` in `uv.lock`", "deny: `x`", "1 file left its scope: uv.lock", id="a lock file by name"),
        pytest.param("deny import: `x`", "deny import: `x`\nlang: go", "2 files left", id="a language of imports"),
        pytest.param("deny code: `f($A)`", "deny code: `f($A)`\nlang: python", "src/b.go", id="a language of code"),
        pytest.param("warn: `x`", "deny: `x` in `lib/**`", "3 files left", id="though it blocks now"),
    ],
)
def test_a_file_that_left_is_named(before: str, after: str, left: str) -> None:
    (found,) = weighed(decided(before), decided(after))
    assert (found.how, found.path, found.line) == ("narrowed", NOTE, 1)
    assert left in found.after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("deny: `x` in `src/**`", "deny: `x` in `src/*`", id="all is in the folder itself"),
        pytest.param("deny: `x` in `src/**`", "deny: `x`", id="it speaks of all now"),
        pytest.param("deny: `x` in `src/**`", "deny: `x` in `**/src/`", id="its scope is written otherwise"),
        pytest.param("deny: `x` except `a/**`", "deny: `x` except `a/b/**`", id="a smaller exception"),
        pytest.param("deny code: `f($A)` in `**/*.py`\nlang: python", "deny code: `f($A)`\nlang: python", id="code"),
        pytest.param("warn: `x` in `src/*`", "deny: `x`, `y` in `src/**`", id="stricter besides"),
        pytest.param("deny path: `x` in `a/**`", "deny path: `x` in `a/**`, `b/**`", id="a wider place of a path"),
    ],
)
def test_where_no_file_can_have_left_nothing_is_weaker(before: str, after: str) -> None:
    assert weighed(decided(before), decided(after)) == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("deny: `x`", "warn: `x` except `lib/**`", id="milder besides"),
        pytest.param("deny code: `f($A)`", "deny code: `g($A)`\nlang: python", id="another pattern besides"),
    ],
)
def test_what_cannot_be_put_down_to_scope_is_changed(before: str, after: str) -> None:
    assert [one.how for one in weighed(decided(before), decided(after))] == ["changed"]


def test_without_a_tree_only_the_globs_can_prove_anything() -> None:
    narrow, wide = decided("deny: `x` in `a/**`"), decided("deny: `x` in `a/**`, `b/**`")
    assert list(compare(wide, narrow)) == []
    (found,) = compare(narrow, wide)
    assert found.how == "narrowed"
    assert found.after.endswith(" (its scope is not surely as wide)")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("deny: `x`", "deny: `x` except `src/new/**`", id="an exception"),
        pytest.param("deny: `x`", "deny: `x` in `src/a.py`, `src/b.go`, `lib/c.py`, `uv.lock`, `README`", id="today's"),
        pytest.param("deny import: `x` in `src/**`", "deny import: `x` in `src/*.py`, `src/*.go`", id="their endings"),
        pytest.param("deny import: `x`", "deny import: `x`\nlang: python, go", id="their languages"),
        pytest.param("deny call: `f`", "deny call: `f` except `src/new/**`", id="of calls"),
        pytest.param("deny code: `f($A)`", "deny code: `f($A)` except `web/**`", id="of code"),
        pytest.param("deny: /x+y/", "deny: /x+y/ except `src/new*`", id="of an expression"),
        pytest.param("deny dependency: `x`", "deny dependency: `x` except `web/**`", id="of a dependency"),
        pytest.param("deny edge: `a/**` -> `b/**`", "deny edge: `a/**` -> `b/**` except `a/n/**`", id="of an edge"),
        pytest.param("deny layers: `a/**` > `b/**`", "deny layers: `a/**` > `b/**` except `b/n/**`", id="of layers"),
        pytest.param("deny path: `x/**`", "deny path: `x/**` except `x/new/**`", id="of paths"),
        pytest.param("require: `x` in `web/**`", "require: `x` in `web/*.py`", id="of what is required"),
        pytest.param(
            "require change: `x`\nwhen: a/**", "require change: `x` except `a/n/**`\nwhen: a/**", id="of a change"
        ),
    ],
)
def test_what_only_files_to_come_can_leave_is_told_as_well(before: str, after: str) -> None:
    (found,) = weighed(decided(before), decided(after), "src/a.py", "src/b.go", "lib/c.py", "README")
    assert found.how == "narrowed"
    assert "(no file of the tree left its scope: it concerns files to come)" in found.after


@pytest.mark.parametrize(
    "after",
    [
        pytest.param(("deny: `x`", "deny: `y`"), id="a rule for each target"),
        pytest.param(("deny: `x`, `y` in `src/**`", "deny: `x`, `y` except `src/**`"), id="a folder and the rest"),
        pytest.param(("deny: `y`", "deny: `x` in `a/**`", "deny: `x` except `a/**`"), id="both"),
    ],
)
def test_a_rule_that_is_parted_demands_what_it_did(after: tuple[str, ...]) -> None:
    assert weighed(decided("deny: `x`, `y`"), decided(*after)) == []
    assert len(weighed(decided("deny: `x`, `y`"), decided(*after[:-1]))) == 1


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(("deny: `x`", "require: `SPDX` in `lib/**`"), ("require: `SPDX` in `lib/**`",), id="another verb"),
        pytest.param(("deny: `x`", "deny: `other`"), ("deny: `other`",), id="one that stood there already"),
        pytest.param(("deny: `first thing`", "deny: `y`"), ("deny: `y`", "deny: `quite another`"), id="another text"),
        pytest.param(("deny: `x` in `a`", "deny: `x` in `b`"), ("deny: `x` in `b`",), id="its own neighbour"),
    ],
)
def test_a_rule_that_is_gone_is_paired_with_no_other(before: tuple[str, ...], after: tuple[str, ...]) -> None:
    (found,) = weighed(decided(*before), decided(*after))
    assert (found.how, found.after) == ("removed", "")


def test_a_rule_of_much_the_same_text_is_what_it_became() -> None:
    after = decided("deny: `y`", "deny: `SELECT * FROM users`")
    (found,) = weighed(decided("deny: `SELECT * FROM`", "deny: `y`"), after)
    assert (found.how, found.line) == ("changed", 2)


def test_a_rule_that_stands_in_another_decision_is_not_removed() -> None:
    before = decided("deny: `x`", "deny: `y`")
    after = decided("deny: `y`, `x`", decision="ADR-2", note="docs/adr/0002.md")
    assert weighed(before, after) == []
    assert [one.how for one in weighed(before, decided("deny: `y`", decision="ADR-2"))] == ["removed"]


def test_a_rule_that_lapsed_before_may_go() -> None:
    assert weighed(decided("deny: `x`\nuntil: 2026-01-01"), DecisionSet()) == []
    assert [one.how for one in weighed(decided("deny: `x`\nuntil: 2027-01-01"), DecisionSet())] == ["removed"]


def test_a_rule_whose_decision_was_talked_away_is_none_though_it_stands() -> None:
    after = decided(force=NOT_IN_FORCE).replace(rules=())
    statuses = after.settings.replace(statuses=(("accepted", NOT_IN_FORCE),))
    found = weighed(decided("deny: `x`"), after.replace(settings=statuses))
    assert [one.how for one in found] == ["status", "configuration"]


def test_an_excluded_glob_more_is_told_as_it_is_written_and_one_less_is_not() -> None:
    from adrguard.model.globs import compile_globs

    plain = decided("deny: `x`")
    more = plain.replace(settings=plain.settings.replace(exclude=compile_globs("src/**/*.gen.py")))
    (found,) = weighed(plain, more)
    assert (found.how, found.after) == (
        "configuration",
        'exclude = […, "src/**/*.gen.py"]: rules on text pass over these files',
    )
    assert weighed(more, plain) == []


def test_a_note_of_a_decision_that_is_excluded_by_itself_is_nobody_s_choice() -> None:
    from adrguard.model.globs import compile_globs

    plain = decided("deny: `x`")
    assert weighed(plain, plain.replace(settings=plain.settings.replace(exclude=compile_globs(f"/{NOTE}")))) == []


def test_what_an_invariant_became_is_known_by_its_target_wherever_it_stands_now() -> None:
    (found,) = weighed(decided("deny: `x`", "deny: `y`"), decided("deny: `z`", "deny: `y`", "warn: `x`"))
    assert (found.how, found.line, found.after) == ("changed", 3, "warn: x; where code, string; severity advise")


def test_a_decision_that_gives_way_to_one_with_its_rules_is_told_and_none_of_its_rules_is() -> None:
    old = Decision("ADR-1", "One", NOTE, "superseded", NOT_IN_FORCE, superseded_by=("ADR-2",))
    new = decided("deny: `x`", decision="ADR-2", note="docs/adr/0002.md")
    (found,) = weighed(decided("deny: `x`"), new.replace(decisions=(old, *new.decisions)))
    assert (found.how, found.rule, found.sanctioned) == ("status", "", True)
    assert found.after == "ADR-1 is superseded by ADR-2; its rules bind on by another decision"
    both = weighed(decided("deny: `x`", "deny: `y`"), new.replace(decisions=(old, *new.decisions)))
    assert [(one.before, one.after) for one in both] == [("deny: y", "ADR-1 is superseded by ADR-2")]
