from __future__ import annotations

from fakes.guarding import decide

from adrguard.usecases.list_rules import rules


def test_rules_come_in_the_order_of_their_notes(repo):
    decide(repo, "- deny: `b`", number=2)
    decide(repo, "- deny: `z`", "- warn: `a`", number=1)
    decide(repo, "- deny: `c`", number=3, status="rejected")
    found = rules(str(repo.root))
    assert [rule.invariant for rule in found.rules] == ["deny: z", "warn: a", "deny: b"]
    assert len(found.decisions) == 3
    assert found.exit_code == 0


def test_mistakes_that_hide_rules_are_said(repo):
    decide(repo, "- deny: `a`", "- denny: `b`")
    found = rules(str(repo.root))
    assert len(found.rules) == 1
    assert found.exit_code == 2
