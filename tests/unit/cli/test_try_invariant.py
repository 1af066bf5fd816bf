from __future__ import annotations


def test_hits_near_misses_and_history_are_told(ruled, adrguard):
    ruled.write("src/db.py", 'q = "SELECT * FROM users"\n')
    ruled.commit("read everything")
    ruled.write("lib/db.py", 'q = "SELECT * FROM users"\n')
    assert adrguard("try", "deny: `SELECT * FROM` in src/**", "--history", "5") == 0
    assert "Read as: deny: SELECT * FROM in src/**\n" in adrguard.out
    assert '1 hit in 4 files:\n- src/db.py:1:6: q = "SELECT * FROM users"\n' in adrguard.out
    assert "near miss" in adrguard.out
    assert "- lib/db.py:1:6 (outside of its scope): " in adrguard.out
    assert "It would have blocked 1 of the last 2 commits:\n" in adrguard.out
    assert "read everything (1 finding)\n" in adrguard.out


def test_the_same_as_json(ruled, adrguard):
    ruled.write("src/db.py", 'q = "SELECT * FROM users"\n')
    document = adrguard.json("try", "deny: `SELECT * FROM` in src/**", "--history", "5")
    assert len(document["hits"]) == 1
    assert document["commits"] == 1


def test_an_invariant_may_be_pasted_with_its_list_marker(ruled, adrguard):
    assert adrguard("try", "- deny: `the h in this`") == 0
    assert adrguard.out.startswith("Read as: deny: the h in this\n")


def test_what_cannot_be_read_is_explained(ruled, adrguard):
    assert adrguard("try", "denny: `x`") == 2
    assert "error: " in adrguard.out
    assert adrguard.out.endswith("❌ This cannot be read as an invariant.\n")
    assert adrguard.json("try", "denny: `x`")["rule"] is None


def test_long_lists_are_cut_and_say_so(ruled, adrguard):
    ruled.write("src/many.py", 'q = "SELECT * FROM t"\n' * 50)
    assert adrguard("try", "deny: `SELECT * FROM`") == 0
    assert "50 hits in" in adrguard.out
    assert "  and 30 more (all of them with --format json)\n" in adrguard.out
