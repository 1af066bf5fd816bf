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


NOTE = "docs/adr/tests/queries.md"
MOVED = "# ADR-001\n\n```python bad path=src/a.py\nx = 1  # <--\nq = 'SELECT * FROM t'\n```\n"


def test_what_is_expected_and_what_is_found_are_shown_as_a_diff(ruled, adrguard):
    ruled.write(NOTE, MOVED)
    assert adrguard("test") == 1
    assert adrguard.out == (
        "- docs/adr/tests/queries.md:3: this bad example must violate ADR-001 where it is marked, but it violates elsewhere: "
        "1 marked but not found, 1 found but not marked\n"
        "    - 4 | x = 1  # <--\n"
        "    + 4 | x = 1\n"
        "    - 5 | q = 'SELECT * FROM t'\n"
        "    + 5 | q = 'SELECT * FROM t'  # <--\n"
        "❌ 1 example passed, 1 failed\n"
    )
    assert adrguard("test", "--update") == 0
    assert adrguard.out == f"{NOTE}:3: marks updated\n✅ 2 examples passed, 0 failed\n"
    assert (ruled.root / NOTE).read_text() == MOVED.replace("  # <--", "").replace("t'", "t'  # <--")
    assert adrguard("undo") == 0
    assert (ruled.root / NOTE).read_text() == MOVED


def test_the_same_difference_as_json(ruled, adrguard):
    ruled.write(NOTE, MOVED)
    document = adrguard.json("test", NOTE)
    (example,) = document["examples"]
    place = {"path": "src/a.py", "line": 4, "column": 0, "rule": ""}
    assert example["expected"] == [place]
    assert example["found"] == [{**place, "line": 5, "column": 6, "rule": "ADR-001#star"}]
    assert example["differences"][0] == {"line": 4, "before": "x = 1  # <--", "after": "x = 1"}
    assert document["notes"] == 1


def test_rules_without_an_example_are_listed_where_they_must_have_one(ruled, adrguard):
    decide(ruled, "- deny: `z`\n  - id: zed", number=2)
    assert adrguard("test") == 0
    assert adrguard("test", "--require-examples") == 1
    assert "- docs/adr/0002-decision.md:10: ADR-002#zed has no example: deny: z\n" in adrguard.out
    assert [one["rule"] for one in adrguard.json("test", "--require-examples")["without"]] == ["ADR-002#zed"]


def test_what_an_example_holds_cannot_reach_the_terminal(ruled, adrguard):
    ruled.write(NOTE, "# ADR-001\n\n```text bad path=src/a\nx\x1b[2J  <--\nSELECT * FROM t\n```\n")
    assert adrguard("test") == 1
    assert "\x1b" not in adrguard.out


def test_an_unknown_name_says_the_way_out(ruled, adrguard):
    assert adrguard("test", "ADR-001#stir") == 2
    assert "did you mean ADR-001#star?" in adrguard.err
