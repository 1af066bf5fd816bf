from __future__ import annotations

from fakes.rendered import document

from adrguard.model.findings import Outcome
from adrguard.report import json, rdjson, reading


def spans(outcome):
    return [one["location"].get("range") for one in document("rdjson", rdjson.render(outcome))["diagnostics"]]


def test_columns_count_bytes(finding):
    line = "é漢 = '😀SELECT * FROM'"
    start = line.index("SELECT")
    found = finding.replace(excerpt=line, column=start + 1, end_column=start + 14)
    (span,) = spans(Outcome(findings=(found,)))
    at = line.encode().index(b"SELECT") + 1
    assert span == {"start": {"line": 41, "column": at}, "end": {"line": 41, "column": at + 13}}


def test_of_a_line_that_a_report_cut_only_its_number_is_told(finding):
    line = "é" * 1000 + "SELECT * FROM"
    outcome = Outcome(findings=(finding.replace(excerpt=line, column=1001, end_column=1014),))
    assert spans(outcome) == [{"start": {"line": 41, "column": 2001}, "end": {"line": 41, "column": 2014}}]
    again = reading.read(json.render(outcome).encode(), "r.json")
    assert spans(again) == [{"start": {"line": 41}, "end": {"line": 41}}]


def test_of_several_lines_only_the_numbers_are_told(finding):
    assert spans(Outcome(findings=(finding.replace(end_line=43),))) == [{"start": {"line": 41}, "end": {"line": 43}}]


def test_a_whole_file_has_no_range(finding):
    assert spans(Outcome(findings=(finding.replace(line=0, column=0, end_line=0, end_column=0),))) == [None]


def test_the_whole_is_as_grave_as_its_gravest_part(finding, everything):
    assert document("rdjson", rdjson.render(Outcome()))["severity"] == "INFO"
    mild = Outcome(findings=(finding.replace(level="advise"),))
    assert document("rdjson", rdjson.render(mild))["severity"] == "WARNING"
    assert document("rdjson", rdjson.render(everything))["severity"] == "ERROR"
