"""The contract's own example: a diff as a model writes it, without hunk headers, gives the report that is promised."""

from __future__ import annotations

from fakes.guarding import judge

from adrguard.report import text

DIFF = 'diff --git a/src/db.rs b/src/db.rs\n+let res = sqlx::query("SELECT * FROM users").fetch_all(&pool).await;'
NOTE = """---
id: ADR-008-QuerySafety
status: accepted
---

# SQL best practices

## Invariants

- deny: SELECT * FROM
  - remediation: Specify explicit columns to prevent schema leaks and unindexed full scans.
"""


def test_the_example_diff_gives_the_promised_report(repo) -> None:
    repo.write(".adrguard.toml", 'vault = "."\n')
    repo.write("20_Cards/adr-008-sql-best-practices.md", NOTE)
    repo.commit()
    outcome = judge(repo, "diff", DIFF, strict=True)
    assert outcome.exit_code == 1
    lines = text.render(outcome.replace(elapsed_ms=3.1)).splitlines()
    assert lines[0] == "❌ Living ADR Guard Failure: 1 violation (3.1 ms, 1 rule, 1 file)"
    assert lines[1] == (
        "- [ADR-008-QuerySafety] src/db.rs:1:24: 'SELECT * FROM' violates invariant 'deny: SELECT * FROM' (fragment)."
    )
    assert "  Remediation: Specify explicit columns to prevent schema leaks and unindexed full scans." in lines
    assert "  Reference: [[20_Cards/adr-008-sql-best-practices.md]]" in lines


def test_the_finding_says_that_only_a_fragment_was_seen(repo) -> None:
    repo.write("docs/adr/0008-sql.md", NOTE)
    repo.commit()
    (finding,) = judge(repo, "diff", DIFF).violations
    assert finding.fragment
    assert "fragment" in text.render(judge(repo, "diff", DIFF))
