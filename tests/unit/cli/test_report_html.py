from __future__ import annotations

import json

import pytest

from adrguard.report.html import page

BAD = "a = 'SELECT * FROM t'\n"


def test_it_writes_a_page_and_says_what_is_on_it(adrguard, ruled) -> None:
    ruled.write("src/a.py", BAD)
    assert adrguard("report", "--html", "--output", "out/page.html") == 0
    assert adrguard.out.startswith("out/page.html: 1 decision, 1 rule, 1 finding, 3 files on a page of ")
    text = (ruled.root / "out" / "page.html").read_text(encoding="utf-8")
    assert text.startswith("<!DOCTYPE html>\n<html lang=")
    assert '<a href="../src/a.py">src/<wbr>a.py:1:6</a>' in text


@pytest.mark.parametrize("words", [("report", "--html"), ("report", "html")], ids=["option", "command"])
def test_without_a_file_the_page_goes_to_standard_output(adrguard, ruled, words: tuple[str, ...]) -> None:
    assert adrguard(*words) == 0
    assert "<h1>Decisions of repo</h1>" in adrguard.out
    assert "</html>\n" in adrguard.out


def test_earlier_reports_make_the_trend(adrguard, ruled) -> None:
    ruled.write("src/a.py", BAD)
    adrguard("check", "--all", "--format", "json")
    ruled.write("one.json", adrguard.out)
    ruled.write("src/a.py", "")
    assert adrguard("report", "--html", "one.json") == 0
    assert "Violations: from 1 to 0, at most 1" in adrguard.out


def test_a_report_that_is_none_is_refused(adrguard, ruled) -> None:
    ruled.write("one.json", json.dumps({"format": "other/1"}))
    assert adrguard("report", "--html", "one.json", "--output", "page.html") == 2
    assert "one.json" in adrguard.err
    assert not (ruled.root / "page.html").exists()


def test_how_many_findings_are_shown_can_be_said(adrguard, ruled) -> None:
    for number in range(5):
        ruled.write(f"src/{number}.py", BAD)
    assert adrguard("report", "--html", "--most", "2") == 0
    assert "… and 3 more findings are counted here and not shown one by one." in adrguard.out
    assert page.VERDICTS[1] in adrguard.out
