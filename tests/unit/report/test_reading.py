from __future__ import annotations

import json as stdlib_json

import pytest

from adrguard.model.findings import Outcome, Unjudged
from adrguard.report import json, reading


def changed(outcome, change):
    document = stdlib_json.loads(json.render(outcome))
    change(document)
    return stdlib_json.dumps(document).encode()


def test_every_field_comes_back(everything, finding):
    outcome = everything.replace(
        judged=(finding.rule,),
        baselined=(finding,),
        fixed=(finding,),
        prose=4,
        shard=(2, 3),
        sameness="ab12",
        door="ci",
        strict=True,
    )
    again = reading.read(json.render(outcome).encode(), "r.json")
    for name in Outcome.FIELDS:
        if name not in ("findings", "suppressed", "judged", "baselined", "fixed"):
            assert getattr(again, name) == getattr(outcome, name), name
    kept = [name for name in finding.FIELDS if name not in ("rule", "around")]
    assert [getattr(again.findings[0], name) for name in kept] == [getattr(finding, name) for name in kept]
    rule = again.judged[0]
    assert rule.replace(targets=()) == finding.rule.replace(targets=())
    assert [target.raw for target in rule.targets] == ["SELECT * FROM"]


def test_a_path_that_is_not_utf8_comes_back_as_it_was(finding):
    raw = json.render(Outcome(findings=(finding.replace(path="caf\udce9.py"),))).encode()
    assert reading.read(raw, "r.json").findings[0].path == "caf\udce9.py"


def test_a_cut_line_keeps_its_identity_and_its_place(finding):
    line = "x" * 10_000 + "SELECT * FROM" + "y" * 10_000
    long = finding.replace(excerpt=line, column=10_001, end_column=10_014)
    raw = json.render(Outcome(findings=(long,))).encode()
    again = reading.read(raw, "r.json").findings[0]
    start = again.column - again.excerpt_column
    assert again.excerpt[start : start + 13] == "SELECT * FROM"
    assert json.render(Outcome(findings=(again,))).encode() == raw


def test_a_report_of_an_older_version_says_by_its_exit_code_what_the_budget_means(everything):
    outcome = Outcome(unjudged=(Unjudged("a.py", "the time", "budget"),), on_budget="warn", rules=1, files=1)
    raw = changed(outcome, lambda document: document["summary"].pop("on_budget"))
    assert reading.read(raw, "r.json").exit_code == 0


def test_keys_of_a_later_version_are_passed_over(everything):
    raw = changed(everything, lambda document: document["findings"][0].update(new=[1]))
    assert len(reading.read(raw, "r.json").findings) == 2


def test_what_powershell_writes_can_be_read(everything):
    assert reading.read(json.render(everything).encode("utf-16"), "r.json").known == 26


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        pytest.param(b"", "is empty", id="an empty file"),
        pytest.param(b'{"format": "adrguard/1", "comm', "cut short or not JSON", id="half a file"),
        pytest.param(b"\xff\xfe\x00", "cut short or not JSON", id="bytes"),
        pytest.param(b"[" * 100_000, "cut short or not JSON", id="a pit of brackets"),
        pytest.param(b"9" * 10_000, "cut short or not JSON", id="a number without end"),
        pytest.param(b'{"runs": []}', "no report of adrguard", id="another program's"),
        pytest.param(b'{"format": "adrguard/2"}', "format is 'adrguard/2'", id="a later format"),
        pytest.param(b'{"format": "adrguard/1", "command": "lint"}', "answer of `adrguard lint`", id="no verdict"),
        pytest.param(json.failure("check", 2, "no repository").encode(), "came to none: no repository", id="a failure"),
    ],
)
def test_what_is_no_report_is_one_error_that_names_the_file(raw, said):
    with pytest.raises(reading.ReportError) as caught:
        reading.read(raw, "some.json")
    assert caught.value.message.startswith("some.json: ")
    assert said in caught.value.message
    assert caught.value.hint
    assert caught.value.exit_code == 2


@pytest.mark.parametrize(
    ("change", "said"),
    [
        pytest.param(lambda one: one.pop("findings"), "'findings' is missing", id="a list is gone"),
        pytest.param(lambda one: one.update(findings=[]), "are listed", id="its findings were taken out"),
        pytest.param(lambda one: one.update(not_judged=[]), "are listed", id="what was not judged was taken out"),
        pytest.param(lambda one: one.update(findings={}), "'findings' is not a list", id="no list"),
        pytest.param(lambda one: one.update(findings=[1]), "'findings[0]' is no object", id="no object"),
        pytest.param(lambda one: one["findings"][1].update(line="4"), "'findings[1].line' is no integer", id="text"),
        pytest.param(lambda one: one["findings"][1].update(line=True), "'findings[1].line' is no integer", id="true"),
        pytest.param(lambda one: one["findings"][0].update(line=-1), "'findings[0].line' is no integer", id="negative"),
        pytest.param(lambda one: one["findings"][0].update(line=10**30), "is no integer from 0", id="too great"),
        pytest.param(lambda one: one["findings"][0].update(level="x"), "is none of block, advise", id="another word"),
        pytest.param(lambda one: one["findings"][0]["rule"].update(langs=[1]), "is no list of strings", id="a list"),
        pytest.param(lambda one: one["findings"][0].update(path_bytes="?"), "is not base64", id="bytes"),
        pytest.param(lambda one: one["summary"].update(elapsed_ms=float("nan")), "is no number", id="not a number"),
        pytest.param(lambda one: one["summary"].update(strict=1), "is not true or false", id="one for true"),
        pytest.param(lambda one: one["problems"][0].update(message=None), "is not a string", id="null"),
    ],
)
def test_what_is_not_whole_is_said_with_its_place(everything, change, said):
    with pytest.raises(reading.ReportError, match="no whole report") as caught:
        reading.read(changed(everything, change), "r.json")
    assert said in caught.value.message
