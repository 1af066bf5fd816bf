"""What the sieve lets through is what looking for each needle of each rule lets through."""

from __future__ import annotations

import pytest
from fakes.tree import MemoryTree
from hypothesis import given, settings
from hypothesis import strategies as st

from adrguard.engine import plan, sieve
from adrguard.engine.scope import Exclusions
from adrguard.kdsl.single import parse_line
from adrguard.model.changes import ChangeSet, FileChange
from adrguard.model.decisions import DecisionSet

LINES = (
    "deny: `SELECT * FROM`",
    "deny: /old(Api|Lib)\\.get/",
    "deny import: `requests`",
    "deny call: `os.system`",
    "require: `license` in `*.txt`",
    "deny: `x` in `*.ts`",
)
RULES = tuple([parse_line(line)[0] for line in LINES])
TEXTS = ("SELECT a FROM b", "select * from", "oldApi.get", "import requests", "system(os)", "license", "x", "", "reſt")
MARKED = "# adrguard: allow ADR-1 -- so"


@pytest.mark.parametrize("sample", [1, 3, 1000], ids=["learnt at once", "learnt on the way", "never learnt"])
@settings(max_examples=40)
@given(texts=st.lists(st.lists(st.sampled_from((*TEXTS, MARKED)), max_size=3).map("\n".join), max_size=12))
def test_nothing_is_ruled_out_that_may_interest_a_rule(sample: int, texts: list[str]) -> None:
    files = {f"{number}{suffix}": text for number, text in enumerate(texts) for suffix in (".py", ".ts", ".txt")}
    changes = tuple([FileChange(path, "=", "", old_mode=0) for path in files])
    tree, decided = MemoryTree(new=files), DecisionSet(rules=RULES)
    expected = plan.make(RULES, ChangeSet("all", changes, whole=True), tree, [decided]).jobs
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sieve, "SAMPLE", sample)
        portions = plan.Portions(RULES, Exclusions(decided))
        found = [job for change in changes for job in portions.plan([change], tree).jobs]
    assert found == list(expected)
