"""What a full account adds to the text: what is mended, and what nobody checks but people."""

from __future__ import annotations

from fakes.tree import change

from adrguard.engine.check import Question, evaluate
from adrguard.kdsl.single import parse_line
from adrguard.model.decisions import IN_FORCE, Decision, DecisionSet
from adrguard.model.findings import Outcome
from adrguard.report import account


def accounted(invariant: str, old: dict[str, str], new: dict[str, str], *prose: str) -> Outcome:
    rule, problems = parse_line(invariant)
    assert rule is not None, problems
    decided = DecisionSet(
        (Decision("ADR-1", "", "", "accepted", IN_FORCE, prose=prose),), (rule.replace(decision="ADR-1"),)
    )
    changes, tree = change(new, old)
    return evaluate(Question(decided, decided, changes, tree, "2026-06-15", lambda: 0.0, account=True))


def test_nothing_is_added_where_there_is_nothing_to_say() -> None:
    assert account.render(accounted("deny: `foo`", {}, {"a.py": "bar\n"})) == ""


def test_what_is_mended_is_listed_and_prose_is_counted() -> None:
    outcome = accounted("deny: `foo`", {"a.py": "foo\n", "b.py": "x foo\n"}, {}, "Be kind.", "Be brief.")
    assert account.render(outcome) == (
        "\n2 findings fixed by this change:\n- [ADR-1] a.py:1:1: 'foo'\n- [ADR-1] b.py:1:3: 'foo'\n"
        "\n2 invariants in prose, which no machine enforces.\n"
    )


def test_a_file_that_went_is_told_by_its_path_alone() -> None:
    outcome = accounted("deny path: `*.tmp`", {"x\x1b[31m.tmp": ""}, {})
    assert account.render(outcome).endswith("- [ADR-1] x\\x1b[31m.tmp: 'x\\x1b[31m.tmp' is there\n")
