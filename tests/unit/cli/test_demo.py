from __future__ import annotations


def test_the_session_is_shown_command_by_command(adrguard):
    assert adrguard("demo") == 0
    assert '$ git commit -m "List the users"\n❌ Living ADR Guard Failure: 1 violation (' in adrguard.out
    assert "$ adrguard install git\n" in adrguard.out
    assert "The decision blocked what it forbids." in adrguard.out


def test_the_same_as_json(adrguard):
    document = adrguard.json("demo")
    assert all(step["expected"] for step in document["steps"])
