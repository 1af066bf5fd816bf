from __future__ import annotations

from fakes import rendered

from adrguard.model.findings import Cost, Outcome, Suppressed, Unjudged, Weakened
from adrguard.report import junit


def cases(outcome):
    top = rendered.junit(junit.render(outcome))
    return {case.get("name"): case for case in top.iter("testcase")}


def results(outcome):
    return {name: [child.tag for child in case] for name, case in cases(outcome).items()}


GUARD = {
    "decisions and configuration are without mistakes": [],
    "the rules are not weakened": [],
    "all was judged": [],
}


def test_each_rule_that_was_judged_is_a_test_that_passes(rule):
    other = rule.replace(id="ADR-9#x", decision="ADR-9")
    outcome = Outcome(judged=(rule, other), rules=2, files=1, costs=(Cost("ADR-9#x", 1500.0),))
    assert results(outcome) == {
        **GUARD,
        "deny: SELECT * FROM [ADR-008-QuerySafety#a1b2c3]": [],
        "deny: SELECT * FROM [ADR-9#x]": [],
    }
    case = cases(outcome)["deny: SELECT * FROM [ADR-9#x]"]
    assert case.attrib["time"] == "1.500"
    assert (case.get("file"), case.get("line")) == ("20_Cards/adr-008-sql-best-practices.md", "12")


def test_a_rule_fails_with_all_its_violations(finding):
    outcome = Outcome(findings=(finding, finding.replace(path="b.rs")), judged=(finding.rule,), rules=1, files=2)
    failure = cases(outcome)["deny: SELECT * FROM [ADR-008-QuerySafety#a1b2c3]"].find("failure")
    assert failure.get("message") == "2 violations"
    assert [line.partition(": ")[0] for line in failure.text.strip().splitlines()] == [
        "- src/db.rs:41:22",
        "- b.rs:41:22",
    ]


def test_what_does_not_block_is_told_and_passes(finding):
    outcome = Outcome(
        findings=(finding.replace(level="advise"),),
        suppressed=(Suppressed(finding, "legacy", 40),),
        baselined=(finding,),
        rules=1,
        files=1,
    )
    case = cases(outcome)["deny: SELECT * FROM [ADR-008-QuerySafety#a1b2c3]"]
    assert [child.tag for child in case] == ["system-out"]
    assert len(case[0].text.strip().splitlines()) == 3


def test_what_was_not_judged_is_skipped_and_where_that_blocks_an_error(rule):
    outcome = Outcome(
        unjudged=(Unjudged("a.py", "cannot be parsed", "parse", rule.id),), judged=(rule,), rules=1, files=1
    )
    found = results(outcome)
    assert found["all was judged"] == ["skipped"]
    assert found["deny: SELECT * FROM [ADR-008-QuerySafety#a1b2c3]"] == ["skipped"]
    assert results(outcome.replace(strict=True))["all was judged"] == ["error"]


def test_mistakes_are_errors_and_weakenings_fail_where_they_block(everything):
    assert results(everything)["decisions and configuration are without mistakes"] == ["error"]
    assert results(everything)["the rules are not weakened"] == ["system-out"]
    weakened = Outcome(weakened=(Weakened("removed", "a.md", 3, "ADR-1#x", "x", ""),), weakening="block")
    assert results(weakened)["the rules are not weakened"] == ["failure"]


def test_without_an_account_it_says_that_rules_are_missing():
    assert "No account of the rules was asked for" in junit.render(Outcome(rules=3, files=1))
