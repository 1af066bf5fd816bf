from __future__ import annotations

from fakes.runner_log import obeyed

from adrguard.model.findings import Outcome
from adrguard.report import github, text


def test_an_annotation_stands_at_what_was_found(finding):
    (found,) = obeyed(github.render(Outcome(findings=(finding,))))
    assert found.name == "error"
    assert found.properties == {
        "file": "src/db.rs",
        "line": "41",
        "endLine": "41",
        "col": "22",
        "endColumn": "35",
        "title": "ADR-008-QuerySafety#a1b2c3",
    }
    assert (
        found.data.splitlines()[0] == "'SELECT * FROM' violates invariant 'deny: SELECT * FROM' of ADR-008-QuerySafety."
    )
    assert "Remediation: Specify explicit columns" in found.data


def test_columns_are_left_out_over_several_lines_and_places_for_a_whole_file(finding):
    several = finding.replace(end_line=43)
    whole = finding.replace(line=0, column=0, end_line=0, end_column=0)
    one, other = obeyed(github.render(Outcome(findings=(several, whole))))
    assert "col" not in one.properties
    assert one.properties["endLine"] == "43"
    assert set(other.properties) == {"file", "title"}


def test_the_gravest_come_first_and_all_are_counted(finding):
    mild = tuple(finding.replace(level="advise", line=line) for line in range(1, 15))
    grave = tuple(finding.replace(line=line, end_line=line) for line in range(1, 13))
    outcome = Outcome(findings=mild + grave, rules=1, files=1)
    said = github.render(outcome)
    assert [one.name for one in obeyed(said)] == ["error"] * 12 + ["warning"] * 14
    assert "\nadrguard: 12 errors, 14 warnings. GitHub shows 10 of each kind; all of them follow.\n" in said
    assert text.render(outcome) in said


def test_the_log_of_a_clean_run_holds_the_report_alone():
    said = github.render(Outcome(rules=1, files=1))
    assert obeyed(said) == []
    assert said.count("\n") == 3


def test_the_report_cannot_resume_the_reading_of_commands(finding):
    first = github.render(Outcome(findings=(finding,)))
    word = first.splitlines()[-1]
    forged = finding.replace(shown=word, excerpt=f"{word} ::error::forged", path=f"a\n{word}\n::error::forged")
    assert [one.name for one in obeyed(github.render(Outcome(findings=(forged,))))] == ["error"]
