from __future__ import annotations

import json
import os
import shutil
import subprocess

import pytest
from fakes.rendered import document

from adrguard.model.findings import Outcome
from adrguard.report import code_scanning, sarif

MULTITOOL = os.environ.get("ADRGUARD_SARIF_MULTITOOL", "") or shutil.which("Sarif.Multitool")


def render(outcome):
    return document("sarif", sarif.render(outcome))


def run(outcome):
    (only,) = render(outcome)["runs"]
    return only


def test_a_result_tells_rule_place_and_fingerprint(finding):
    (result,) = run(Outcome(findings=(finding,)))["results"]
    assert (result["ruleId"], result["ruleIndex"], result["level"]) == ("ADR-008-QuerySafety#a1b2c3", 0, "error")
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "src/db.rs"}
    assert place["region"] == {"startLine": 41, "startColumn": 22, "endLine": 41, "endColumn": 35}


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        pytest.param("a b/größe#1.py", "a%20b/gr%C3%B6%C3%9Fe%231.py", id="blanks, letters, a hash"),
        pytest.param("caf\udce9.py", "caf%E9.py", id="bytes that are not UTF-8"),
        pytest.param("c:x.py", "c%3Ax.py", id="what would be a scheme"),
        pytest.param("/vault/adr.md", "file:///vault/adr.md", id="absolute"),
        pytest.param("a%20b.py", "a%2520b.py", id="a percent sign"),
    ],
)
def test_a_path_is_a_relative_uri(finding, path, uri):
    (result,) = run(Outcome(findings=(finding.replace(path=path),)))["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == uri


def test_a_whole_file_has_no_region(finding):
    (result,) = run(Outcome(findings=(finding.replace(line=0, column=0, end_line=0, end_column=0),)))["results"]
    assert set(result["locations"][0]["physicalLocation"]) == {"artifactLocation"}


def test_rules_without_findings_are_described_too(rule):
    rules = run(Outcome(judged=(rule, rule.replace(id="ADR-9#x", shadow=True))))["tool"]["driver"]["rules"]
    assert [one["id"] for one in rules] == ["ADR-008-QuerySafety#a1b2c3", "ADR-9#x"]
    assert [one["defaultConfiguration"]["level"] for one in rules] == ["error", "warning"]
    assert "Specify explicit columns" in rules[0]["help"]["text"]


def test_what_is_allowed_or_known_says_so(everything, finding):
    results = run(everything.replace(baselined=(finding,)))["results"]
    allowed, known = (one for one in results if "suppressions" in one)
    assert allowed["suppressions"][0]["kind"] == "inSource"
    assert allowed["suppressions"][0]["justification"] == "legacy, see the plan"
    assert "baselineState" not in allowed
    assert (known["baselineState"], known["suppressions"][0]["kind"]) == ("unchanged", "external")


def test_for_code_scanning_only_what_is_open_is_a_result(everything, finding):
    said = code_scanning.render(everything.replace(baselined=(finding,)))
    (only,) = document("sarif", said)["runs"]
    assert [one["level"] for one in only["results"]] == ["error", "warning", "warning"]
    assert only["properties"]["known"] == 26
    assert "1 suppressed by a comment, not shown" in only["properties"]["notes"]


def test_what_hides_findings_makes_the_run_no_success(everything):
    (invocation,) = run(everything)["invocations"]
    assert invocation["executionSuccessful"] is False
    assert invocation["exitCode"] == 2
    late, binary = invocation["toolExecutionNotifications"]
    assert (late["level"], binary["level"]) == ("error", "warning")
    assert late["associatedRule"] == {"id": "ADR-1#x"}
    assert len(invocation["toolConfigurationNotifications"]) == 2


def test_a_weakening_is_a_result(everything):
    (result,) = (one for one in run(everything)["results"] if one["ruleId"] == "adrguard/weakened")
    assert result["level"] == "warning"
    assert result["locations"][0]["physicalLocation"]["region"] == {"startLine": 3}


def test_no_text_of_a_message_is_a_link(finding):
    hostile = finding.replace(shown="[click](https://evil.example)")
    (result,) = run(Outcome(findings=(hostile,)))["results"]
    assert "](" not in result["message"]["text"]


def test_more_results_than_a_run_may_hold_go_into_further_runs(finding, monkeypatch):
    monkeypatch.setattr(sarif, "MOST_RESULTS", 2)
    found = tuple(finding.replace(occurrence=number) for number in range(1, 6))
    runs = render(Outcome(findings=found))["runs"]
    assert [len(one["results"]) for one in runs] == [2, 2, 1]
    assert [one["automationDetails"]["id"] for one in runs] == ["adrguard/", "adrguard/2/", "adrguard/3/"]
    assert ["invocations" in one for one in runs] == [True, False, False]


@pytest.mark.slow
@pytest.mark.skipif(
    not MULTITOOL, reason="Microsoft's SARIF Multitool is neither in ADRGUARD_SARIF_MULTITOOL nor on the PATH"
)
def test_the_multitool_finds_nothing_against_sarif_or_github(everything, finding, tmp_path):
    evil = "]]> [x](y) {0} \x00\u202e\udcff ::error::"
    hostile = finding.replace(path=f"a b/{evil}", shown=evil, excerpt=evil, rule=finding.rule.replace(because=evil))
    outcome = everything.replace(findings=(*everything.findings, hostile), baselined=(finding,), judged=(finding.rule,))
    (tmp_path / "r.sarif").write_text(sarif.render(outcome), encoding="utf-8")
    words = [MULTITOOL, "validate", "r.sarif", "--rule-kind", "Sarif;Ghas", "--output", "told.sarif"]
    subprocess.run(words, cwd=tmp_path, check=True, capture_output=True)
    (told,) = json.loads((tmp_path / "told.sarif").read_text(encoding="utf-8-sig"))["runs"]
    assert [(one["ruleId"], one["message"]) for one in told["results"]] == []
