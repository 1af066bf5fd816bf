"""Parts of a tree, judged apart and merged, say what the tree says."""

from __future__ import annotations

import pytest
from fakes.tree import MemoryTree
from hypothesis import given
from hypothesis import strategies as st

from adrguard.engine.baseline import HEADER, entry
from adrguard.engine.check import Question, evaluate
from adrguard.engine.merging import merge
from adrguard.kdsl.single import parse_line
from adrguard.model.changes import ChangeSet, Content, FileChange
from adrguard.model.decisions import DecisionSet, Settings
from adrguard.model.errors import Problem, UsageError
from adrguard.model.findings import Cost, Outcome, Unjudged
from adrguard.model.rules import Rule


def rule(text: str, decision: str = "ADR-1") -> Rule:
    found, problems = parse_line(text)
    assert found is not None, problems
    return found.replace(decision=decision, id=f"{decision}#r")


RULES = (
    rule("deny: `foo`"),
    rule("warn: /ba[rz]/", "ADR-2"),
    rule("deny import: `requests`", "ADR-3"),
    rule("deny path: `**/*.sql`", "ADR-4"),
    rule("require path: `README.md`", "ADR-5"),
    rule("deny edge: `web/**` -> `db/**`", "ADR-6"),
    rule("require: `license` in `*.txt`", "ADR-7"),
)
FILES: dict[str, str | Content] = {
    "a.py": "import requests\nfoo\nfoo  # adrguard: allow ADR-1 -- it must\n",
    "b.py": "bar(  # adrguard: allow ADR-9 -- nobody is called that\n",
    "c.txt": "baz\n",
    "db/rows.py": "x = 1\n",
    "web/page.py": "from db import rows\nfrom db import gone\n",
    "web/x.sql": "foo\n",
    "large.txt": Content("", problem="too large (2.1 MB, limit 1.0 MB)"),
    "e.txt": "license foo foo\nfoo\n",
    "z\tz.py": "foo # adrguard: allow ADR-1\n",
}
MISTAKES = (Problem("docs/a.md", 3, 1, "unknown verb"), Problem("docs/b.md", 1, 1, "no status"))


def asked(files: dict[str, str | Content], baseline: str = "", shard: tuple[int, int] = (0, 0)) -> Outcome:
    changes = ChangeSet("all", tuple([FileChange(path, "=", "", old_mode=0) for path in sorted(files)]), whole=True)
    decided = DecisionSet(rules=RULES, problems=MISTAKES, settings=Settings(), baseline=baseline)
    question = Question(decided, decided, changes, MemoryTree(new=files), "2026-06-15", lambda: 0.0)
    return evaluate(question.replace(account=True, shard=shard))


def known_of(files: dict[str, str | Content]) -> str:
    findings = asked(files).findings
    return HEADER + "".join(entry(one) + "\n" for one in findings[::2])


@given(
    files=st.sets(st.sampled_from(sorted(FILES))).map(lambda names: {name: FILES[name] for name in names}),
    count=st.integers(1, 5),
    order=st.randoms(use_true_random=False),
)
def test_the_shards_of_a_tree_merge_to_the_whole_verdict(files, count, order) -> None:
    baseline = known_of(FILES)
    shards = [asked(files, baseline, (number, count)) for number in range(1, count + 1)]
    order.shuffle(shards)
    assert merge(shards) == asked(files, baseline)


def test_each_file_is_judged_by_exactly_one_shard() -> None:
    shards = [asked(FILES, shard=(number, 3)) for number in (1, 2, 3)]
    assert sum(one.files for one in shards) == len(FILES)
    assert sum(len(one.findings) for one in shards) == len(asked(FILES).findings)
    assert all(one.rules == len(RULES) for one in shards)


def test_a_shard_alone_is_no_verdict_of_the_tree() -> None:
    with pytest.raises(UsageError, match="1/3, 3/3 missing"):
        merge([asked(FILES, shard=(2, 3))])


def test_a_shard_that_is_there_twice_is_refused() -> None:
    with pytest.raises(UsageError, match="1/2 is there twice"):
        merge([Outcome(shard=(1, 2)), Outcome(shard=(2, 2)), Outcome(shard=(1, 2))])


def test_shards_of_different_runs_are_refused() -> None:
    with pytest.raises(UsageError, match="of 2 and 3"):
        merge([Outcome(shard=(1, 2)), Outcome(shard=(2, 3))])


def test_nothing_at_all_is_refused() -> None:
    with pytest.raises(UsageError, match="nothing to merge"):
        merge([])


def test_reports_of_whole_runs_are_added_up_and_the_strictest_settings_count() -> None:
    mild = Outcome(known=1, files=2, rules=3, on_budget="warn", weakening="allow", costs=(Cost("a", 1.0),))
    hard = Outcome(known=2, files=5, rules=1, strict=True, weakening="block", costs=(Cost("b", 3.0), Cost("a", 1.5)))
    both = merge([mild, hard])
    assert (both.known, both.files, both.rules) == (3, 7, 3)
    assert (both.on_budget, both.strict, both.weakening) == ("block", True, "block")
    assert both.costs == (Cost("b", 3.0), Cost("a", 2.5))


def test_what_several_parts_say_is_said_once() -> None:
    said = Outcome(
        unjudged=(Unjudged("a", "binary", "binary"),), problems=MISTAKES, notes=("a change was interrupted",)
    )
    both = merge([said, said])
    assert (both.unjudged, both.problems, both.notes) == (said.unjudged, said.problems, said.notes)


def test_one_report_is_itself() -> None:
    assert merge([asked(FILES)]) == asked(FILES)
