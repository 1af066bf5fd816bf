from __future__ import annotations

from fakes.guarding import decide


def test_examples_that_pass_are_counted(ruled, adrguard):
    assert adrguard("test") == 0
    assert adrguard.out == "✅ 1 example passed, 0 failed\n"


def test_an_example_that_fails_is_shown_with_its_place(ruled, adrguard):
    decide(ruled, "- deny: `x`\n  - id: ex\n  - good: `x = 1`", "- deny: `z`", number=2)
    assert adrguard("test") == 1
    assert (
        "- docs/adr/0002-decision.md:12: this good example must not violate ADR-002#ex, but it violates by 'x'"
        in adrguard.out
    )
    assert "    x = 1\n" in adrguard.out
    assert adrguard.out.endswith("❌ 1 example passed, 1 failed; 1 rule without\n")


def test_the_same_as_json(ruled, adrguard):
    document = adrguard.json("test")
    assert document["examples"][0]["passed"] is True
    assert document["rules_without"] == 0


def test_one_rule_can_be_chosen(ruled, adrguard):
    decide(ruled, "- deny: `x`\n  - good: `x = 1`", number=2)
    assert adrguard("test", "ADR-001") == 0
