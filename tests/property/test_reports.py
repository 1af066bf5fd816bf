"""Laws of the reports: what was found is in each of them, and nothing that a repository holds speaks for us."""

from __future__ import annotations

from collections import Counter

from fakes import hostile, rendered, runner_log
from hypothesis import given, settings
from markdown_it import MarkdownIt

from adrguard.report import formats, json, logs, reading
from adrguard.report.display import visible
from adrguard.report.identity import fingerprints, written
from adrguard.report.markup import code
from adrguard.report.sentences import place, remarks, say

MANY = settings(max_examples=70, deadline=None)
OURS = {"<!-- adrguard: report -->", "<details>", "</details>"}


def where(finding):
    return place(written(finding.path), finding.line, finding.column)


def a_report_that_is_read_back_says_the_same(outcome, again):
    report = json.render(outcome)
    assert json.render(again) == report
    assert fingerprints(again) == fingerprints(outcome)
    assert again.exit_code == outcome.exit_code


def fingerprints_are_one_of_a_kind(outcome, again):
    marks = [mark for some in fingerprints(outcome) for mark in some]
    assert len(set(marks)) == len(marks)


def sarif_loses_no_finding(outcome, again):
    log = rendered.document("sarif", formats.render("sarif", again))
    results = [one for run in log["runs"] for one in run["results"] if "partialFingerprints" in one]
    told = [one["partialFingerprints"]["adrguard/v1"] for one in results if "suppressions" not in one]
    marks = fingerprints(outcome)
    assert sorted(told) == sorted(marks.findings)
    allowed = [one["partialFingerprints"]["adrguard/v1"] for one in results if "suppressions" in one]
    assert sorted(allowed) == sorted([*marks.suppressed, *marks.baselined])
    invocation = log["runs"][0]["invocations"][0]
    assert len(invocation["toolExecutionNotifications"]) == len(outcome.unjudged)
    assert len(invocation["toolConfigurationNotifications"]) == len(outcome.problems)
    assert sum("partialFingerprints" not in one for run in log["runs"] for one in run["results"]) == len(
        outcome.weakened
    )


def code_scanning_loses_no_finding(outcome, again):
    log = rendered.document("sarif", formats.render("code-scanning", again))
    results = [one for run in log["runs"] for one in run["results"] if "partialFingerprints" in one]
    assert sorted(one["partialFingerprints"]["adrguard/v1"] for one in results) == sorted(
        fingerprints(outcome).findings
    )


def gitlab_loses_no_finding(outcome, again):
    issues = rendered.document("gitlab", formats.render("gitlab", again))
    marks = [one["fingerprint"] for one in issues]
    assert len(set(marks)) == len(marks)
    assert marks[: len(outcome.findings)] == list(fingerprints(outcome).findings)
    assert len(issues) == len(outcome.findings) + len(remarks(outcome))


def rdjson_loses_no_finding(outcome, again):
    found = rendered.document("rdjson", formats.render("rdjson", again))["diagnostics"]
    told = [
        (
            one["code"]["value"],
            one["location"]["path"],
            one["location"].get("range", {"start": {"line": 0}})["start"]["line"],
        )
        for one in found
    ]
    assert told[: len(outcome.findings)] == [
        (written(one.rule.id), written(one.path), one.line) for one in outcome.findings
    ]
    assert len(told) == len(outcome.findings) + len(remarks(outcome))


def github_obeys_what_is_ours_and_nothing_else(outcome, again):
    log = formats.render("github", again)
    commands = runner_log.obeyed(log)
    told = Counter(
        (one.properties["file"], one.properties.get("line", "0"), one.properties["title"])
        for one in commands
        if one.properties["title"].startswith("ADR")
    )
    assert told == Counter(
        (visible(written(one.path)), str(one.line), say(written(one.rule.id))) for one in outcome.findings
    )
    assert len(commands) == len(outcome.findings) + len(remarks(outcome))
    order = ["error", "warning", "notice"]
    assert [one.name for one in commands] == sorted([one.name for one in commands], key=order.index)
    assert formats.render("text", again) in log


def junit_loses_no_finding(outcome, again):
    top = rendered.junit(formats.render("junit", again))
    lines = [
        line
        for suite in list(top)[1:]
        for element in suite.iter()
        if element.tag in ("failure", "system-out")
        for line in (element.text or "").splitlines()
    ]
    for finding, number in Counter(map(where, outcome.findings)).items():
        assert sum(line.startswith(f"- {finding}: ") for line in lines) >= number
    broken = [
        line
        for element in top.iter("failure")
        if element.get("type") == "violation"
        for line in (element.text or "").splitlines()
        if line.startswith("- ")
    ]
    assert len(broken) >= len(outcome.violations)
    if outcome.unjudged:
        assert list(top[0])[3].find("skipped") is not None or list(top[0])[3].find("error") is not None


def markdown_loses_no_finding_and_obeys_none_of_it(outcome, again):
    text = formats.render("markdown", again)
    tokens = [
        one
        for block in MarkdownIt("commonmark").enable("table").parse(text)
        for one in (block, *(block.children or ()))
    ]
    assert {one.type for one in tokens} & {
        "link_open",
        "image",
        "fence",
        "code_block",
        "html_inline",
        "hr",
        "blockquote_open",
    } == set()
    html = {line for one in tokens if one.type == "html_block" for line in one.content.splitlines()}
    assert {line for line in html if not line.startswith("<summary>")} <= OURS
    plain = "".join(one.content for one in tokens if one.type == "text")
    assert not set("@`<[\x1b\u202e") & set(plain)
    for finding, number in Counter(map(where, outcome.findings)).items():
        assert text.count(f"\n- {code(finding)}") >= number


def what_is_read_loses_no_finding_and_holds_no_escape(style, outcome, again):
    text = formats.render(style, again)
    assert not [char for char in text if not char.isprintable() and char != "\n"]
    lines = text.splitlines()
    for finding, number in Counter(map(where, outcome.findings)).items():
        # A place stands at the end of its line where nothing more is to be said of it.
        assert sum(f"{finding}: " in line or line.endswith(finding) for line in lines) >= number


def a_log_that_a_service_reads_has_no_command(style, outcome, again):
    text = logs.harmless(formats.render(style, again))
    assert runner_log.obeyed(text) == []
    assert "##vso[" not in text
    assert "##teamcity[" not in text


@MANY
@given(hostile.outcomes)
def test_no_format_loses_a_finding_of_the_report_nor_obeys_it(outcome):
    again = reading.read(json.render(outcome).encode("ascii"), "report.json")
    a_report_that_is_read_back_says_the_same(outcome, again)
    fingerprints_are_one_of_a_kind(outcome, again)
    sarif_loses_no_finding(outcome, again)
    code_scanning_loses_no_finding(outcome, again)
    gitlab_loses_no_finding(outcome, again)
    rdjson_loses_no_finding(outcome, again)
    github_obeys_what_is_ours_and_nothing_else(outcome, again)
    junit_loses_no_finding(outcome, again)
    markdown_loses_no_finding_and_obeys_none_of_it(outcome, again)
    for style in ("text", "agent"):
        what_is_read_loses_no_finding_and_holds_no_escape(style, outcome, again)
    for style in formats.FORMATS.keys() - {"github"}:
        a_log_that_a_service_reads_has_no_command(style, outcome, again)
