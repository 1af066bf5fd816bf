from __future__ import annotations

import pytest

from adrguard.model.errors import Problem
from adrguard.model.findings import Cost, Finding, Outcome, Suppressed, Unjudged, Weakened
from adrguard.model.rules import Rule, TextTarget


@pytest.fixture
def rule():
    return Rule(
        "ADR-008-QuerySafety#a1b2c3",
        "ADR-008-QuerySafety",
        "20_Cards/adr-008-sql-best-practices.md",
        12,
        3,
        "deny: SELECT * FROM",
        "deny",
        "block",
        "text",
        (TextTarget("SELECT * FROM", r"SELECT\s+\*\s+FROM", starts_word=True, ends_word=True),),
        remediation="Specify explicit columns to prevent schema leaks and unindexed full scans.",
    )


@pytest.fixture
def finding(rule):
    line = 'let q = sqlx::query("SELECT * FROM users").fetch_all(&pool);'
    return Finding(rule, "src/db.rs", 41, 22, 41, 35, "SELECT * FROM", line, 1)


@pytest.fixture
def everything(finding):
    """An outcome with one of each thing that can be said."""
    return Outcome(
        findings=(finding, finding.replace(level="advise", note="the decision is only proposed", detail="in a merge")),
        suppressed=(Suppressed(finding, "legacy, see the plan", 40),),
        known=26,
        unjudged=(Unjudged("logo.png", "binary", "binary"), Unjudged("b.py", "the budget", "budget", "ADR-1#x")),
        weakened=(Weakened("removed", "docs/adr/0001.md", 3, "ADR-1#abcdef", "deny: eval(", ""),),
        problems=(
            Problem(
                "docs/adr/0002.md", 7, 3, "unknown verb 'denny'", "did you mean `deny`?", "verb", "error", "- denny: x"
            ),
            Problem("src/x.py", 3, 1, "this suppression suppresses nothing", "remove it", "unused", "warning", "# x"),
        ),
        rules=118,
        files=12,
        elapsed_ms=3.14,
        costs=(Cost("ADR-1#abcdef", 1.5),),
        notes=("The baseline was read from HEAD.",),
    )
