from __future__ import annotations

from fakes.guarding import decide


def test_rules_are_listed_decision_by_decision(ruled, adrguard):
    decide(ruled, "- warn: `x`\n  - id: soft", "- Be kind.", number=2, status="proposed")
    decide(ruled, "- deny: `y`", number=3, status="rejected")
    assert adrguard("rules") == 0
    assert "ADR-001#star  block" in adrguard.out
    assert "ADR-002#soft  shadow" in adrguard.out
    assert "rejected: not in force" in adrguard.out
    assert "1 invariant in prose, not enforced" in adrguard.out
    assert adrguard.out.endswith("2 rules of 3 decisions\n")


def test_the_same_as_json(ruled, adrguard):
    document = adrguard.json("rules")
    assert [rule["id"] for rule in document["rules"]] == ["ADR-001#star"]
    assert document["decisions"][0]["force"] == "in force"


def test_mistakes_that_hide_rules_are_shown(ruled, adrguard):
    decide(ruled, "- denny: `x`", number=2)
    assert adrguard("rules") == 2
    assert "docs/adr/0002-decision.md:10" in adrguard.out
