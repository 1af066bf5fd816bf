from __future__ import annotations

BAD = 'q = "SELECT * FROM users"\n'


def test_the_list_is_written_shown_and_pruned(ruled, adrguard):
    ruled.write("src/db.py", BAD)
    assert adrguard("baseline", "write") == 0
    assert "1 new, 0 same, 0 removed\n" in adrguard.out
    assert ".adrguard/baseline.txt written; commit it.\n" in adrguard.out
    assert adrguard("check", "--all") == 0
    assert "1 known finding in the baseline, not shown." in adrguard.out
    ruled.write("src/db.py", "q = 1\n")
    assert adrguard("baseline", "show") == 0
    assert 'stale: [ADR-001#star] src/db.py: q = "SELECT * FROM users"\n' in adrguard.out
    assert "0 new, 0 same, 1 stale\n" in adrguard.out
    assert adrguard("baseline", "prune") == 0
    assert "0 new, 0 same, 1 removed\n" in adrguard.out


def test_the_same_as_json(ruled, adrguard):
    ruled.write("src/db.py", BAD)
    document = adrguard.json("baseline", "write")
    assert document["new"] == [
        {"rule": "ADR-001#star", "path": "src/db.py", "occurrence": "1", "line": 'q = "SELECT * FROM users"'}
    ]
    assert document["written"] is True
    assert adrguard.json("baseline", "show")["same"] == document["new"]
    assert adrguard.json("baseline", "prune")["written"] is False
