from __future__ import annotations

from adrguard.model.findings import Outcome
from adrguard.report import markdown


def test_findings_are_grouped_by_rule(finding):
    other = finding.replace(path="src/b.rs", rule=finding.rule.replace(because="it leaks"))
    said = markdown.render(Outcome(findings=(finding, other), rules=1, files=2))
    assert said.count("**`ADR-008-QuerySafety`** `deny: SELECT * FROM`") == 1
    assert "- `src/db.rs:41:22`: `SELECT * FROM`\n- `src/b.rs:41:22`: `SELECT * FROM`\n" in said
    assert said.startswith(markdown.MARK + "\n### ❌ Living ADR Guard Failure: 2 violations")


def test_numbers_stand_in_a_table_and_zeros_that_matter_too():
    assert "\n| violations | not judged |\n|---|---|\n| 0 | 0 |\n" in markdown.render(Outcome(rules=1, files=1))


def test_what_is_told_beside_is_folded(everything, finding):
    said = markdown.render(everything.replace(fixed=(finding,), baselined=(finding,), prose=3))
    for title in ("Fixed by this change (1)", "Suppressed by a comment (1)", "Known in the baseline (1)"):
        assert f"<summary>{title}</summary>" in said
    assert said.count("<details>") == said.count("</details>") == 3
    assert "| prose |" in said


def test_what_has_no_room_is_counted(finding):
    found = tuple(finding.replace(line=line) for line in range(1, 2001))
    said = markdown.render(Outcome(findings=found, rules=1, files=1), most=4000)
    assert len(said) <= 4000
    shown = said.count("\n- `src/db.rs")
    assert shown > 50
    assert f"And {2000 - shown} more, for which there is no room here" in said
    assert markdown.render(Outcome(findings=found)).count("\n- `src/db.rs") == 2000


def test_advice_never_stands_among_the_violations_where_there_is_no_room_for_its_first_rule(finding):
    long = finding.rule.replace(id="ADR-2#a", because="why " * 400, level="advise")
    short = finding.rule.replace(id="ADR-2#b", because="", remediation="", level="advise")
    advice = tuple(finding.replace(rule=rule, level="advise") for rule in (long, short))
    outcome = Outcome(findings=(finding, *advice), rules=3, files=1)
    said = markdown.render(outcome, most=len(markdown.render(outcome)) - 1000)
    assert "And 1 more, for which there is no room here" in said
    assert said.index("#### Violations (1)") < said.index("#### Advisories, not blocking (2)")
