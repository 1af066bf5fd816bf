from __future__ import annotations

from fakes.guarding import decide


def test_who_took_whose_place_is_told(ruled, adrguard):
    decide(ruled, number=2)
    assert adrguard("adr", "supersede", "1", "--by", "2") == 0
    assert adrguard.out.startswith("✅ ADR-002 supersedes ADR-001\n")
    assert "1 rule ended:\n    - ADR-001#star" in adrguard.out
    assert adrguard("adr", "supersede", "1", "--by", "2") == 0
    assert adrguard.out == "ADR-002 supersedes ADR-001 already: nothing to do\n"


def test_the_same_as_json(ruled, adrguard):
    decide(ruled, number=2)
    document = adrguard.json("adr", "supersede", "ADR-001", "--by", "ADR-002")
    assert [one["id"] for one in document["olds"]] == ["ADR-001"]
    assert [one["id"] for one in document["rules_ended"]] == ["ADR-001#star"]


def test_a_new_decision_takes_their_place_at_once(ruled, adrguard):
    decide(ruled, number=2)
    document = adrguard.json("adr", "supersede", "1", "2", "--title", "All in one")
    assert (document["id"], document["status"]) == ("ADR-003", "accepted")
    assert [one["id"] for one in document["ended"]] == ["ADR-001", "ADR-002"]
    assert adrguard("lint") == 0
    assert adrguard("undo") == 0
    assert "taken back: new decision ADR-003, which supersedes ADR-001, ADR-002" in adrguard.out


def test_what_takes_their_place_has_to_be_said_one_way(ruled, adrguard):
    for words in ((), ("--by", "2", "--title", "x")):
        assert adrguard("adr", "supersede", "1", *words) == 2
        assert "--by NEW" in adrguard.err


def test_every_mistake_is_told_at_once(ruled, adrguard):
    decide(ruled, number=2, status="rejected")
    assert adrguard("adr", "supersede", "1", "2", "77", "78", "--by", "1") == 2
    assert "'77'" in adrguard.err
    assert "'78'" in adrguard.err
    assert adrguard("adr", "supersede", "1", "2", "--by", "1") == 2
    assert "ADR-001 cannot supersede itself" in adrguard.err
    assert "ADR-002 cannot be superseded" in adrguard.err


def test_where_another_proposal_claims_the_same_one_all_is_well(ruled, adrguard):
    decide(ruled, number=2, status="proposed", extra="supersedes: ADR-001\n")
    assert adrguard("adr", "supersede", "1", "--title", "Better") == 0
    assert adrguard("lint") == 0, adrguard.out
    adrguard("adr", "list")
    assert "superseded by ADR-003 " in adrguard.out
    adrguard("adr", "show", "1")
    assert "docs/adr/0002-decision.md), which is only proposed" in adrguard.out


def test_nothing_is_said_to_stay_that_ended(ruled, adrguard):
    adrguard("adr", "deprecate", "1")
    assert adrguard("adr", "supersede", "1", "--title", "Next") == 0
    assert "stays until" not in adrguard.out


def test_a_refusal_names_the_command_as_success_does(ruled, adrguard):
    assert adrguard.json("adr", "supersede", "9", "--by", "1")["command"] == "adr supersede"
