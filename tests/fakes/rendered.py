"""Reading back what the renderers write, as the programs that it is for do, each answer checked on the way."""

from __future__ import annotations

import json
from typing import Any
from xml.etree.ElementTree import Element

import jsonschema
from defusedxml.ElementTree import fromstring
from fakes import report_schemas

VALIDATORS = {
    name: jsonschema.Draft202012Validator(getattr(report_schemas, name.upper()))
    for name in ("sarif", "gitlab", "rdjson")
}
CHILDREN = {
    "testsuites": {"testsuite"},
    "testsuite": {"properties", "testcase", "system-out"},
    "properties": {"property"},
    "testcase": {"failure", "error", "skipped", "system-out"},
}
ATTRIBUTES = {
    "testsuites": {"name", "tests", "failures", "errors", "skipped", "time"},
    "testsuite": {"name", "tests", "failures", "errors", "skipped", "time"},
    "testcase": {"classname", "name", "file", "line", "time"},
    "property": {"name", "value"},
    "failure": {"message", "type"},
    "error": {"message", "type"},
    "skipped": {"message", "type"},
}


def document(style: str, text: str) -> Any:
    """Return a JSON document that is as its readers want it."""
    assert text.isascii()
    assert "##" not in text
    found = json.loads(text)
    VALIDATORS[style].validate(found)
    json.dumps(found, ensure_ascii=False).encode("utf-8")
    if style == "sarif":
        _sound(found)
    return found


def _sound(log: Any) -> None:
    for run in log["runs"]:
        rules = run["tool"]["driver"]["rules"]
        assert len({rule["id"] for rule in rules}) == len(rules)
        assert all(rules[result["ruleIndex"]]["id"] == result["ruleId"] for result in run["results"])
    ids = [run["automationDetails"]["id"] for run in log["runs"]]
    assert len(set(ids)) == len(ids)


def junit(text: str) -> Element:
    """Return a JUnit document whose elements, attributes and counts are as test dashboards want them."""
    assert text.isascii()
    assert "##" not in text
    top = fromstring(text)
    assert top.tag == "testsuites"
    for element in top.iter():
        assert {child.tag for child in element} <= CHILDREN.get(element.tag, set())
        assert set(element.attrib) <= ATTRIBUTES.get(element.tag, set())
    for suite in [top, *top]:
        cases = list(suite.iter("testcase"))
        counted = {
            name: sum(case.find(tag) is not None for case in cases)
            for name, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped"))
        }
        assert {name: int(suite.attrib[name]) for name in counted} == counted
        assert int(suite.attrib["tests"]) == len(cases)
    return top
