from __future__ import annotations

import base64
import json as stdlib_json

import jsonschema
import pytest
from fakes.published import SCHEMA, checked

from adrguard.model.findings import Finding, Outcome
from adrguard.report import json


def render(outcome):
    return checked(json.render(outcome))


def test_the_schema_is_one():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


def test_a_clean_verdict_says_so():
    document = render(Outcome(rules=3, files=2, elapsed_ms=1.23456))
    assert document["format"] == "adrguard/1"
    assert document["verdict"] == "clean"
    assert document["exit_code"] == 0
    assert document["summary"]["rules"] == 3
    assert document["summary"]["elapsed_ms"] == 1.235


def test_everything_there_is_to_say_is_said(everything):
    document = render(everything)
    assert document["verdict"] == "wrong"
    assert document["summary"] == {
        "violations": 1,
        "advisories": 1,
        "suppressed": 1,
        "known": 26,
        "not_judged": 1,
        "not_reached": 1,
        "weakened": 1,
        "errors": 1,
        "warnings": 1,
        "rules": 118,
        "files": 12,
        "elapsed_ms": 3.14,
        "strict": False,
        "door": "command",
        "weakening": "warn",
        "supersession": "allow",
        "on_budget": "block",
    }
    found = document["findings"][0]
    assert (found["path"], found["line"], found["column"]) == ("src/db.rs", 41, 22)
    assert found["reference"] == "[[20_Cards/adr-008-sql-best-practices.md]]"
    assert found["rule"]["targets"] == ["SELECT * FROM"]
    assert document["not_judged"][1]["code"] == "budget"


def test_a_path_that_is_not_utf8_is_readable_and_its_bytes_are_there(finding):
    found = render(Outcome(findings=(finding.replace(path="caf\udce9.py"),)))["findings"][0]
    assert found["path"] == "caf\\xe9.py"
    assert base64.b64decode(found["path_bytes"]) == b"caf\xe9.py"


def test_what_a_repository_holds_never_breaks_the_document(everything, finding):
    evil = 'x"\n\\\x00\x1b\udc80\ud800\u2028'
    rule = finding.rule.replace(decision=evil, note=evil, because=evil, invariant=evil)
    hostile = finding.replace(rule=rule, path=evil, shown=evil, excerpt=evil, detail=evil, note=evil)
    problem = everything.problems[0].replace(path=evil, message=evil, hint=evil, excerpt=evil)
    raw = json.render(everything.replace(findings=(hostile,), problems=(problem,), notes=(evil,)))
    assert raw.isascii()
    document = checked(raw)
    stdlib_json.dumps(document, ensure_ascii=False).encode("utf-8")  # no lone surrogate is left


def test_a_very_long_line_is_not_repeated(finding):
    line = "x" * 100_000 + "SELECT * FROM" + "y" * 100_000
    found = render(Outcome(findings=(finding.replace(excerpt=line, column=100_001, shown=line),)))["findings"][0]
    start = found["column"] - found["excerpt_column"]
    assert found["excerpt"][start : start + 13] == "SELECT * FROM"
    assert len(found["excerpt"]) + len(found["shown"]) <= 800


def test_a_failure_has_a_document_too():
    document = checked(json.failure("check", 2, "no repository", "run inside of one"))
    assert document["error"] == {"message": "no repository", "hint": "run inside of one"}


def test_every_field_of_a_finding_is_published_or_left_out_on_purpose():
    published = set(SCHEMA["$defs"]["finding"]["properties"])
    assert set(Finding.FIELDS) - published == {"around"}


@pytest.mark.parametrize("code", [0, 1, 2, 3])
def test_each_exit_code_has_a_word(code):
    assert json.VERDICTS[code] in SCHEMA["$defs"]["command: check"]["properties"]["verdict"]["enum"]
