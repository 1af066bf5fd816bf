from __future__ import annotations


def test_a_file_is_explained(ruled, adrguard):
    ruled.write("src/db.py", 'q = "SELECT * FROM users"\n')
    assert adrguard("explain", "src/db.py") == 0
    assert adrguard.out == (
        "src/db.py: python\n\nADR-001#star fires\n  deny: SELECT * FROM in src/**\n  - line 1: 'SELECT * FROM'\n"
    )
    document = adrguard.json("explain", "src/db.py")
    assert document["rules"][0]["state"] == "fires"


def test_findings_beyond_the_first_of_a_file_are_counted(ruled, adrguard):
    ruled.write("src/db.py", 'q = "SELECT * FROM users"\n' * 23)
    assert adrguard("explain", "src/db.py") == 0
    assert adrguard.out.endswith("  - line 20: 'SELECT * FROM'\n    and 3 more (all of them with --format json)\n")


def test_a_file_to_come_is_explained(ruled, adrguard):
    assert adrguard("explain", "lib/new.py") == 0
    assert "does not exist yet" in adrguard.out
    assert "ADR-001#star does not apply: its 'in' does not cover the path" in adrguard.out


def test_a_rule_is_explained(ruled, adrguard):
    ruled.write("src/db.py", 'q = "SELECT * FROM users"\n')
    assert adrguard("explain", "ADR-001#star") == 0
    assert "  declared at  docs/adr/0001-decision.md:10:3\n" in adrguard.out
    assert "  remediation  Name the columns.\n" in adrguard.out
    assert "  in scope     2 files\n" in adrguard.out
    assert "  finds now    1 new, 0 in the baseline, 0 suppressed\n" in adrguard.out
    document = adrguard.json("explain", "ADR-001")
    assert document["rules"][0]["files_in_scope"] == 2


def test_what_nobody_knows_is_refused(ruled, adrguard):
    assert adrguard("explain", "ADX-001") == 2
    assert "did you mean 'ADR-001'" in adrguard.err
