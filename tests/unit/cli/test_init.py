from __future__ import annotations


def test_what_was_made_is_told_once(repo, adrguard):
    assert adrguard("init") == 0
    assert "made  .adrguard/wiki/02_Architecture/0001-conflict-markers-never-reach-a-commit.md\n" in adrguard.out
    assert "Decisions live in .adrguard/wiki/02_Architecture: 1 decision with 1 rule.\n" in adrguard.out
    assert adrguard("init") == 0
    assert "made" not in adrguard.out
    assert adrguard("test") == 0
    assert adrguard("lint", "--strict") == 0


def test_the_same_as_json(repo, adrguard):
    document = adrguard.json("init")
    assert document["rules"] == 1
    assert all(one["made"] for one in document["laid"])


def test_a_vault_can_be_bound(repo, adrguard):
    assert adrguard("init", "--vault", "notes") == 0
    assert adrguard.json("rules")["decisions"][0]["path"].startswith("notes/02_Architecture/")
