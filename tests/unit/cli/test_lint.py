from __future__ import annotations

from fakes.guarding import decide


def test_a_sound_repository_is_told_in_one_line(ruled, adrguard):
    assert adrguard("lint") == 0
    assert adrguard.out == "✅ no mistakes in 1 decision (1 in force); 1 of 1 invariant enforced (100%), 0 in prose\n"


def test_mistakes_are_shown_with_place_caret_and_way_out(ruled, adrguard):
    decide(ruled, "- denny: `x`", "- Be kind.", number=2)
    assert adrguard("lint") == 2
    assert "- docs/adr/0002-decision.md:10:3: error: " in adrguard.out
    assert "    10 | - denny: `x`\n       |   ^\n" in adrguard.out
    assert "deny" in adrguard.out.partition("Hint: ")[2].splitlines()[0]
    assert "❌ 1 error in 2 decisions (2 in force); 1 of 2 invariants enforced (50%), 1 in prose\n" in adrguard.out


def test_the_same_as_json(ruled, adrguard):
    decide(ruled, "- denny: `x`", "- Be kind.", number=2)
    document = adrguard.json("lint")
    assert document["problems"][0]["line"] == 10
    assert document["prose"] == [{"path": "docs/adr/0002-decision.md", "count": 1}]
    assert document["invariants"] == {"enforced": 1, "prose": 1, "share": 0.5}
    assert document["by_decision"] == [
        {"path": "docs/adr/0001-decision.md", "decision": "ADR-001", "enforced": 1, "prose": 0, "share": 1.0},
        {"path": "docs/adr/0002-decision.md", "decision": "ADR-002", "enforced": 0, "prose": 1, "share": 0.0},
    ]


def test_fixing_tells_what_was_rewritten(ruled, adrguard):
    decide(ruled, "- deny: TODO later", number=2)
    assert adrguard("lint", "--fix") == 0
    assert adrguard.out.startswith("docs/adr/0002-decision.md: 1 invariant rewritten\n")
    decide(ruled, "- deny: TODO later", number=2)
    assert adrguard.json("lint", "--fix")["rewritten"] == [{"path": "docs/adr/0002-decision.md", "count": 1}]


def test_strict_counts_warnings(ruled, adrguard):
    decide(ruled, "- deny: `x` in nowhere/**", number=2)
    assert adrguard("lint") == 0
    assert "warning" in adrguard.out
    assert adrguard("lint", "--strict") == 2


def test_fixing_tells_which_links_were_added(ruled, adrguard):
    decide(ruled, "- deny: `b`", number=2, status="superseded by ADR-001")
    assert adrguard("lint", "--fix") == 0
    assert adrguard.out.startswith("docs/adr/0001-decision.md: 1 link added\n")
    decide(ruled, "- deny: `c`", number=3, status="superseded by ADR-001")
    assert adrguard.json("lint", "--fix")["completed"] == [{"path": "docs/adr/0001-decision.md", "count": 1}]
