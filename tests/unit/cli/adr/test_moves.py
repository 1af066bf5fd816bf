from __future__ import annotations

import pytest
from fakes.guarding import decide


def test_what_a_move_did_is_told_in_full(ruled, adrguard):
    decide(ruled, "- deny: `eval(`\n  - id: eval", number=2, status="proposed", extra="supersedes: ADR-001\n")
    assert adrguard("adr", "accept", "2") == 0
    assert adrguard.out == (
        "✅ ADR-002 Decision: proposed -> accepted\n"
        "  docs/adr/0002-decision.md\n"
        "  docs/adr/0001-decision.md\n"
        "  no longer in force: ADR-001 Decision (superseded by ADR-002)\n"
        "  now in force: ADR-002 Decision\n"
        "  1 rule ended:\n"
        "    - ADR-001#star  deny: SELECT * FROM in src/**\n"
        "  1 rule begun:\n"
        "    + ADR-002#eval  deny: eval(\n"
    )


@pytest.mark.parametrize("verb", ["accept", "reject", "deprecate"])
def test_the_same_as_json(ruled, adrguard, verb):
    decide(ruled, "- deny: `eval(`", number=2, status="accepted" if verb == "deprecate" else "proposed")
    document = adrguard.json("adr", verb, "ADR-002")
    assert document["decision"]["id"] == "ADR-002"
    assert document["written"] == ["docs/adr/0002-decision.md"]


def test_nothing_to_do_is_said(ruled, adrguard):
    assert adrguard("adr", "accept", "ADR-001") == 0
    assert adrguard.out == "ADR-001 is accepted already: nothing to do\n"


def test_a_move_that_is_not_allowed_is_one_message(ruled, adrguard):
    assert adrguard("adr", "reject", "1") == 2
    assert adrguard.err == (
        "adrguard: ADR-001 cannot be rejected, as its status is 'accepted': it is in force: deprecate it, or let "
        "another decision supersede it: nothing was written\n"
    )


def test_hostile_titles_reach_no_terminal(ruled, adrguard):
    ruled.write("docs/adr/0002-x.md", '---\nid: ADR-002\nstatus: proposed\ntitle: "\\e[31mred\\u202e"\n---\n')
    assert adrguard("adr", "accept", "2") == 0
    assert "\x1b" not in adrguard.out
    assert "\u202e" not in adrguard.out
