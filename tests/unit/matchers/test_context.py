from __future__ import annotations

from fakes.matching import context_of, rule_of, target_of

from adrguard.model.changes import OLD


def test_the_other_side_shares_memo_and_what_was_left_out():
    context = context_of()
    other = context.on(OLD)
    other.memo["x"] = 1
    other.cut("a.py", rule_of("text", target_of("text", "word")), "word")
    assert (context.side, other.side) == ("new", "old")
    assert context.memo == {"x": 1}
    assert [one.path for one in context.unjudged] == ["a.py"]
    assert other.tree is context.tree
