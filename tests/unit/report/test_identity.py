from __future__ import annotations

from adrguard.model.findings import Outcome
from adrguard.report.identity import fingerprint, fingerprints


def test_a_finding_keeps_its_fingerprint_when_it_moves_or_is_indented(finding):
    moved = finding.replace(line=99, column=30, end_line=99, end_column=43, excerpt="\t  " + finding.excerpt)
    assert fingerprint(moved) == fingerprint(finding)


def test_another_rule_file_line_or_occurrence_is_another_finding(finding):
    others = [
        finding.replace(rule=finding.rule.replace(id="ADR-9#x")),
        finding.replace(path="src/other.rs"),
        finding.replace(excerpt="SELECT * FROM a"),
        finding.replace(occurrence=2),
        finding.replace(key="lodash"),
    ]
    assert len({fingerprint(one) for one in [finding, *others]}) == 6


def test_very_long_lines_differ_however_late(finding):
    one, other = (finding.replace(excerpt="x" * 100_000 + end) for end in "ab")
    assert fingerprint(one) != fingerprint(other)


def test_equal_ones_in_one_report_are_numbered(finding, everything):
    marks = fingerprints(everything.replace(baselined=(finding,), fixed=(finding,)))
    flat = [mark for some in marks for mark in some]
    assert len(set(flat)) == len(flat) == 5
    assert marks.findings[0] == fingerprint(finding)


def test_no_findings_have_no_fingerprints():
    assert fingerprints(Outcome()) == ((), (), (), ())
