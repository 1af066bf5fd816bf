from __future__ import annotations

from fakes.rendered import document

from adrguard.model.findings import Outcome
from adrguard.report import gitlab


def render(outcome):
    return document("gitlab", gitlab.render(outcome))


def test_each_finding_is_an_issue(finding):
    (issue,) = render(Outcome(findings=(finding,)))
    assert issue["check_name"] == "ADR-008-QuerySafety#a1b2c3"
    assert issue["severity"] == "major"
    assert issue["location"] == {"path": "src/db.rs", "lines": {"begin": 41}}


def test_nothing_is_an_empty_list():
    assert render(Outcome()) == []


def test_a_finding_about_a_whole_file_stands_at_its_first_line(finding):
    (issue,) = render(Outcome(findings=(finding.replace(line=0, column=0),)))
    assert issue["location"]["lines"] == {"begin": 1}


def test_what_hides_findings_is_an_issue_and_what_is_allowed_is_none(everything):
    issues = render(everything)
    assert [one["check_name"] for one in issues[2:]] == [
        "adrguard/problem",
        "adrguard/not-judged",
        "adrguard/weakened",
        "adrguard/problem",
        "adrguard/not-judged",
    ]
    assert [one["severity"] for one in issues] == ["major", "minor", "major", "major", "minor", "minor", "minor"]


def test_an_issue_stays_the_same_when_its_line_moves(everything):
    moved = everything.replace(
        findings=tuple(one.replace(line=1, end_line=1) for one in everything.findings),
        weakened=tuple(one.replace(line=77) for one in everything.weakened),
        problems=tuple(one.replace(line=77) for one in everything.problems),
    )
    assert [one["fingerprint"] for one in render(moved)] == [one["fingerprint"] for one in render(everything)]
